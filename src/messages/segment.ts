import type { Address } from '#src/chain/address.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';

/** A sentence in parts. */
export type Segments = readonly Segment[];

/**
 * A part of a sentence. Sentences decide the order of their parts; whoever shows them decides how each part looks, and
 * escapes what comes from outside.
 */
export type Segment =
  /** Words of the language itself. */
  | { readonly type: 'text'; readonly text: string }
  /** Foreign text, never escaped here: a collection, a token, a trait. `url` is the page of what it names. */
  | { readonly type: 'name'; readonly text: string; readonly url?: string | null }
  /** An amount in the smallest unit of `coin`. */
  | { readonly type: 'amount'; readonly amount: Wei; readonly coin: Currency; readonly exact?: boolean }
  /** A wallet; `name` is what it is known as, and stands before the address. */
  | { readonly type: 'wallet'; readonly address: Address; readonly name?: string | null }
  /** The address of a contract, in full. */
  | { readonly type: 'contract'; readonly address: Address }
  /** A moment, epoch seconds: relative to the reader's now, as a date, or as date and time. */
  | { readonly type: 'time'; readonly at: number; readonly style: 'relative' | 'date' | 'dateTime' }
  /** Parts that lead to a page together; `null` where there is none. */
  | { readonly type: 'link'; readonly segments: Segments; readonly url: string | null }
  /** A channel of the chat service, by its id. */
  | { readonly type: 'channel'; readonly id: string }
  /** A command of the bot, with its subcommand, without the slash: `alerts list`. */
  | { readonly type: 'command'; readonly name: string }
  /** Parts that stand out. */
  | { readonly type: 'strong'; readonly segments: Segments };
