import type { Delivery, Post } from '../../domain/delivery.ts';
import type { LaneWork } from '../../domain/lane.ts';
import { quietUntil } from '../../domain/quiet-hours.ts';
import type { ChannelSettings } from '../../domain/settings.ts';

/**
 * More alerts than this are told in a summary. Discord takes about one message a second in a channel, so 30 live messages,
 * which stand alone, are half a minute late at the end, and 30 others are three full messages: about as much as fits on a
 * screen or two. Beyond that nobody reads the single alert any more, and every newer one would wait behind them.
 */
const BACKLOG = 30;
const HOUR_MS = 3_600_000;
/** So many of those that wait must be looked at to decide (`LaneWork.pending`): as many as Discord takes in one message. */
export const ALERTS_LOOKED_AT = 10;
/** At the end of an hour the clocks of the store and the lane may be of two minds; then it is looked at again so late. */
const LOOK_AGAIN_MS = 1_000;

/** Why alerts are held back and folded into a summary. */
type FoldReason = 'quiet hours' | 'hourly limit' | 'backlog';

/** What a lane does next. */
export type NextStep =
  | { readonly do: 'stop' }
  /** No request about the post before `notBefore`, epoch ms. */
  | { readonly do: 'settle'; readonly post: Post; readonly notBefore: number }
  /** `urgentToo`: with the auctions about to end; else one that comes meanwhile goes before the summary. */
  | { readonly do: 'fold'; readonly because: FoldReason; readonly urgentToo: boolean }
  | { readonly do: 'post'; readonly form: 'rich' | 'digest'; readonly urgent: boolean }
  /** No message may be posted before `until` (epoch ms), or none waits (`null`). Messages can be touched up meanwhile. */
  | { readonly do: 'rest'; readonly until: number | null };

/** How a channel wants to be told, and where its clocks hang. */
export interface ToldHow {
  readonly settings: ChannelSettings;
  /** IANA name. */
  readonly timeZone: string;
}

function holdOf(
  work: LaneWork,
  { settings, timeZone }: ToldHow,
  at: number,
): { readonly until: number; readonly because: FoldReason } | null {
  const quiet = settings.quiet === null ? null : quietUntil(settings.quiet, timeZone, at);
  if (quiet !== null) return { until: quiet, because: 'quiet hours' };
  const { hourlyLimit } = settings;
  if (hourlyLimit === null || work.oldestPostOfHour === null || work.postsLastHour < hourlyLimit) return null;
  const until = Math.max(work.oldestPostOfHour + HOUR_MS, at + LOOK_AGAIN_MS);
  return { until, because: 'hourly limit' };
}

function isUrgent({ alert, folded }: Delivery): boolean {
  return !folded && alert.kind === 'auction_ending';
}

/**
 * Folding takes everything that waits, so a few auctions about to end are told by themselves before it. Are they more than
 * fit on a screen, the summary tells of them sooner than they would themselves.
 */
function goesBeforeBacklog({ pending }: LaneWork): boolean {
  const [first, ...others] = pending;
  return first !== undefined && isUrgent(first) && !others.every(isUrgent);
}

/**
 * Decides a lane's next step from what the store says. What is held back is folded at once, so that it neither expires nor is
 * told one by one later. What came since goes by itself after the summary; an auction about to end goes before it.
 * @param work with `ALERTS_LOOKED_AT` pending deliveries, where there are so many
 * @param at epoch ms
 */
export function nextStep(work: LaneWork, how: ToldHow, at: number): NextStep {
  if (work.state !== 'open') return { do: 'stop' };
  if (work.unsettled !== null) {
    return { do: 'settle', post: work.unsettled, notBefore: work.notBefore };
  }
  const [first] = work.pending;
  if (first === undefined) return { do: 'rest', until: null };
  const unfolded = work.waiting - work.toFold;
  const hold = holdOf(work, how, at);
  if (hold !== null) {
    return unfolded > 0
      ? { do: 'fold', because: hold.because, urgentToo: true }
      : { do: 'rest', until: hold.until };
  }
  if (unfolded > BACKLOG && !goesBeforeBacklog(work))
    return { do: 'fold', because: 'backlog', urgentToo: isUrgent(first) };
  if (work.notBefore > at) return { do: 'rest', until: work.notBefore };
  if (first.folded) return { do: 'post', form: 'digest', urgent: false };
  return { do: 'post', form: 'rich', urgent: isUrgent(first) };
}
