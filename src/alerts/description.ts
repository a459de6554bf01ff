import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { Chart } from '#src/charts/chart.ts';
import type { Links } from '#src/marketplace/links.ts';
import type { Attribute } from '#src/marketplace/resources/item.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Segments } from '#src/messages/segment.ts';
import type { AlertToken } from './kinds/parts.ts';

/** Who reads a direct message. */
export interface Reader {
  /** The wallets that they call theirs. */
  readonly own: readonly Address[];
  /** The wallets of others that they want to be told of when they are outbid. */
  readonly watched: readonly Address[];
}

/** What a description is made with. */
export interface DescribeContext {
  readonly messages: Messages;
  /** The chain's own coin. */
  readonly currency: Currency;
  readonly links: Links;
  readonly names: AlertNames;
  /** Whether a message is edited whenever its state changes; in a channel that publishes only at the end. */
  readonly isKeptUpToDate: boolean;
  /** The picture of a collection as the marketplace reports it; `null` if none is cached. */
  readonly collectionPicture: (collection: Address) => string | null;
  /** Whose direct message it is; `null` in a channel. */
  readonly reader: Reader | null;
  /** Why nothing is posted in a channel. @param missing English names of missing permissions; `null` if unknown */
  readonly channelProblem: (code: number, missing: readonly string[] | null) => ChannelProblem;
}

/** Why nothing is posted in a channel, and what an admin can do about it. */
export interface ChannelProblem {
  readonly why: string;
  /** `null` if nothing is known to help. */
  readonly remedy: string | null;
  /** How posting resumes: once the cause is gone, when an admin resumes a rule, or never. */
  readonly goesOn: 'by itself' | 'when resumed' | 'never';
}

/**
 * What collections, tokens and wallets are called: one line each, never empty, without invisible characters; not
 * escaped. Only from caches, never looked up.
 */
export interface AlertNames {
  collection(named: { readonly collection: Address; readonly collectionName: string | null }): string;
  token(token: Pick<AlertToken, 'collection' | 'collectionName' | 'tokenId' | 'tokenName'>): string;
  /** `null` if no name is cached. */
  wallet(address: Address): string | null;
  /** What stands behind the name of a collection: ` ✓` if the marketplace verified it, else nothing. */
  mark(collection: Address): string;
}

/** What an alert shows, without saying how: a layout draws it. */
export type Description = MarketDescription | TextDescription;

/** An event of the market. */
export interface MarketDescription {
  readonly layout: 'any';
  /** What rules ask for. */
  readonly topic: string;
  readonly colour: ColourRole;
  readonly group: Group;
  /** What it is, in a few words that stand before the subject: `Sale`. */
  readonly label: string;
  /** What happened, in one sentence. */
  readonly headline: Segments;
  /** How it stands now; `null` where the headline says it. */
  readonly standing: Standing | null;
  /** The headline of a short message about it, beside an earlier one; absent where that says how it stands. */
  readonly news?: Segments;
  /**
   * What a short message about it, beside an earlier one, says below the headline. Not edited, so without relative
   * times.
   */
  readonly update?: Segments | null;
  readonly subject: Subject;
  /** The collection that the subject belongs to; `null` for tokens of several collections. */
  readonly heading: Heading | null;
  /** Every collection in it, once. */
  readonly collections: readonly { readonly address: Address; readonly name: string }[];
  readonly price: DescribedPrice;
  /** The most important first. */
  readonly facts: readonly Fact[];
  /** Of a single token, in no order. */
  readonly traits: readonly Attribute[];
  readonly rows: Rows | null;
  readonly pictures: Pictures;
  /**
   * Lists with a title each, drawn with everything else in a message of its own; absent for alerts that may share one.
   */
  readonly sections?: readonly Section[];
  /** Drawn and attached to the message; `null` for none. */
  readonly chart: Chart | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** The page of the transaction, if any. */
  readonly transactionUrl: string | null;
  /** Alerts with the same key are one line of a summary: the one of the latest stage. `null` for a line of its own. */
  readonly line: { readonly key: string; readonly stage: number } | null;
  /** Position in a summary, before prices are compared: 0 is first. */
  readonly rank: number;
}

/** A message to certain users, as text. */
export interface TextDescription {
  readonly layout: 'text';
  readonly headline: Segments;
  /** User ids of the chat service. */
  readonly audience: readonly string[];
  readonly paragraphs: readonly Segments[];
  /** Several of the kind in one text: what stands above them, a line of each, and how many more there are. */
  readonly merged: {
    readonly intro: Segments;
    readonly line: Segments;
    readonly more: (count: number) => string;
  };
}

/** What a colour stands for. */
export type ColourRole =
  | 'sold'
  | 'soldTogether'
  | 'asked'
  | 'offered'
  | 'quiet'
  | 'created'
  | 'opened'
  | 'rising'
  | 'closing'
  | 'settled'
  | 'cancelled'
  | 'summed';

/** A collection above its alert. */
export interface Heading {
  /** With its mark. */
  readonly name: string;
  readonly url: string | null;
  /** Its picture as the marketplace reports it; not every one can be shown. */
  readonly icon: string | null;
}

/** Alerts that a summary counts together. */
export interface Group {
  readonly key: string;
  /** An emoji. */
  readonly sign: string;
  /** `12 sales` */
  readonly countWords: (count: number) => string;
  /** Whether prices were paid and not only asked or bid. */
  readonly pricesAddUp: boolean;
}

export interface Standing {
  readonly headline: Segments;
  readonly moment: { readonly at: number; readonly means: 'happened' | 'ends' };
}

/** What people can look up. An auction's number within its contract is a decimal string, like a token's. */
export type LookupTarget =
  | { readonly at: 'collection'; readonly collection: Address }
  | { readonly at: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly at: 'auction'; readonly collection: Address; readonly auctionId: string };

/** What an alert is about. */
export interface Subject {
  readonly name: string;
  /** The name of the collection of a single token; `null` for other subjects. */
  readonly collection: string | null;
  readonly short: Segments;
  /** With the name of the collection. */
  readonly full: Segments;
  readonly url: string | null;
  /** `null` for several tokens, whose rows have one each. */
  readonly target: LookupTarget | null;
}

export interface DescribedPrice {
  /** In the chain's own coin, wei; `null` if it is unknown, in another coin, or only known in part. */
  readonly amount: Wei | null;
  /** The price in few words, or why there is none; `null` where none is expected. */
  readonly text: Segments | null;
}

/** One thing worth knowing, in a few words. */
export interface Fact {
  readonly id: string;
  /** Facts of the same line stand side by side; the lines are in the order of their first facts. */
  readonly line: 'state' | 'time' | 'context' | 'parties' | 'note';
  readonly text: Segments;
  /** In a layout of a single line; `null` where that leaves it out. */
  readonly brief: Segments | null;
}

/** A list: the tokens of a sweep, the bids of an auction. */
export interface Rows {
  readonly title: string | null;
  readonly count: number;
  /** Rows are written one by one, because a list may have thousands and show few. */
  readonly row: (index: number) => Segments;
  /** What a row is about; `null` for a row about the subject. */
  readonly target: (index: number) => LookupTarget | null;
  /** Rows that exist beside these. */
  readonly further: number;
  readonly more: (count: number) => string;
}

/** A list with a title. */
export interface Section {
  readonly title: string;
  /** At least one. */
  readonly lines: readonly Segments[];
  /** As the marketplace reports them; not every one can be shown. */
  readonly pictures: readonly string[];
  /** A page that the pictures belong to. */
  readonly page: string | null;
}

export interface Pictures {
  /** As the marketplace reports them; not every one can be shown. */
  readonly urls: readonly string[];
  /** Normally one picture, in the size that the channel has chosen. */
  readonly show: 'one' | 'oneSmall' | 'gallery';
  /** A page that the pictures of a gallery belong to. */
  readonly page: string | null;
}
