import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { atItsBid, errorsOf } from './card.ts';
import { AUCTION_STAGES, type AuctionStage, type KindCount } from './kinds.ts';
import type { Following } from './promises.ts';
import { readMessage, type Telling } from './tellings.ts';

/** What one channel was told of auctions, held against the ledger. */
export interface AuctionAudit {
  readonly byStage: Readonly<Record<AuctionStage, KindCount>>;
  /** Ids of the auctions whose end was due, and of those whose end was told there. */
  readonly ended: readonly string[];
  readonly told: readonly string[];
  /** Of what is lost, when it was due (ms since 1970). */
  readonly missedSinceMs: readonly number[];
  /** What is told that was told before, in words. */
  readonly again: readonly string[];
  /** What messages say that is not so, in words. */
  readonly wrong: readonly string[];
}

type AuctionTelling = Extract<Telling, { readonly auction: string }>;

/** Nobody is held to have seen what was there for less than this: the bot looks now and then. */
export const SEEN_AFTER_MS = 15_000;
/** The lead time of rules that say nothing else. */
const LEAD_MS = 600_000;

/** When a stage of the auction came, wall ms; `null` where it did not, or where the bot may not have seen it. */
function dueAt(
  stage: AuctionStage,
  auction: Auction,
  { fromMs, seenAfterMs }: { readonly fromMs: number; readonly seenAfterMs: number },
): number | null {
  const { shownAtMs, startedAtMs, firstEndsAtMs, endsAtMs, close } = auction;
  const cancelled = close !== null && close.how === 'cancelled' && close.atMs < endsAtMs;
  const overAtMs = cancelled ? close.atMs : endsAtMs;
  const visible = (atMs: number): boolean => overAtMs - atMs >= seenAfterMs;
  switch (stage) {
    case 'auction_started':
      return startedAtMs >= fromMs && visible(shownAtMs) ? shownAtMs : null;
    case 'auction_ending': {
      const atMs = Math.max(shownAtMs, firstEndsAtMs - LEAD_MS);
      return atMs >= fromMs && visible(atMs) ? atMs : null;
    }
    case 'auction_ended': {
      const known = close === null || close.how !== 'cancelled' || close.atMs - endsAtMs >= seenAfterMs;
      const watched = startedAtMs >= fromMs || endsAtMs - fromMs >= seenAfterMs;
      return !cancelled && known && watched ? endsAtMs : null;
    }
    case 'auction_cancelled':
      return cancelled && visible(Math.max(shownAtMs, fromMs)) ? close.shownAtMs : null;
    default:
      return stage satisfies never;
  }
}

/** When it is audited, and from when on nobody is held to have missed an auction. */
interface Moments {
  /** Wall ms; what comes later is not due yet. */
  readonly atMs: number;
  /** What was to be seen for less than this may have come and gone between two looks. */
  readonly seenAfterMs: number;
}

/** Whether any following promises this stage of the auction by `atMs`, and since when it is due. */
function promisedAt(
  followings: readonly Following[],
  stage: AuctionStage,
  auction: Auction,
  { atMs, seenAfterMs }: Moments,
): number | null {
  for (const { kinds, collection, filter, fromMs, toMs, certain } of followings) {
    const open = certain && filter !== null && Object.keys(filter).length === 0;
    if (!open || !kinds.includes(stage)) continue;
    if (collection !== null && collection !== auction.collection) continue;
    const due = dueAt(stage, auction, { fromMs, seenAfterMs });
    if (due !== null && due < toMs && due <= atMs) return due;
  }
  return null;
}

/**
 * What the cards of one auction say that is not so: as they are now, and of its end as it was ever told. A bid beside a
 * card goes on telling of itself.
 */
function wrongOf(
  auction: Auction,
  stage: AuctionTelling['kind'],
  message: StoredMessage,
  beside: boolean,
): readonly string[] {
  const key = `${auction.collection}/${auction.number}`;
  const cardsOf = (payload: StoredMessage['payload']) =>
    readMessage(payload).tellings.flatMap((telling) =>
      'auction' in telling && telling.auction === key && telling.card !== null ? [telling.card] : [],
    );
  const now = cardsOf(message.payload).flatMap((card) =>
    stage === 'auction_bid' && beside
      ? errorsOf(card, atItsBid(card, auction), false)
      : errorsOf(card, auction, true),
  );
  const before =
    stage === 'auction_ended'
      ? message.edits
          .flatMap((edit) => cardsOf(edit.before))
          .flatMap((card) => errorsOf(card, auction, false))
      : [];
  return [...now, ...before].map((error) => `${stage} of ${auction.tokenName}: ${error}`);
}

/**
 * Holds what one channel was told of auctions against the ledger.
 * @param followings those of this channel
 * @param messages those of the bot
 */
export function auditAuctions(
  auctions: readonly Auction[],
  followings: readonly Following[],
  messages: readonly StoredMessage[],
  moments: Moments,
): AuctionAudit {
  const told = messages.flatMap((message) =>
    readMessage(message.payload).tellings.flatMap((telling) =>
      'auction' in telling ? [{ telling, message }] : [],
    ),
  );
  const byAuction = Map.groupBy(told, ({ telling }) => telling.auction);
  const counted = messages.flatMap(({ payload }) => readMessage(payload).counted);
  const ended: string[] = [];
  const endsTold: string[] = [];
  const missedSinceMs: number[] = [];
  const again: string[] = [];
  const wrong: string[] = [];

  const keyOf = ({ collection, number }: Auction): string => `${collection}/${number}`;

  function countOf(stage: AuctionStage): KindCount {
    // What a summary only counts may be any that is not named.
    let unnamed = counted.filter(({ kind }) => kind === stage).reduce((sum, { count }) => sum + count, 0);
    const count = { due: 0, posted: 0, lost: 0, twice: 0 };
    for (const auction of auctions) {
      const times = (byAuction.get(keyOf(auction)) ?? []).filter(({ telling }) => telling.kind === stage);
      count.twice += Math.max(0, times.length - 1);
      for (const { message } of times.slice(1))
        again.push(
          `${stage} of ${keyOf(auction)} in message ${message.payload.id}, at ${new Date(message.acceptedAtMs).toISOString()}`,
        );
      const since = promisedAt(followings, stage, auction, moments);
      if (since === null) continue;
      count.due += 1;
      if (stage === 'auction_ended') ended.push(auction.id);
      const byName = times.length > 0;
      if (!byName && unnamed === 0) {
        count.lost += 1;
        missedSinceMs.push(since);
        continue;
      }
      if (!byName) unnamed -= 1;
      count.posted += 1;
      if (stage === 'auction_ended') endsTold.push(auction.id);
    }
    return count;
  }

  const [started, ending, over, cancelled] = AUCTION_STAGES.map(countOf);
  for (const auction of auctions)
    for (const [place, { telling, message }] of (byAuction.get(keyOf(auction)) ?? []).entries())
      wrong.push(...wrongOf(auction, telling.kind, message, place > 0));

  const none: KindCount = { due: 0, posted: 0, lost: 0, twice: 0 };
  return {
    byStage: {
      auction_started: started ?? none,
      auction_ending: ending ?? none,
      auction_ended: over ?? none,
      auction_cancelled: cancelled ?? none,
    },
    ended,
    told: endsTold,
    missedSinceMs,
    again,
    wrong,
  };
}
