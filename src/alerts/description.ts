import type { Address } from '#src/chain/address.ts';
import type { FiatRate } from '#src/chain/fiat.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { Chart } from '#src/charts/chart.ts';
import type { Links } from '#src/marketplace/links.ts';
import type { Attribute } from '#src/marketplace/resources/item.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Segments } from '#src/messages/segment.ts';
import type { AlertToken } from './kinds/parts.ts';

/** The reader of a direct message. */
export interface Reader {
  /** Wallets that the reader added as their own. */
  readonly own: readonly Address[];
  /** Wallets of others for which the reader wants to know when they are outbid. */
  readonly watched: readonly Address[];
}

/** Input for building a description. */
export interface DescribeContext {
  readonly messages: Messages;
  /** The chain's own coin. */
  readonly currency: Currency;
  /** The rate that is stored with the alert; none by default. */
  readonly fiat?: FiatRate | null;
  readonly links: Links;
  /** As the operator named it. */
  readonly marketplaceName: string;
  readonly names: AlertNames;
  /**
   * Whether the message is edited whenever its state changes. In a channel that publishes, it is edited only at the
   * end.
   */
  readonly isKeptUpToDate: boolean;
  /** The picture of a collection as the marketplace reports it; `null` if none is cached. */
  readonly collectionPicture: (collection: Address) => string | null;
  /** The reader of a direct message; `null` in a channel. */
  readonly reader: Reader | null;
  /**
   * Explains why nothing is posted in a channel.
   * @param missing English names of missing permissions; `null` if unknown
   */
  readonly channelProblem: (code: number, missing: readonly string[] | null) => ChannelProblem;
  /** Says the same of a ticker, which Discord does not rename. */
  readonly tickerProblem: (code: number, missing: readonly string[] | null) => ChannelProblem;
}

/** Why nothing is posted in a channel, and what an admin can do about it. */
export interface ChannelProblem {
  readonly why: string;
  /** `null` if no remedy is known. */
  readonly remedy: string | null;
  /** How posting resumes: once the cause is gone, when an admin resumes a rule, or never. */
  readonly goesOn: 'by itself' | 'when resumed' | 'never';
}

/**
 * Display names of collections, tokens and wallets: one line each, never empty, without invisible characters, not
 * escaped. They come only from caches.
 */
export interface AlertNames {
  collection(named: { readonly collection: Address; readonly collectionName: string | null }): string;
  token(token: Pick<AlertToken, 'collection' | 'collectionName' | 'tokenId' | 'tokenName'>): string;
  /** Returns `null` if no name is cached. */
  wallet(address: Address): string | null;
  /** Returns the suffix for a collection's name: ` ✓` if the marketplace verified it, else an empty text. */
  mark(collection: Address): string;
}

/** The content of an alert, independent of its layout. */
export type Description = MarketDescription | TextDescription;

/** An event of the market. */
export interface MarketDescription {
  readonly layout: 'any';
  /** The topic that rules select. */
  readonly topic: string;
  readonly colour: ColourRole;
  readonly group: Group;
  /** The type of event in a few words, shown before the subject: `Sale`. */
  readonly label: string;
  /** An emoji before the headline of its own message; absent for none. */
  readonly sign?: string;
  /** What happened, in one sentence. */
  readonly headline: Segments;
  /** The current state; `null` if the headline says it. */
  readonly standing: Standing | null;
  /** Headline of a short follow-up to an earlier message; absent if that message shows the state. */
  readonly news?: Segments;
  /** Text below the headline of a short follow-up to an earlier message. */
  readonly update?: Segments | null;
  readonly subject: Subject;
  /** The collection that the subject belongs to; `null` for tokens of several collections. */
  readonly heading: Heading | null;
  /** All collections in it, without duplicates. */
  readonly collections: readonly { readonly address: Address; readonly name: string }[];
  readonly price: DescribedPrice;
  /** Most important first. */
  readonly facts: readonly Fact[];
  /** Traits of a single token, unordered. */
  readonly traits: readonly Attribute[];
  readonly rows: Rows | null;
  readonly pictures: Pictures;
  /** Titled lists, drawn with the rest in a separate message; absent for alerts that may share a message. */
  readonly sections?: readonly Section[];
  /** Drawn and attached to the message; `null` for no chart. */
  readonly chart: Chart | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** Whether its message always shows that time, because it may differ from the time of the message. */
  readonly isDated: boolean;
  /** URL of the transaction, if any. */
  readonly transactionUrl: string | null;
  /** Alerts with the same key share one line of a summary, which shows the latest stage. `null` for a separate line. */
  readonly line: { readonly key: string; readonly stage: number } | null;
  /** Position in a summary, compared before prices: 0 is first. */
  readonly rank: number;
}

/** A message to certain users, as text. */
export interface TextDescription {
  readonly layout: 'text';
  readonly headline: Segments;
  /** User ids of the chat service. */
  readonly audience: readonly string[];
  readonly paragraphs: readonly Segments[];
  /** Form for several alerts of the kind in one text: an introduction, a line for each, and how many more there are. */
  readonly merged: {
    readonly intro: Segments;
    readonly line: Segments;
    readonly more: (count: number) => string;
  };
}

/** Meaning of a colour. */
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

/** A collection shown above its alert. */
export interface Heading {
  /** With the verified mark. */
  readonly name: string;
  readonly url: string | null;
  /** URL of its picture as the marketplace reports it; some cannot be displayed. */
  readonly icon: string | null;
}

/** Alerts that a summary counts together. */
export interface Group {
  readonly key: string;
  /** An emoji. */
  readonly sign: string;
  /** `12 sales` */
  readonly countWords: (count: number) => string;
  /** Whether prices were paid, not only asked or bid. */
  readonly pricesAddUp: boolean;
}

export interface Standing {
  readonly headline: Segments;
  readonly moment: { readonly at: number; readonly means: 'happened' | 'ends' };
}

/** Things that users can look up. An auction's number within its contract is a decimal string, like a token's. */
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
  /** Includes the name of the collection. */
  readonly full: Segments;
  readonly url: string | null;
  /** `null` for several tokens, which have one per row. */
  readonly target: LookupTarget | null;
}

export interface DescribedPrice {
  /** In the chain's own coin, wei; `null` if unknown, in another coin, or only partly known. */
  readonly amount: Wei | null;
  /** The price in a few words, or why there is none; `null` if none is expected. */
  readonly text: Segments | null;
}

/** A detail worth showing, in a few words. */
export interface Fact {
  readonly id: string;
  /** Facts of the same line stand side by side; the lines are in the order of their first facts. */
  readonly line: 'state' | 'time' | 'context' | 'parties' | 'note';
  readonly text: Segments;
  /** Text for single-line layouts; `null` if they leave it out. */
  readonly brief: Segments | null;
}

/** A list: the tokens of a sweep, the bids of an auction. */
export interface Rows {
  readonly title: string | null;
  readonly count: number;
  /** Rows are formatted one at a time, because a list may have thousands and show few. */
  readonly row: (index: number) => Segments;
  /** What a row is about; `null` for a row about the subject. */
  readonly target: (index: number) => LookupTarget | null;
  /** Number of further rows that are not in this list. */
  readonly further: number;
  readonly more: (count: number) => string;
}

/** A list with a title. */
export interface Section {
  readonly title: string;
  /** At least one. */
  readonly lines: readonly Segments[];
  /** Whether it has few words and can stand beside others; absent for no. */
  readonly isShort?: boolean;
  /** As the marketplace reports them; some cannot be displayed. */
  readonly pictures: readonly string[];
  /** The page that the pictures link to. */
  readonly page: string | null;
}

export interface Pictures {
  /** As the marketplace reports them; some cannot be displayed. */
  readonly urls: readonly string[];
  /** Normally one picture, in the size that the channel has chosen. */
  readonly show: 'one' | 'oneSmall' | 'gallery';
  /** The size in a channel that leaves it to the type of alert. */
  readonly usually: 'large' | 'small';
  /** The page that the pictures of a gallery link to. */
  readonly page: string | null;
}
