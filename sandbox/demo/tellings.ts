import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import type { AuctionStage, FeedKind } from './kinds.ts';
import { auctionLinked, collectionLinked, itemsLinked, transactionLinked } from './pages.ts';

/** What one embed, or one line of a summary, tells. */
export type Telling =
  | {
      readonly kind: FeedKind;
      /** By name, as `collection/tokenId`; `collection/` for an offer for any token. Empty: `units` of the transaction. */
      readonly items: readonly string[];
      /** How many it says it tells together; `null` for what tells of one token. */
      readonly units: number | null;
      readonly txHash: string | null;
      /** Of the transaction, tokens that it does not name. */
      readonly more: number;
      /** Trades of its item that it stands for together; `null` for what tells one. */
      readonly storm: number | null;
    }
  | {
      readonly kind: AuctionStage | 'auction_bid';
      /** `collection/number`. */
      readonly auction: string;
      /** The card as it is now; `null` for a line of a summary. */
      readonly card: APIEmbed | null;
    };

/** Alerts that a summary only counts. */
export interface Counted {
  readonly kind: FeedKind | AuctionStage;
  /** Of sales, whether each of them is a whole sweep, or a storm of trades. */
  readonly as: 'one' | 'sweep' | 'storm';
  readonly count: number;
}

/** All that a message tells. */
export interface ReadMessage {
  readonly tellings: readonly Telling[];
  readonly counted: readonly Counted[];
}

/** Every alert ends with the reference that the bot finds it by; answers to commands and tests have none. */
const ALERT_MARK = /· alert [0-9a-z]{8}$/;
const DIGEST_TITLE = /^[\d,]+ alerts?( in .+)?$/;
const MORE = /^and ([\d,]+) more in the same transaction$/m;
const TOGETHER = /^(?:Sweep: )?([\d,]+) (?:×|NFTs of) /;
const STORM = /traded ([\d,]+) times? between two wallets/;

const STAGES: readonly (readonly [pattern: RegExp, stage: AuctionStage | 'auction_bid'])[] = [
  [/^Bid (of .+ )?on /, 'auction_bid'],
  [/ is about to end$/, 'auction_ending'],
  [/ was cancelled$/, 'auction_cancelled'],
  [/ is up for auction$/, 'auction_started'],
  [/ sold at auction( for .+)?$| ended without a bid$| is over at .+$| goes on$/, 'auction_ended'],
];

const HEADLINES: readonly (readonly [pattern: RegExp, kind: FeedKind])[] = [
  [/^Sweep: /, 'sale'],
  [STORM, 'sale'],
  [/^Offer( of .+)? for /, 'offer'],
  [/ transferred$/, 'transfer'],
  [/ minted( for .+)?$/, 'mint'],
  [/ listed( for .+)?$/, 'listing'],
  [/ sold( for .+)?$/, 'sale'],
];

const COUNTED: readonly (readonly [pattern: RegExp, counted: Omit<Counted, 'count'>])[] = [
  [/^sales?\b/, { kind: 'sale', as: 'one' }],
  [/^sweeps?\b/, { kind: 'sale', as: 'sweep' }],
  [/^tokens? traded to and fro/, { kind: 'sale', as: 'storm' }],
  [/^listings?\b/, { kind: 'listing', as: 'one' }],
  [/^offers?\b/, { kind: 'offer', as: 'one' }],
  [/^transfers?\b/, { kind: 'transfer', as: 'one' }],
  [/^mints?\b/, { kind: 'mint', as: 'one' }],
  [/^auctions? started/, { kind: 'auction_started', as: 'one' }],
  [/^auctions? about to end/, { kind: 'auction_ending', as: 'one' }],
  [/^auctions? over/, { kind: 'auction_ended', as: 'one' }],
  [/^auctions? cancelled/, { kind: 'auction_cancelled', as: 'one' }],
];

const numberIn = (digits: string | undefined): number => Number((digits ?? '0').replaceAll(',', ''));

/** What a headline tells, beside the links that stand with it. */
function told(headline: string, page: string, rest: string, card: APIEmbed | null): readonly Telling[] {
  const auction = auctionLinked(page);
  if (auction !== null) {
    const stage = STAGES.find(([pattern]) => pattern.test(headline))?.[1];
    return stage === undefined ? [] : [{ kind: stage, auction, card }];
  }
  const kind = HEADLINES.find(([pattern]) => pattern.test(headline))?.[1];
  if (kind === undefined) return [];
  const storm = STORM.exec(headline);
  const together = TOGETHER.exec(headline);
  const collection = collectionLinked(page);
  const [one] = itemsLinked(page);
  const forAny = kind === 'offer' && collection !== null ? [`${collection}/`] : null;
  return [
    {
      kind,
      items: forAny ?? (one === undefined ? itemsLinked(card?.description ?? '') : [one]),
      units: together === null ? null : numberIn(together[1]),
      txHash: transactionLinked(`${page}\n${rest}`),
      more: numberIn(MORE.exec(card?.description ?? '')?.[1]),
      storm: storm === null ? null : numberIn(storm[1]),
    },
  ];
}

/** What of an auction a line of a summary tells, by the signs that it begins with. */
const STAGE_SIGNS: readonly (readonly [sign: string, stage: AuctionStage | 'auction_bid'])[] = [
  ['🔨', 'auction_started'],
  ['📈', 'auction_bid'],
  ['⏰', 'auction_ending'],
  ['🏁', 'auction_ended'],
  ['🚫', 'auction_cancelled'],
];

/** A line of a summary without its markdown: `💰 [Punk #7](…) sold for **22.75 ETH** · <t:…>`. */
function lineTold(line: string): readonly Telling[] {
  const page = /\]\(([^)]*)\)/.exec(line)?.[1] ?? '';
  const auction = auctionLinked(page);
  if (auction !== null) {
    const [signs = ''] = line.split(' ');
    return STAGE_SIGNS.filter(([sign]) => signs.includes(sign)).map(([, kind]) => ({
      kind,
      auction,
      card: null,
    }));
  }
  const headline = line
    .replace(/ · <t:\d+(:\w)?>$/, '')
    .replace(/^\S+ /, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll('**', '')
    .replace(/(^|[^\\])\[/, '$1');
  return told(headline, page, '', null);
}

function lineCounted(line: string): readonly Counted[] {
  const [, digits, words] = /^\S+ ([\d,]+) (.+)$/u.exec(line) ?? [];
  const found = words === undefined ? undefined : COUNTED.find(([pattern]) => pattern.test(words));
  return found === undefined ? [] : [{ ...found[1], count: numberIn(digits) }];
}

function readDigest({ description = '' }: APIEmbed): ReadMessage {
  const lines = description.split('\n');
  const also = lines.indexOf('**And also**');
  const linked = (line: string): boolean => line.includes('](');
  return {
    tellings: lines.filter(linked).flatMap(lineTold),
    // Where nothing is named, all is counted from the first line on.
    counted: (also < 0 ? lines.filter((line) => !linked(line)) : lines.slice(also + 1)).flatMap(lineCounted),
  };
}

function readEmbed(embed: APIEmbed): ReadMessage {
  const { title = '', url = '', footer, fields = [] } = embed;
  if (!ALERT_MARK.test(footer?.text ?? '')) return { tellings: [], counted: [] };
  if (url === '' && DIGEST_TITLE.test(title)) return readDigest(embed);
  const rest = [embed.description, ...fields.map(({ value }) => value)].join('\n');
  return { tellings: told(title, url, rest, embed), counted: [] };
}

/** An edited message has another payload, so what was read of one stays right. */
const known = new WeakMap<APIMessage, ReadMessage>();

/** Reads what a message tells; nothing for what is no alert, whatever it links to. */
export function readMessage(message: APIMessage): ReadMessage {
  const before = known.get(message);
  if (before !== undefined) return before;
  const parts = message.embeds.map(readEmbed);
  const read = {
    tellings: parts.flatMap(({ tellings }) => tellings),
    counted: parts.flatMap(({ counted }) => counted),
  };
  known.set(message, read);
  return read;
}
