import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { auditFeed, type FeedAudit } from './audit.ts';
import { type AuctionAudit, auditAuctions } from './audit-auctions.ts';
import { AUCTION_STAGES, countKinds, type KindCounts, sumKinds, TOLD_KINDS } from './kinds.ts';
import type { Following, Unit } from './promises.ts';

/** What one channel was told, by kind, and when. */
export interface ChannelAudit extends Pick<FeedAudit, 'overtakenAtMs' | 'tellings'> {
  readonly kinds: KindCounts;
  readonly auctions: Pick<AuctionAudit, 'ended' | 'told' | 'wrong'>;
  readonly again: readonly string[];
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
export interface Audit extends Pick<FeedAudit, 'overtakenAtMs' | 'tellings'> {
  readonly alertsDue: number;
  /** Alerts due that are in their channel. */
  readonly alertsPosted: number;
  /** Alerts due that are not (yet) in their channel, and statements that are wrong. */
  readonly lost: number;
  /** Alerts in a channel beyond the one that is due, whoever follows what. */
  readonly twice: number;
  readonly kinds: KindCounts;
  readonly auctions: AuctionSummary;
  /** What is there again, in words. */
  readonly again: readonly string[];
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

/** Later messages in the same channel tell that what was due so long before them did not just take its time. */
const OVERTAKEN_AFTER_MS = 30_000;

/** The ledger's side, as one audit of all channels reads it. */
export interface LedgerSide {
  readonly units: readonly Unit[];
  readonly auctions: readonly Auction[];
  readonly rankOf: (record: LedgerRecord) => number | null;
  /** Ends of auctions after this are not due yet. */
  readonly atMs: number;
  /** Auctions that were to be seen for less than this are owed their end alone. */
  readonly seenAfterMs: number;
}

/** Holds one channel's messages of the bot against what was promised to it. */
export function auditChannel(
  { units, auctions, rankOf, ...moments }: LedgerSide,
  followings: readonly Following[],
  messages: readonly StoredMessage[],
): ChannelAudit {
  const feed = auditFeed(units, followings, messages, rankOf);
  const { byStage, missedSinceMs, ended, told, again, wrong } = auditAuctions(
    auctions,
    followings,
    messages,
    moments,
  );
  const overtakenBy = (sinceMs: number): number[] => {
    const later = messages.find(({ acceptedAtMs }) => acceptedAtMs >= sinceMs + OVERTAKEN_AFTER_MS);
    return later === undefined ? [] : [later.acceptedAtMs];
  };
  const all = { ...feed.byKind, ...byStage };
  return {
    kinds: countKinds((kind) => all[kind]),
    auctions: { ended, told, wrong },
    again: [...feed.again, ...again],
    overtakenAtMs: [...feed.overtakenAtMs, ...missedSinceMs.flatMap(overtakenBy)],
    tellings: feed.tellings,
  };
}

/** Several channels' audits as one. */
export function inAll(audits: readonly ChannelAudit[]): Audit {
  const kinds = sumKinds(audits.map((audit) => audit.kinds));
  const wrong = audits.flatMap(({ auctions }) => auctions.wrong);
  const sum = (of: 'due' | 'posted' | 'lost' | 'twice', among = TOLD_KINDS): number =>
    among.reduce((total, kind) => total + kinds[kind][of], 0);
  const ended = new Set(audits.flatMap(({ auctions }) => auctions.ended));
  const toldEverywhere = (id: string): boolean =>
    audits.every(({ auctions }) => !auctions.ended.includes(id) || auctions.told.includes(id));
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
    again: audits.flatMap((audit) => audit.again),
    wrong,
    overtakenAtMs: audits.flatMap((audit) => audit.overtakenAtMs),
    tellings: audits.flatMap((audit) => audit.tellings),
  };
}
