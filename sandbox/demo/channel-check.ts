import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { type AuctionCheck, checkAuctions } from './auction-check.ts';
import type { AlertUnit, Period } from './expected-alerts.ts';
import { checkFeed, type FeedCheck, type FeedExpectations } from './feed-check.ts';
import { ALERT_KINDS, AUCTION_STAGES, countKinds, type KindCounts, sumKinds } from './kind-counts.ts';
import { readMessage } from './message-reader.ts';

/** What one channel posted, by kind, and when. */
export interface ChannelCheck
  extends Pick<FeedCheck, 'overtakenAtMs' | 'deliveries' | 'unexpected' | 'missing' | 'undecided'> {
  readonly kinds: KindCounts;
  readonly auctions: Pick<AuctionCheck, 'ended' | 'announced' | 'wrong'>;
  readonly postedAgain: number;
}

/** Counts of auction alerts in all channels together. */
export interface AuctionSummary {
  /** Auctions that ended while a channel followed them, and those whose end was posted in every such channel. */
  readonly ended: number;
  readonly announced: number;
  /** Messages of a start, a coming end, an end or a cancellation that are missing, or posted again. */
  readonly lost: number;
  readonly twice: number;
  /** Statements that contradict the ledger. */
  readonly wrong: number;
}

/** All channels together. */
export interface LedgerResult
  extends Pick<FeedCheck, 'overtakenAtMs' | 'deliveries' | 'unexpected' | 'missing'> {
  readonly alertsDue: number;
  /** Due alerts that were posted. */
  readonly alertsPosted: number;
  /** Due alerts that are not posted (yet), and wrong statements. */
  readonly lost: number;
  /** Alerts posted more often than due. */
  readonly twice: number;
  /** Alerts that members asked to post again, which count as neither due nor twice. */
  readonly postedAgain: number;
  readonly kinds: KindCounts;
  readonly auctions: AuctionSummary;
  /** Alerts of which it cannot be decided whether they are lost. */
  readonly undecided: number;
  readonly undecidedTexts: readonly string[];
  /** Descriptions of wrong statements. */
  readonly wrong: readonly string[];
}

/** When the channel has messages this much later than an alert was due, the alert is lost and not late. */
const OVERTAKEN_AFTER_MS = 30_000;

/** The ledger's data, shared by the checks of all channels. */
export interface LedgerExpectations extends Pick<FeedExpectations, 'readOf' | 'rankOf' | 'fromMs'> {
  readonly units: readonly AlertUnit[];
  readonly auctions: readonly Auction[];
  /** Ends of auctions after this are not due yet. */
  readonly atMs: number;
  /** Of auctions that were visible for less than this, only the end is expected. */
  readonly minVisibleMs: number;
  /** Whether the bot is stopped again and again, so that a coming end may be overtaken by the end. */
  readonly interrupted: boolean;
  /** When each poll of the auctions was asked that the bot finished; `null` for one that was never stopped. Epoch ms. */
  readonly polls: readonly number[] | null;
}

/** Compares the bot's messages in one channel with the alerts that are expected there. */
export function checkChannel(
  { units, auctions, readOf, rankOf, ...checkTimes }: LedgerExpectations,
  { name, periods }: { readonly name: string; readonly periods: readonly Period[] },
  messages: readonly StoredMessage[],
): ChannelCheck {
  const feed = checkFeed(units, { periods, readOf, rankOf, fromMs: checkTimes.fromMs }, messages);
  const auction = checkAuctions(auctions, periods, messages, checkTimes);
  const overtakenBy = (sinceMs: number): number[] => {
    const later = messages.find(({ acceptedAtMs }) => acceptedAtMs >= sinceMs + OVERTAKEN_AFTER_MS);
    return later === undefined ? [] : [later.acceptedAtMs];
  };
  const all = { ...feed.byKind, ...auction.byStage };
  const withChannelName = (words: readonly string[]): string[] => words.map((one) => `${name}: ${one}`);
  return {
    kinds: countKinds((kind) => all[kind]),
    auctions: auction,
    postedAgain: messages.reduce((sum, { payload }) => sum + readMessage(payload).again, 0),
    unexpected: withChannelName([...feed.unexpected, ...auction.unexpected]),
    missing: withChannelName([...feed.missing, ...auction.missing]),
    undecided: withChannelName([...feed.undecided, ...auction.undecided]),
    overtakenAtMs: [...feed.overtakenAtMs, ...auction.missedSinceMs.flatMap(overtakenBy)],
    deliveries: feed.deliveries,
  };
}

/** Adds up the checks of several channels. */
export function sumChecks(checks: readonly ChannelCheck[]): LedgerResult {
  const kinds = sumKinds(checks.map((check) => check.kinds));
  const wrong = checks.flatMap(({ auctions }) => auctions.wrong);
  const sum = (of: 'due' | 'posted' | 'lost' | 'twice', among = ALERT_KINDS): number =>
    among.reduce((total, kind) => total + kinds[kind][of], 0);
  const ended = new Set(checks.flatMap(({ auctions }) => auctions.ended));
  const announcedEverywhere = (id: string): boolean =>
    checks.every(({ auctions }) => !auctions.ended.includes(id) || auctions.announced.includes(id));
  return {
    alertsDue: sum('due'),
    alertsPosted: sum('posted'),
    lost: sum('lost') + wrong.length,
    twice: sum('twice'),
    postedAgain: checks.reduce((total, { postedAgain }) => total + postedAgain, 0),
    kinds,
    auctions: {
      ended: ended.size,
      announced: [...ended].filter(announcedEverywhere).length,
      lost: sum('lost', AUCTION_STAGES),
      twice: sum('twice', AUCTION_STAGES),
      wrong: wrong.length,
    },
    unexpected: checks.flatMap((check) => check.unexpected),
    missing: checks.flatMap((check) => check.missing),
    undecided: checks.reduce((total, { undecided }) => total + undecided.length, 0),
    undecidedTexts: checks.flatMap(({ undecided }) => undecided),
    wrong,
    overtakenAtMs: checks.flatMap((check) => check.overtakenAtMs),
    deliveries: checks.flatMap((check) => check.deliveries),
  };
}
