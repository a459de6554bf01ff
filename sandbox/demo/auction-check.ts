import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import { AUCTION_STAGES, type AuctionStage, type KindCount } from './kinds.ts';
import { atItsBid, errorsOf } from './live-message.ts';
import type { Period } from './owed.ts';
import { type AuctionPosted, readMessage } from './posted.ts';

/** What one channel was told of auctions, held against the ledger. */
export interface AuctionCheck {
  readonly byStage: Readonly<Record<AuctionStage, KindCount>>;
  /** Ids of the auctions whose end was due, and of those whose end was told there. */
  readonly ended: readonly string[];
  readonly told: readonly string[];
  /** Of what is lost, when it was due (epoch ms). */
  readonly missedSinceMs: readonly number[];
  /** What is told that was told before, in words. */
  readonly again: readonly string[];
  /** What is owed and not there, and what may be, in words. */
  readonly missing: readonly string[];
  readonly undecided: readonly string[];
  /** What messages say that is not so, in words. */
  readonly wrong: readonly string[];
}

type Stage = AuctionStage | 'auction_bid';

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

/** A time in which some rule asks for the stage, whatever else was changed meanwhile. Epoch ms. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

function spansOf(periods: readonly Period[], stage: AuctionStage, auction: Auction): readonly Span[] {
  const spans: Span[] = [];
  let before: Span | undefined;
  for (const { rules, fromMs, toMs } of periods) {
    const asked = rules.some(
      ({ kinds, collections, filter }) =>
        filter !== null &&
        Object.keys(filter).length === 0 &&
        kinds.includes(stage) &&
        (collections === null || collections.includes(auction.collection)),
    );
    if (asked) before = { fromMs: before?.fromMs ?? fromMs, toMs };
    if (before !== undefined && (!asked || toMs === Number.POSITIVE_INFINITY)) spans.push(before);
    if (!asked) before = undefined;
  }
  return before === undefined || spans.includes(before) ? spans : [...spans, before];
}

/** Since when a stage of the auction is due by `atMs`, and whether the rules were about to be changed then. */
function owedAt(
  periods: readonly Period[],
  stage: AuctionStage,
  auction: Auction,
  { atMs, seenAfterMs, fromMs }: Moments,
): { readonly sinceMs: number; readonly open: boolean } | null {
  for (const span of spansOf(periods, stage, auction)) {
    const sinceMs = dueAt(stage, auction, { fromMs: Math.max(fromMs, span.fromMs), seenAfterMs });
    if (sinceMs !== null && sinceMs < span.toMs && sinceMs <= atMs)
      return { sinceMs, open: span.toMs - sinceMs < seenAfterMs };
  }
  return null;
}

/** Clocks of the API tell whole seconds. */
const near = (at: number, ms: number): boolean => Math.abs(at * 1_000 - ms) <= 1_000;

/** What the moment of a message may mean in the auction's life; the coming end is told by the clock, at any moment. */
function stagesAt(auction: Auction, at: number | null): readonly Stage[] {
  if (at === null) return [];
  const { startedAtMs, endsAtMs, close, bids } = auction;
  const stages: Stage[] = [];
  if (near(at, startedAtMs)) stages.push('auction_started');
  if (near(at, endsAtMs)) stages.push('auction_ended');
  if (close !== null && near(at, close.atMs))
    stages.push(close.how === 'cancelled' ? 'auction_cancelled' : 'auction_ended');
  if (bids.some(({ atMs }) => near(at, atMs))) stages.push('auction_bid');
  if (at * 1_000 >= startedAtMs - 1_000 && at * 1_000 < endsAtMs) stages.push('auction_ending');
  return stages;
}

/** A message, and what of the auction it posts; `null` where that cannot be told. */
interface Told {
  readonly stage: Stage | null;
  readonly message: StoredMessage;
}

/** Which stage each message posts: first those that can be one only, then each what is left. */
function told(
  auction: Auction,
  posts: readonly { readonly posted: AuctionPosted; readonly message: StoredMessage }[],
): readonly Told[] {
  const choices = posts.map(({ posted, message }) => ({
    message,
    stages: posted.stage === null ? stagesAt(auction, posted.at) : [posted.stage],
  }));
  const taken = new Set<Stage>(
    choices.flatMap(({ stages: [only, ...more] }) => (only && more.length === 0 ? [only] : [])),
  );
  return choices.map(({ message, stages }, place) => {
    if (stages.length <= 1) return { message, stage: stages[0] ?? null };
    // Where the auction was posted before, its bids are edits.
    const likely =
      place === 0
        ? stages
        : stages.toSorted((a, b) => Number(a === 'auction_bid') - Number(b === 'auction_bid'));
    // Of all stages only bids come again and again.
    const again = likely.find((one) => one === 'auction_bid') ?? likely[0] ?? null;
    const stage = likely.find((one) => !taken.has(one)) ?? again;
    if (stage !== null) taken.add(stage);
    return { message, stage };
  });
}

/** When it is checked, and from when on nobody is held to have missed an auction. */
interface Moments {
  /** What was due before is not owed. Epoch ms. */
  readonly fromMs: number;
  /** Epoch ms; what comes later is not due yet. */
  readonly atMs: number;
  /** What was to be seen for less than this may have come and gone between two polls. */
  readonly seenAfterMs: number;
}

/**
 * What the live messages of one auction say that is not so: as they are now, and of its end as it was ever told. A bid
 * beside one goes on telling of itself.
 */
function wrongOf(auction: Auction, { stage, message }: Told, beside: boolean): readonly string[] {
  const key = `${auction.collection}/${auction.number}`;
  const embedsOf = (payload: StoredMessage['payload']) =>
    readMessage(payload).posted.flatMap((posted) =>
      posted.type === 'auction' && posted.auction === key && posted.embed !== null ? [posted.embed] : [],
    );
  const now = embedsOf(message.payload).flatMap((embed) =>
    stage === 'auction_bid' && beside
      ? errorsOf(embed, atItsBid(embed, auction), false)
      : errorsOf(embed, auction, true),
  );
  const before =
    stage === 'auction_ended'
      ? message.edits
          .flatMap((edit) => embedsOf(edit.before))
          .flatMap((embed) => errorsOf(embed, auction, false))
      : [];
  return [...now, ...before].map((error) => `${stage} of ${auction.tokenName}: ${error}`);
}

/**
 * Holds what one channel was told of auctions against the ledger.
 * @param messages those of the bot
 */
export function checkAuctions(
  auctions: readonly Auction[],
  periods: readonly Period[],
  messages: readonly StoredMessage[],
  moments: Moments,
): AuctionCheck {
  // A live message keeps what it was posted for in its first payload; edits show the auction as it stands.
  const posts = messages.flatMap((message) =>
    readMessage(message.edits[0]?.before ?? message.payload).posted.flatMap((posted) =>
      posted.type === 'auction' ? [{ posted, message }] : [],
    ),
  );
  const byAuction = Map.groupBy(posts, ({ posted }) => posted.auction);
  const toldOf = new Map(
    auctions.map((auction) => [
      auction,
      told(auction, byAuction.get(`${auction.collection}/${auction.number}`) ?? []),
    ]),
  );
  const counted = messages.flatMap(({ payload }) => readMessage(payload).counted);
  const waits = periods.at(-1)?.holds === true;
  const ended: string[] = [];
  const endsTold: string[] = [];
  const missedSinceMs: number[] = [];
  const again: string[] = [];
  const missing: string[] = [];
  const undecided: string[] = [];

  function countOf(stage: AuctionStage): KindCount {
    // What a summary only counts may be any that is due and not named.
    let unnamed = counted.filter(({ kind }) => kind === stage).reduce((sum, { count }) => sum + count, 0);
    const count = { due: 0, posted: 0, lost: 0, twice: 0 };
    for (const [auction, all] of toldOf) {
      const times = all.filter((one) => one.stage === stage);
      const words = `${stage} of ${auction.collection}/${auction.number}`;
      count.twice += Math.max(0, times.length - 1);
      for (const { message } of times.slice(1))
        again.push(
          `${words} in message ${message.payload.id}, at ${new Date(message.acceptedAtMs).toISOString()}`,
        );
      const owed = owedAt(periods, stage, auction, moments);
      if (owed === null) continue;
      const byName = times.length > 0;
      if (!byName && unnamed === 0) {
        if (waits) continue;
        if (owed.open || all.some((one) => one.stage === null)) {
          undecided.push(words);
          continue;
        }
        count.lost += 1;
        missing.push(`${words}, due at ${new Date(owed.sinceMs).toISOString()}`);
        missedSinceMs.push(owed.sinceMs);
      } else {
        if (!byName) unnamed -= 1;
        count.posted += 1;
        if (stage === 'auction_ended') endsTold.push(auction.id);
      }
      count.due += 1;
      if (stage === 'auction_ended') ended.push(auction.id);
    }
    return count;
  }

  const [started, ending, over, cancelled] = AUCTION_STAGES.map(countOf);
  const wrong = [...toldOf].flatMap(([auction, all]) =>
    all.flatMap((one, place) => wrongOf(auction, one, place > 0)),
  );
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
    missing,
    undecided,
    wrong,
  };
}
