import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import type { AuctionStage, FeedKind } from './kinds.ts';
import { countsIn } from './numbers.ts';
import { auctionLinked, collectionLinked, itemsLinked, transactionLinked } from './pages.ts';

/** What an embed, or a line of a summary, posts of the feed: known by its links and its moment, not by its words. */
export interface FeedPosted {
  readonly type: 'feed';
  /** What it posts, where a sign says so; `null` where only the links tell. */
  readonly kind: FeedKind | null;
  /** By name, as `collection/tokenId`; `collection/` for an offer for any token. Empty: `units` of the transaction. */
  readonly items: readonly string[];
  /** How many it posts together; `null` for what posts one token. */
  readonly units: number | null;
  readonly txHash: string | null;
  /** When it happened, epoch seconds; `null` where it does not say. */
  readonly at: number | null;
  /** Of the transaction, tokens that it does not name. */
  readonly more: number;
  /** Trades of its item that it stands for together; `null` for what posts one. */
  readonly repeats: number | null;
}

/** What an embed, or a sign of a line, posts of an auction. */
export interface AuctionPosted {
  readonly type: 'auction';
  /** `collection/number`. */
  readonly auction: string;
  /** `null` for an embed, whose moment tells. */
  readonly stage: AuctionStage | 'auction_bid' | null;
  /** When that was, epoch seconds; `null` where it does not say. */
  readonly at: number | null;
  /** As it is now; `null` for a line of a summary. */
  readonly embed: APIEmbed | null;
}

/** Alerts that a summary only counts. */
export interface Counted {
  readonly kind: FeedKind | AuctionStage;
  /** Of sales, whether each of them is a whole sweep, or repeat trades of a token. */
  readonly as: 'one' | 'sweep' | 'repeats';
  readonly count: number;
}

/** All that a message posts. */
export interface ReadMessage {
  readonly posted: readonly (FeedPosted | AuctionPosted)[];
  readonly counted: readonly Counted[];
}

/** Every alert ends with the reference that the bot finds it by; answers to commands and tests have none. */
const REFERENCE = /· \S+ [0-9a-z]{8}$/;
/** Between two wallets: only of a token that goes to and fro. */
const TO_AND_FRO = '⇄';
const NOTHING: ReadMessage = { posted: [], counted: [] };

type Signed = Omit<Counted, 'count'>;

/** The signs before a line of a summary. */
const FEED_SIGNS: readonly (readonly [sign: string, posted: Signed & { readonly kind: FeedKind }])[] = [
  ['💰', { kind: 'sale', as: 'one' }],
  ['🧹', { kind: 'sale', as: 'sweep' }],
  ['🌀', { kind: 'sale', as: 'repeats' }],
  ['🏷', { kind: 'listing', as: 'one' }],
  ['✋', { kind: 'offer', as: 'one' }],
  ['📦', { kind: 'transfer', as: 'one' }],
  ['✨', { kind: 'mint', as: 'one' }],
];
const STAGE_SIGNS: readonly (readonly [sign: string, stage: AuctionStage | 'auction_bid'])[] = [
  ['🔨', 'auction_started'],
  ['📈', 'auction_bid'],
  ['⏰', 'auction_ending'],
  ['🏁', 'auction_ended'],
  ['🚫', 'auction_cancelled'],
];

/** Where several tokens share a page, it is the transaction's, and the title begins with how many they are. */
function readFeed(page: string, embed: APIEmbed): FeedPosted {
  const { title = '', description = '', fields = [], timestamp } = embed;
  const collection = collectionLinked(page);
  const [one] = itemsLinked(page);
  const forAny = collection === null ? null : [`${collection}/`];
  const together = one === undefined && forAny === null;
  const lines = description.split('\n');
  const rest = together ? lines.filter((line) => itemsLinked(line).length === 0).at(-1) : undefined;
  const named = together ? itemsLinked(description) : [];
  const repeats = description.includes(TO_AND_FRO);
  return {
    type: 'feed',
    kind: null,
    items: forAny ?? (one === undefined ? named : [one]),
    units: together ? (countsIn(title)[0] ?? null) : null,
    txHash: transactionLinked([page, description, ...fields.map(({ value }) => value)].join('\n')),
    at: timestamp === undefined ? null : Math.floor(Date.parse(timestamp) / 1_000),
    more: named.length === 0 ? 0 : (countsIn(rest ?? '')[0] ?? 0),
    repeats: repeats ? (countsIn(fields[0]?.value ?? title).at(-1) ?? 0) : null,
  };
}

/** A line of a summary: `💰 [Punk #7](…) sold for **22.75 ETH** · <t:…>`. */
function readLine(line: string): readonly (FeedPosted | AuctionPosted)[] {
  const page = /\]\(([^)]*)\)/.exec(line)?.[1] ?? '';
  const [signs = ''] = line.split(' ');
  const auction = auctionLinked(page);
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
  const moment = /<t:(\d+)/.exec(line)?.[1];
  const collection = signed.kind === 'offer' ? collectionLinked(page) : null;
  const items = collection === null ? itemsLinked(page) : [`${collection}/`];
  return [
    {
      type: 'feed',
      kind: signed.kind,
      items,
      units: items.length === 0 ? (countsIn(name)[0] ?? null) : null,
      txHash: transactionLinked(page),
      at: moment === undefined ? null : Number(moment),
      more: 0,
      repeats:
        signed.as === 'repeats'
          ? (countsIn(line.slice(line.indexOf(')')).replace(/<t:.*/, '')).at(0) ?? 0)
          : null,
    },
  ];
}

/** `💰 12 sales · **22.75 ETH**`; the collections below it begin with `-#`. */
function readCount(line: string): readonly Counted[] {
  const [signs = '', ...rest] = line.split(' ');
  const signed = FEED_SIGNS.find(([sign]) => signs.includes(sign))?.[1];
  const stage = STAGE_SIGNS.find(([sign]) => signs.includes(sign))?.[1];
  const [count] = countsIn(rest.join(' '));
  if (count === undefined) return [];
  if (signed !== undefined) return [{ ...signed, count }];
  return stage === undefined || stage === 'auction_bid' ? [] : [{ kind: stage, as: 'one', count }];
}

function readSummary({ description = '' }: APIEmbed): ReadMessage {
  const lines = description.split('\n');
  const isLinked = (line: string): boolean => line.includes('](');
  return {
    posted: lines.filter(isLinked).flatMap(readLine),
    counted: lines.filter((line) => !isLinked(line)).flatMap(readCount),
  };
}

/** A summary alone has no page. */
function readEmbed(embed: APIEmbed): ReadMessage {
  const { url = '', footer } = embed;
  if (!REFERENCE.test(footer?.text ?? '')) return NOTHING;
  if (url === '') return readSummary(embed);
  const auction = auctionLinked(url);
  if (auction === null) return { posted: [readFeed(url, embed)], counted: [] };
  const at = embed.timestamp === undefined ? null : Math.floor(Date.parse(embed.timestamp) / 1_000);
  return { posted: [{ type: 'auction', auction, stage: null, at, embed }], counted: [] };
}

/** An edited message has another payload, so what was read of one stays right. */
const known = new WeakMap<APIMessage, ReadMessage>();

/** Reads what a message posts; nothing for what is no alert, whatever it links to. */
export function readMessage(message: APIMessage): ReadMessage {
  const before = known.get(message);
  if (before !== undefined) return before;
  const parts = message.embeds.map(readEmbed);
  const read = {
    posted: parts.flatMap(({ posted }) => posted),
    counted: parts.flatMap(({ counted }) => counted),
  };
  known.set(message, read);
  return read;
}
