import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { componentMarks, componentsOf, embedMarks } from './delivery-marks.ts';
import type { AuctionStage, FeedKind } from './kind-counts.ts';
import { countsIn } from './number-parsing.ts';
import { linkedAuction, linkedCollection, linkedItems, linkedTransaction } from './page-links.ts';
import { isRecap } from './recap-check.ts';

/**
 * What an embed, or a line of a summary, posts of the feed, read from its links and its timestamp, not from its
 * wording.
 */
export interface PostedFeedAlert {
  readonly type: 'feed';
  /** The kind, where a sign shows it; `null` where there are only links. */
  readonly kind: FeedKind | null;
  /** Named tokens as `collection/tokenId`; `collection/` for a collection offer. Empty: `units` of the transaction. */
  readonly items: readonly string[];
  /** Number of tokens posted together; `null` for a single token. */
  readonly units: number | null;
  readonly txHash: string | null;
  /** When it happened, epoch seconds; `null` where the text has no time. */
  readonly at: number | null;
  /**
   * When the message was posted, epoch seconds, for an embed without a time: it happened in the quarter of an hour
   * before. `null` otherwise.
   */
  readonly shortlyBefore: number | null;
  /** Number of tokens of the transaction that are not named. */
  readonly more: number;
  /** Number of trades in a post of repeat trades; `null` otherwise. */
  readonly repeats: number | null;
}

/** What an embed, or a line of a summary, posts of an auction. */
export interface PostedAuctionAlert {
  readonly type: 'auction';
  /** `collection/number`. */
  readonly auction: string;
  /** `null` for an embed, whose stage follows from its timestamp. */
  readonly stage: AuctionStage | 'auction_bid' | null;
  /** When that was, epoch seconds; `null` where the text has no time. */
  readonly at: number | null;
  /** The embed in its present form; `null` for a line of a summary. */
  readonly embed: APIEmbed | null;
}

/** Alerts that a summary counts without naming them. */
export interface SummaryCount {
  readonly kind: FeedKind | AuctionStage;
  /** Of sales, whether each counts a whole sweep, or repeat trades of a token. */
  readonly as: 'one' | 'sweep' | 'repeats';
  readonly count: number;
}

/** All that a message posts. */
export interface ReadMessage {
  readonly posted: readonly (PostedFeedAlert | PostedAuctionAlert)[];
  readonly counted: readonly SummaryCount[];
  /** Alerts that a member asked to post again, which are neither due nor twice. */
  readonly again: number;
}

/** The sign between two wallets, used only for repeat trades. */
const BETWEEN_WALLETS = '⇄';
/** No record of the marketplace states a floor, so nothing says which alerts of floors are due. */
const FLOOR_TITLE = / floor \S.* → \S.* \(.+\)$/;
/** The sign of an alert that a member asked to post again. */
const AGAIN = '🔁';
const NOTHING: ReadMessage = { posted: [], counted: [], again: 0 };

type SignedLine = Omit<SummaryCount, 'count'>;

/** The signs before a line of a summary. */
const FEED_SIGNS: readonly (readonly [sign: string, posted: SignedLine & { readonly kind: FeedKind }])[] = [
  ['💰', { kind: 'sale', as: 'one' }],
  ['🧹', { kind: 'sale', as: 'sweep' }],
  ['🌀', { kind: 'sale', as: 'repeats' }],
  ['🏷', { kind: 'listing', as: 'one' }],
  ['✋', { kind: 'offer', as: 'one' }],
  ['📦', { kind: 'transfer', as: 'one' }],
  ['✨', { kind: 'mint', as: 'one' }],
  ['🔥', { kind: 'burn', as: 'one' }],
];
const STAGE_SIGNS: readonly (readonly [sign: string, stage: AuctionStage | 'auction_bid'])[] = [
  ['🔨', 'auction_started'],
  ['📈', 'auction_bid'],
  ['⏳', 'auction_ending'],
  ['🏁', 'auction_ended'],
  ['🚫', 'auction_cancelled'],
];

/** Where several tokens share a page, it is the transaction's, and the title begins with their number. */
function readFeed(
  page: string,
  embed: APIEmbed,
  buttonLinks: readonly string[],
  postedAt: number,
): PostedFeedAlert {
  const { title = '', description = '', timestamp } = embed;
  const collection = linkedCollection(page);
  const [one] = linkedItems(page);
  const forAny = collection === null ? null : [`${collection}/`];
  const together = one === undefined && forAny === null;
  // What is not named is counted below the list.
  const last = description.split('\n').at(-1) ?? '';
  const rest = together && linkedItems(last).length === 0 ? last : '';
  const named = together ? linkedItems(description) : [];
  const repeats = description.includes(BETWEEN_WALLETS);
  return {
    type: 'feed',
    kind: null,
    items: forAny ?? (one === undefined ? named : [one]),
    units: together ? (countsIn(title)[0] ?? null) : null,
    txHash: linkedTransaction([page, description, ...buttonLinks].join('\n')),
    at: timestamp === undefined ? null : Math.floor(Date.parse(timestamp) / 1_000),
    shortlyBefore: timestamp === undefined ? postedAt : null,
    more: named.length === 0 ? 0 : (countsIn(rest)[0] ?? 0),
    repeats: repeats ? (countsIn(title).at(-1) ?? 0) : null,
  };
}

const isLinked = (line: string): boolean => line.includes('](');

/** A line of a summary: `💰 [Punk #7](…) · **22.75 ETH**`. */
function readLine(line: string): readonly (PostedFeedAlert | PostedAuctionAlert)[] {
  const page = /\]\(([^)]*)\)/.exec(line)?.[1] ?? '';
  const [signs = ''] = line.split(' ');
  const auction = linkedAuction(page);
  if (auction !== null) {
    return STAGE_SIGNS.filter(([sign]) => signs.includes(sign)).map(([, stage]) => ({
      type: 'auction',
      auction,
      stage,
      at: null,
      embed: null,
    }));
  }
  const signed = FEED_SIGNS.find(([sign]) => signs.includes(sign))?.[1];
  if (signed === undefined) return [];
  const name = /\[([^\]]*)\]/.exec(line)?.[1] ?? '';
  const collection = signed.kind === 'offer' ? linkedCollection(page) : null;
  const items = collection === null ? linkedItems(page) : [`${collection}/`];
  return [
    {
      type: 'feed',
      kind: signed.kind,
      items,
      units: items.length === 0 ? (countsIn(name)[0] ?? null) : null,
      txHash: linkedTransaction(page),
      at: null,
      shortlyBefore: null,
      more: 0,
      repeats: signed.as === 'repeats' ? (countsIn(line.slice(line.indexOf(')'))).at(0) ?? 0) : null,
    },
  ];
}

/**
 * What a line of the totals counts beside the alerts that have lines of their own: `💰 12 sales · **22.75 ETH**`.
 * @param named the signs of each of those
 */
function readTotal(line: string, named: readonly string[]): readonly SummaryCount[] {
  const [signs = '', ...rest] = line.split(' ');
  const [total] = countsIn(rest.join(' '));
  const [sign, signed] = FEED_SIGNS.find(([one]) => signs.includes(one)) ?? [];
  const [stageSign, stage] = STAGE_SIGNS.find(([one]) => signs.includes(one)) ?? [];
  const shown = sign ?? stageSign;
  if (total === undefined || shown === undefined) return [];
  const count = total - named.filter((one) => one.includes(shown)).length;
  if (count <= 0) return [];
  if (signed !== undefined) return [{ ...signed, count }];
  return stage === undefined || stage === 'auction_bid' ? [] : [{ kind: stage, as: 'one', count }];
}

/**
 * The totals of all alerts stand before the first empty line, then the most expensive, each with a link; what counts the others by
 * collection below says no kinds.
 */
function readSummary(embeds: readonly APIEmbed[]): ReadMessage {
  const text = embeds.map(({ description = '' }) => description).join('\n\n');
  const [head = ''] = text.split('\n\n');
  const linked = text.split('\n').filter(isLinked);
  const named = linked.map((line) => line.split(' ')[0] ?? '');
  return {
    posted: linked.flatMap(readLine),
    counted: head
      .split('\n')
      .filter((line) => !isLinked(line))
      .flatMap((line) => readTotal(line, named)),
    again: named.filter((signs) => signs === AGAIN).length,
  };
}

/** The pages that the buttons of a message lead to. */
function linksOf(message: APIMessage): readonly string[] {
  return componentsOf(message).flatMap((component) => ('url' in component ? [component.url] : []));
}

/**
 * Alerts carry a mark: command answers and tests have none. Without a title it is a picture of the embed above.
 * @param marked whether a component of the message carries the mark
 */
function readEmbed(
  embed: APIEmbed,
  marked: boolean,
  buttonLinks: readonly string[],
  postedAt: number,
): ReadMessage {
  const { url = '', title } = embed;
  if (title === undefined || FLOOR_TITLE.test(title)) return NOTHING;
  if (!marked && embedMarks(embed).length === 0) return NOTHING;
  if (embed.description?.includes(AGAIN) === true) return { ...NOTHING, again: 1 };
  const auction = linkedAuction(url);
  if (auction === null) return { ...NOTHING, posted: [readFeed(url, embed, buttonLinks, postedAt)] };
  const at = embed.timestamp === undefined ? null : Math.floor(Date.parse(embed.timestamp) / 1_000);
  return { ...NOTHING, posted: [{ type: 'auction', auction, stage: null, at, embed }] };
}

/** A summary has no page. Without components, the mark is in the last of its embeds. */
function isSummary({ embeds }: APIMessage, marked: boolean): boolean {
  const [last] = embeds.slice(-1);
  if (last === undefined || embeds.some(({ url }) => url !== undefined)) return false;
  return marked || embedMarks(last).length > 0;
}

/** Cached by payload: an edited message has another payload. */
const known = new WeakMap<APIMessage, ReadMessage>();

/** Reads what a message posts; nothing for a message that is no alert. */
export function readMessage(message: APIMessage): ReadMessage {
  const before = known.get(message);
  if (before !== undefined) return before;
  // It links to tokens whose sales were announced before.
  if (isRecap(message)) return NOTHING;
  const marked = componentMarks(message).length > 0;
  const buttonLinks = linksOf(message);
  const postedAt = Math.floor(Date.parse(message.timestamp) / 1_000);
  const parts = isSummary(message, marked)
    ? [readSummary(message.embeds)]
    : message.embeds.map((embed) => readEmbed(embed, marked, buttonLinks, postedAt));
  const read = {
    posted: parts.flatMap(({ posted }) => posted),
    counted: parts.flatMap(({ counted }) => counted),
    again: parts.reduce((sum, { again }) => sum + again, 0),
  };
  known.set(message, read);
  return read;
}
