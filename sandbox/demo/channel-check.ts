import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { type AuctionCheck, checkAuctions } from './auction-check.ts';
import { checkFeed, type FeedCheck, type FeedSide } from './feed-check.ts';
import { AUCTION_STAGES, countKinds, type KindCounts, sumKinds, TOLD_KINDS } from './kinds.ts';
import type { Period, Unit } from './owed.ts';

/** What one channel was told, by kind, and when. */
export interface ChannelCheck
  extends Pick<FeedCheck, 'overtakenAtMs' | 'tellings' | 'again' | 'missing' | 'undecided'> {
  readonly kinds: KindCounts;
  readonly auctions: Pick<AuctionCheck, 'ended' | 'told' | 'wrong'>;
}

/** How the auctions went, in all channels together. */
export interface AuctionSummary {
  /** Auctions that came to their end while a channel followed, and those that each such channel was told of. */
  readonly ended: number;
  readonly told: number;
  /** Messages of a start, a coming end, an end or a cancellation that are missing, or there again. */
  readonly lost: number;
  readonly twice: number;
  /** Statements that are not so, by the ledger. */
  readonly wrong: number;
}

/** All channels together. */
export interface LedgerResult extends Pick<FeedCheck, 'overtakenAtMs' | 'tellings' | 'again' | 'missing'> {
  readonly alertsDue: number;
  /** Alerts due that are in their channel. */
  readonly alertsPosted: number;
  /** Alerts due that are not (yet) in their channel, and statements that are wrong. */
  readonly lost: number;
  /** Alerts in a channel beyond the one that is due, whoever follows what. */
  readonly twice: number;
  readonly kinds: KindCounts;
  readonly auctions: AuctionSummary;
  /** Alerts of which nobody can say whether they are lost. */
  readonly undecided: number;
  readonly undecidedInWords: readonly string[];
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

/** Later messages in the same channel tell that what was due so long before them did not just take its time. */
const OVERTAKEN_AFTER_MS = 30_000;

/** The ledger's side, as one check of all channels reads it. */
export interface LedgerSide extends Pick<FeedSide, 'readOf' | 'rankOf' | 'fromMs'> {
  readonly units: readonly Unit[];
  readonly auctions: readonly Auction[];
  /** Ends of auctions after this are not due yet. */
  readonly atMs: number;
  /** Auctions that were to be seen for less than this are owed their end alone. */
  readonly seenAfterMs: number;
}

/** Holds one channel's messages of the bot against what it is owed. */
export function checkChannel(
  { units, auctions, readOf, rankOf, ...moments }: LedgerSide,
  { name, periods }: { readonly name: string; readonly periods: readonly Period[] },
  messages: readonly StoredMessage[],
): ChannelCheck {
  const feed = checkFeed(units, { periods, readOf, rankOf, fromMs: moments.fromMs }, messages);
  const auction = checkAuctions(auctions, periods, messages, moments);
  const overtakenBy = (sinceMs: number): number[] => {
    const later = messages.find(({ acceptedAtMs }) => acceptedAtMs >= sinceMs + OVERTAKEN_AFTER_MS);
    return later === undefined ? [] : [later.acceptedAtMs];
  };
  const all = { ...feed.byKind, ...auction.byStage };
  const here = (words: readonly string[]): string[] => words.map((one) => `${name}: ${one}`);
  return {
    kinds: countKinds((kind) => all[kind]),
    auctions: auction,
    again: here([...feed.again, ...auction.again]),
    missing: here([...feed.missing, ...auction.missing]),
    undecided: here([...feed.undecided, ...auction.undecided]),
    overtakenAtMs: [...feed.overtakenAtMs, ...auction.missedSinceMs.flatMap(overtakenBy)],
    tellings: feed.tellings,
  };
}

/** Several channels' checks as one. */
export function inAll(checks: readonly ChannelCheck[]): LedgerResult {
  const kinds = sumKinds(checks.map((check) => check.kinds));
  const wrong = checks.flatMap(({ auctions }) => auctions.wrong);
  const sum = (of: 'due' | 'posted' | 'lost' | 'twice', among = TOLD_KINDS): number =>
    among.reduce((total, kind) => total + kinds[kind][of], 0);
  const ended = new Set(checks.flatMap(({ auctions }) => auctions.ended));
  const toldEverywhere = (id: string): boolean =>
    checks.every(({ auctions }) => !auctions.ended.includes(id) || auctions.told.includes(id));
  return {
    alertsDue: sum('due'),
    alertsPosted: sum('posted'),
    lost: sum('lost') + wrong.length,
    twice: sum('twice'),
    kinds,
    auctions: {
      ended: ended.size,
      told: [...ended].filter(toldEverywhere).length,
      lost: sum('lost', AUCTION_STAGES),
      twice: sum('twice', AUCTION_STAGES),
      wrong: wrong.length,
    },
    again: checks.flatMap((check) => check.again),
    missing: checks.flatMap((check) => check.missing),
    undecided: checks.reduce((total, { undecided }) => total + undecided.length, 0),
    undecidedInWords: checks.flatMap(({ undecided }) => undecided),
    wrong,
    overtakenAtMs: checks.flatMap((check) => check.overtakenAtMs),
    tellings: checks.flatMap((check) => check.tellings),
  };
}
