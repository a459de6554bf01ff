import type { StoredMessage } from '../discord/local-discord.ts';
import type { Auction } from '../marketplace/world/auctions/auction.ts';
import type { Period } from './expected-alerts.ts';
import type { AuctionStage, KindCount } from './kind-counts.ts';
import { auctionAtBid, statedErrors } from './live-message-check.ts';
import { type PostedAuctionAlert, readMessage } from './message-reader.ts';

/** What one channel posted about auctions, compared with the ledger. */
export interface AuctionCheck {
  readonly byStage: Readonly<Record<AuctionStage, KindCount>>;
  /** Ids of the auctions whose end was due in the channel, and of those whose end was posted there. */
  readonly ended: readonly string[];
  readonly announced: readonly string[];
  /** Epoch ms at which each missing message was due. */
  readonly missedSinceMs: readonly number[];
  /** Descriptions of messages that post what was posted before. */
  readonly unexpected: readonly string[];
  /** Descriptions of messages that are missing, and of those that may be missing. */
  readonly missing: readonly string[];
  readonly undecided: readonly string[];
  /** Descriptions of statements that contradict the ledger. */
  readonly wrong: readonly string[];
}

type Stage = AuctionStage | 'auction_bid';

/** What was visible for less than this may have fallen between two polls of the bot, so no message is expected. */
export const MIN_VISIBLE_MS = 15_000;
/** So many finished polls read an auction for certain: one of them may have failed, for example because its process lost its lease. */
const MIN_POLLS = 2;
/** The lead time of rules without a setting of their own. */
const DEFAULT_LEAD_MS = 600_000;

function isCancelled({ close, endsAtMs }: Auction): boolean {
  return close !== null && close.how === 'cancelled' && close.atMs < endsAtMs;
}

/** Epoch ms. */
function overAtMsOf(auction: Auction): number {
  const { close, endsAtMs } = auction;
  return close !== null && isCancelled(auction) ? close.atMs : endsAtMs;
}

/**
 * Whether the bot read the auction before it was over. One that is killed every few seconds may be without a finished poll for longer
 * than an auction lasts, on a busy machine for a minute; then only the end is posted, in every channel (docs/delivery.md).
 */
function wasRead(auction: Auction, polls: readonly number[] | null): boolean {
  if (polls === null) return true;
  const beforeMs = overAtMsOf(auction) - 1_000;
  return polls.filter((atMs) => atMs >= auction.shownAtMs && atMs < beforeMs).length >= MIN_POLLS;
}

/**
 * Wall ms at which a stage of the auction became visible; `null` where it did not occur, or where the bot may
 * have missed it.
 */
function dueAt(
  stage: AuctionStage,
  auction: Auction,
  { fromMs, minVisibleMs, polls }: Pick<CheckTimes, 'fromMs' | 'minVisibleMs' | 'polls'>,
): number | null {
  const { shownAtMs, startedAtMs, firstEndsAtMs, endsAtMs, close } = auction;
  const cancelled = isCancelled(auction);
  const isRead = wasRead(auction, polls);
  const visible = (atMs: number): boolean => overAtMsOf(auction) - atMs >= minVisibleMs;
  switch (stage) {
    case 'auction_started':
      return startedAtMs >= fromMs && visible(shownAtMs) && isRead ? shownAtMs : null;
    case 'auction_ending': {
      const atMs = Math.max(shownAtMs, firstEndsAtMs - DEFAULT_LEAD_MS);
      return atMs >= fromMs && visible(atMs) ? atMs : null;
    }
    case 'auction_ended': {
      const known = close === null || close.how !== 'cancelled' || close.atMs - endsAtMs >= minVisibleMs;
      const watched = startedAtMs >= fromMs || endsAtMs - fromMs >= minVisibleMs;
      return !cancelled && known && watched ? endsAtMs : null;
    }
    case 'auction_cancelled':
      return close !== null && cancelled && visible(Math.max(shownAtMs, fromMs)) && isRead
        ? close.shownAtMs
        : null;
    default:
      return stage satisfies never;
  }
}

/** An interval in which at least one rule asks for the stage. Epoch ms. */
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

/** Since when a stage is due as of `atMs`, and whether the rules were being changed then. */
function expectedAt(
  periods: readonly Period[],
  stage: AuctionStage,
  auction: Auction,
  { atMs, minVisibleMs, fromMs, polls }: CheckTimes,
): { readonly sinceMs: number; readonly open: boolean } | null {
  for (const span of spansOf(periods, stage, auction)) {
    const sinceMs = dueAt(stage, auction, { fromMs: Math.max(fromMs, span.fromMs), minVisibleMs, polls });
    if (sinceMs !== null && sinceMs < span.toMs && sinceMs <= atMs)
      return { sinceMs, open: span.toMs - sinceMs < minVisibleMs };
  }
  return null;
}

/** The API reports whole seconds. */
const isNear = (at: number, ms: number): boolean => Math.abs(at * 1_000 - ms) <= 1_000;

/**
 * The stages that a message's timestamp fits. The coming end is posted ahead of time, so it fits any moment
 * before the end.
 */
function stagesAt(auction: Auction, at: number | null): readonly Stage[] {
  if (at === null) return [];
  const { startedAtMs, endsAtMs, close, bids } = auction;
  const stages: Stage[] = [];
  if (isNear(at, startedAtMs)) stages.push('auction_started');
  if (isNear(at, endsAtMs)) stages.push('auction_ended');
  if (close !== null && isNear(at, close.atMs))
    stages.push(close.how === 'cancelled' ? 'auction_cancelled' : 'auction_ended');
  if (bids.some(({ atMs }) => isNear(at, atMs))) stages.push('auction_bid');
  if (at * 1_000 >= startedAtMs - 1_000 && at * 1_000 < endsAtMs) stages.push('auction_ending');
  return stages;
}

/** A message and the stage that it posts; `null` where the stage is ambiguous. */
interface AuctionPost {
  readonly stage: Stage | null;
  readonly message: StoredMessage;
  /** Whether it is a line of a summary, which names each of its stages. */
  readonly inSummary: boolean;
}

/** Assigns a stage to each message: unambiguous ones first, then the stages that are left. */
function stagesOfPosts(
  auction: Auction,
  posts: readonly { readonly posted: PostedAuctionAlert; readonly message: StoredMessage }[],
): readonly AuctionPost[] {
  const choices = posts.map(({ posted, message }) => ({
    message,
    inSummary: posted.embed === null,
    stages: posted.stage === null ? stagesAt(auction, posted.at) : [posted.stage],
  }));
  const taken = new Set<Stage>(
    choices.flatMap(({ stages: [only, ...more] }) => (only && more.length === 0 ? [only] : [])),
  );
  return choices.map(({ message, inSummary, stages }, place) => {
    if (stages.length <= 1) return { message, inSummary, stage: stages[0] ?? null };
    // Where the auction was posted before, its bids are edits.
    const likely =
      place === 0
        ? stages
        : stages.toSorted((a, b) => Number(a === 'auction_bid') - Number(b === 'auction_bid'));
    // Only bids can occur more than once.
    const repeatable = likely.find((one) => one === 'auction_bid') ?? likely[0] ?? null;
    const stage = likely.find((one) => !taken.has(one)) ?? repeatable;
    if (stage !== null) taken.add(stage);
    return { message, inSummary, stage };
  });
}

/** An end that is posted this long after it was due was delayed, and with it what was due before. */
const HELD_UP_MS = 30_000;

/**
 * Whether another message shows a stage that has no message of its own. A message that is posted after a stage was due
 * shows the auction as it stands by then: a start shows a coming end, and so does a delayed end or, if the bot is stopped
 * again and again, any end and any summary. The first message shows an end unless it is a bid. In a channel with live messages only, an
 * edit shows every stage.
 */
function isShownByAnother(
  stage: AuctionStage,
  posts: readonly AuctionPost[],
  { sinceMs, cardOnly, interrupted }: { sinceMs: number; cardOnly: boolean; interrupted: boolean },
  auction: Auction,
): boolean {
  const isEnding = stage === 'auction_ending';
  const overAtMs = overAtMsOf(auction);
  return posts.some(({ stage: other, inSummary, message: { acceptedAtMs, edits } }, place) => {
    if (inSummary) return isEnding && interrupted && acceptedAtMs >= sinceMs - 1_000;
    if (cardOnly && edits.some(({ atMs }) => atMs >= sinceMs - 1_000)) return true;
    if (isEnding && interrupted && (acceptedAtMs >= overAtMs || edits.some(({ atMs }) => atMs >= overAtMs)))
      return true;
    if (!isEnding && stage !== 'auction_started' && place === 0 && other !== 'auction_bid')
      return acceptedAtMs > sinceMs;
    // The API reports whole seconds.
    if (isEnding && other === 'auction_started') return acceptedAtMs >= sinceMs - 1_000;
    return isEnding && other === 'auction_ended' && acceptedAtMs >= overAtMs + HELD_UP_MS;
  });
}

/** The time of the check, and the limits of what is expected. */
interface CheckTimes {
  /** What was due before is not expected. Epoch ms. */
  readonly fromMs: number;
  /** What comes later is not due yet. Epoch ms. */
  readonly atMs: number;
  /** What was visible for less than this may have fallen between two polls. */
  readonly minVisibleMs: number;
  /**
   * Whether the bot is stopped again and again. Then any coming end may be overtaken by the end, which is shown instead
   * (`docs/decisions/037-one-card-for-an-auction.md`).
   */
  readonly interrupted: boolean;
  /** When each poll of the auctions was asked that the bot finished (`auction-polls.ts`). */
  readonly polls: readonly number[] | null;
}

/**
 * Statements of an auction's live messages that contradict the ledger: in their present form and, of the end,
 * in every form before. A bid posted beside a live message keeps describing that bid, and a coming end is not edited.
 */
function statementErrors(
  auction: Auction,
  { stage, message }: AuctionPost,
  beside: boolean,
): readonly string[] {
  if (stage === 'auction_ending' && beside) return [];
  const key = `${auction.collection}/${auction.number}`;
  const embedsOf = (payload: StoredMessage['payload']) =>
    readMessage(payload).posted.flatMap((posted) =>
      posted.type === 'auction' && posted.auction === key && posted.embed !== null ? [posted.embed] : [],
    );
  const now = embedsOf(message.payload).flatMap((embed) =>
    stage === 'auction_bid' && beside
      ? statedErrors(embed, auctionAtBid(embed, auction), false, beside)
      : statedErrors(embed, auction, true, beside),
  );
  const before =
    stage === 'auction_ended'
      ? message.edits
          .flatMap((edit) => embedsOf(edit.before))
          .flatMap((embed) => statedErrors(embed, auction, false, beside))
      : [];
  return [...now, ...before].map((error) => `${stage} of ${auction.tokenName}: ${error}`);
}

/**
 * Compares what one channel posted about auctions with the ledger.
 * @param messages the bot's messages
 */
export function checkAuctions(
  auctions: readonly Auction[],
  periods: readonly Period[],
  messages: readonly StoredMessage[],
  checkTimes: CheckTimes,
): AuctionCheck {
  // A live message's first payload is the one that it was posted with; edits show the auction as it stands now.
  const posts = messages.flatMap((message) =>
    readMessage(message.edits[0]?.before ?? message.payload).posted.flatMap((posted) =>
      posted.type === 'auction' ? [{ posted, message }] : [],
    ),
  );
  const byAuction = Map.groupBy(posts, ({ posted }) => posted.auction);
  const postsOf = new Map(
    auctions.map((auction) => [
      auction,
      stagesOfPosts(auction, byAuction.get(`${auction.collection}/${auction.number}`) ?? []),
    ]),
  );
  const counted = messages.flatMap(({ payload }) => readMessage(payload).counted);
  const waits = periods.at(-1)?.delaysAlerts === true;
  const cardOnly = periods.at(-1)?.cardOnly === true;
  const ended: string[] = [];
  const announcedEnds: string[] = [];
  const missedSinceMs: number[] = [];
  const unexpected: string[] = [];
  const missing: string[] = [];
  const undecided: string[] = [];
  /** Auctions of which a summary counts another stage without naming it. */
  const countedOnly = new Set<Auction>();

  function countOf(stage: AuctionStage): KindCount {
    // What a summary only counts may be any due alert that no message names.
    let unnamed = counted.filter(({ kind }) => kind === stage).reduce((sum, { count }) => sum + count, 0);
    // The missing one may then stand for another, which the count was taken for.
    const orAnother = unnamed === 0 ? '' : ', or another one that a summary counts';
    const count = { due: 0, posted: 0, lost: 0, twice: 0 };
    for (const [auction, all] of postsOf) {
      const times = all.filter((one) => one.stage === stage);
      const words = `${stage} of ${auction.collection}/${auction.number}`;
      count.twice += Math.max(0, times.length - 1);
      for (const { message } of times.slice(1))
        unexpected.push(
          `${words} in message ${message.payload.id}, at ${new Date(message.acceptedAtMs).toISOString()}`,
        );
      const expected = expectedAt(periods, stage, auction, checkTimes);
      if (expected === null) continue;
      const { sinceMs } = expected;
      const shownByAnother = isShownByAnother(
        stage,
        all,
        { sinceMs, cardOnly, interrupted: checkTimes.interrupted },
        auction,
      );
      const countedElsewhere =
        stage === 'auction_ending' && checkTimes.interrupted && countedOnly.has(auction);
      const byName = times.length > 0 || shownByAnother || countedElsewhere;
      if (!byName && unnamed === 0) {
        if (waits) continue;
        if (expected.open || all.some((one) => one.stage === null)) {
          undecided.push(words);
          continue;
        }
        count.lost += 1;
        missing.push(`${words}, due at ${new Date(expected.sinceMs).toISOString()}${orAnother}`);
        missedSinceMs.push(expected.sinceMs);
      } else {
        if (!byName) {
          unnamed -= 1;
          countedOnly.add(auction);
        }
        count.posted += 1;
        if (stage === 'auction_ended') announcedEnds.push(auction.id);
      }
      count.due += 1;
      if (stage === 'auction_ended') ended.push(auction.id);
    }
    return count;
  }

  const started = countOf('auction_started');
  const over = countOf('auction_ended');
  const cancelled = countOf('auction_cancelled');
  // Last, because what summaries count of an auction stands for its coming end, too.
  const ending = countOf('auction_ending');
  const wrong = [...postsOf].flatMap(([auction, all]) =>
    all.flatMap((one, place) => statementErrors(auction, one, place > 0)),
  );
  return {
    byStage: {
      auction_started: started,
      auction_ending: ending,
      auction_ended: over,
      auction_cancelled: cancelled,
    },
    ended,
    announced: announcedEnds,
    missedSinceMs,
    unexpected,
    missing,
    undecided,
    wrong,
  };
}
