import type { Address } from '#src/chain/address.ts';
import type { FiatRate } from '#src/chain/fiat.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';

/** A sentence as a list of parts. */
export type Segments = readonly Segment[];

/**
 * A part of a sentence. Sentences determine the order of parts; the renderer determines their appearance and escapes
 * external text.
 */
export type Segment =
  /** Words of the language itself. */
  | { readonly type: 'text'; readonly text: string }
  /** Words with Discord's markdown, as an admin wrote them in a template. They mention nobody. */
  | { readonly type: 'markdown'; readonly text: string }
  /** External text, not escaped here: a collection, a token, a trait. `url` is the page of the named item. */
  | { readonly type: 'name'; readonly text: string; readonly url?: string | null }
  /** An amount in the smallest unit of `coin`. */
  | { readonly type: 'amount'; readonly amount: Wei; readonly coin: Currency; readonly exact?: boolean }
  /**
   * The same amount in a fiat currency, approximately, beside it in brackets; without them if it is alone. Nothing if it
   * is not positive.
   */
  | {
      readonly type: 'fiat';
      readonly amount: Wei;
      readonly coin: Currency;
      readonly rate: FiatRate;
      readonly isAlone?: boolean;
    }
  /** A wallet; `name` is shown before the address. */
  | { readonly type: 'wallet'; readonly address: Address; readonly name?: string | null }
  /** The address of a contract, in full. */
  | { readonly type: 'contract'; readonly address: Address }
  /** A moment, epoch seconds: relative to now, as a date, or as date and time. */
  | { readonly type: 'time'; readonly at: number; readonly style: 'relative' | 'date' | 'dateTime' }
  /** Parts that share a link; `null` for no link. */
  | { readonly type: 'link'; readonly segments: Segments; readonly url: string | null }
  /** A channel of the chat service, by its id. */
  | { readonly type: 'channel'; readonly id: string }
  /** A command of the bot, with its subcommand, without the slash: `alerts list`. */
  | { readonly type: 'command'; readonly name: string }
  /** Emphasized parts. */
  | { readonly type: 'strong'; readonly segments: Segments };
