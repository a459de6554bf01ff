import { isUrgent } from '#src/alerts/alert.ts';
import { type LeftToCard, leftToCard } from '#src/alerts/auctions/auction-card.ts';
import { type ChannelHold, type ChannelPreferences, holdOf } from '#src/alerts/channel-hold.ts';
import { rolesToPing } from '#src/alerts/ping.ts';
import type { PersonTarget } from '#src/store/model/channel-facts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { Delivery, Post } from '#src/store/model/delivery.ts';

/**
 * More waiting alerts than this are summarized. Discord accepts about one message per second in a channel: 30 live
 * messages take half a minute, and 30 other alerts fill three messages, one or two screens. Beyond that, nobody reads
 * single alerts, and newer ones would be delayed.
 */
const BACKLOG = 30;
/** How many waiting alerts are read to decide (`QueueWork.pending`): the maximum number of embeds in one message. */
export const PENDING_LIMIT = 10;
/** Why alerts are held back and summarised. */
type SummaryReason = ChannelHold['because'] | 'backlog';

/** What a channel queue does next. */
export type NextStep =
  | { readonly do: 'stop' }
  /** Resolve a post without an answer; no request before `notBefore`, epoch ms. */
  | { readonly do: 'settle'; readonly post: Post; readonly notBefore: number }
  /** Open the direct messages of the queue's user; `isDue` if a message waits for that. */
  | { readonly do: 'open'; readonly person: PersonTarget; readonly isDue: boolean }
  /** Drop the delivery: the live message of its topic already shows it. */
  | ({ readonly do: 'leave to card'; readonly deliveryId: number } & LeftToCard)
  /** `includeUrgent`: also summarise auctions about to end; otherwise those are posted before the summary. */
  | { readonly do: 'summarise'; readonly because: SummaryReason; readonly includeUrgent: boolean }
  | { readonly do: 'post'; readonly layout: 'card' | 'summary'; readonly urgent: boolean }
  /**
   * No message may be posted before `until` (epoch ms), or none is waiting (`null`). Edits are possible during the
   * wait.
   */
  | { readonly do: 'wait'; readonly until: number | null };

function isUrgentNow({ alert, summarised, urgent = false }: Delivery): boolean {
  return !summarised && (urgent || isUrgent(alert));
}

/**
 * Returns whether the live message already shows the alert. A live message that was posted late did not ping for the
 * end it shows, so an end that pings is posted.
 */
function leftToShownCard(
  delivery: Delivery,
  { lastPings }: QueueWork,
  { settings }: ChannelPreferences,
  at: number,
): LeftToCard | null {
  const { alert, shownState: state = null, shownSincePosted = false } = delivery;
  if (state === null) return null;
  const sincePosted = shownSincePosted && rolesToPing([delivery], settings.ping, lastPings, at).length === 0;
  return leftToCard(alert, { state, sincePosted }, settings);
}

/**
 * Returns whether auctions about to end are posted before the backlog is summarised. If `pending` only contains such
 * alerts, a summary is faster.
 */
function urgentGoesFirst({ pending }: QueueWork): boolean {
  const [first, ...others] = pending;
  return first !== undefined && isUrgentNow(first) && !others.every(isUrgentNow);
}

/** Whether the step, or an edit during its wait, sends a request to Discord. */
function needsRequest(step: NextStep, { staleMessages }: QueueWork): boolean {
  if (step.do === 'wait') return staleMessages.length > 0;
  return step.do === 'settle' || step.do === 'post';
}

/**
 * Decides a queue's next step from its stored work.
 * A user's direct messages are opened as soon as they watch something, so that the first message does not wait for
 * that. Otherwise, users are handled like channels.
 * @param work with at most `PENDING_LIMIT` pending deliveries
 * @param at epoch ms
 */
export function nextStep(work: QueueWork, preferences: ChannelPreferences, at: number): NextStep {
  const step = nextDelivery(work, preferences, at);
  const { person } = work.target;
  if (person === null || person.directChannelId !== null) return step;
  const isDue = needsRequest(step, work);
  if (!isDue && (step.do !== 'wait' || person.watchesNothing)) return step;
  return work.notBefore > at ? { do: 'wait', until: work.notBefore } : { do: 'open', person, isDue };
}

/**
 * Decides the next step for the queue's deliveries. Delayed alerts are summarized at once, so that they neither expire
 * nor are posted one by one later. Later alerts are posted after the summary, auctions about to end before it.
 */
function nextDelivery(work: QueueWork, preferences: ChannelPreferences, at: number): NextStep {
  if (work.state !== 'open') return { do: 'stop' };
  if (work.unsettled !== null) {
    return { do: 'settle', post: work.unsettled, notBefore: work.notBefore };
  }
  const [first] = work.pending;
  if (first === undefined) return { do: 'wait', until: null };
  for (const delivery of work.pending) {
    const left = leftToShownCard(delivery, work, preferences, at);
    if (left !== null) return { do: 'leave to card', deliveryId: delivery.id, ...left };
  }
  const unsummarised = work.waiting - work.toSummarise;
  const hold = holdOf(work, preferences, at);
  if (hold !== null) {
    const { includeUrgent, because, until } = hold;
    const urgent = includeUrgent ? 0 : (work.urgentWaiting ?? 0);
    if (unsummarised > urgent) return { do: 'summarise', because, includeUrgent };
    if (urgent === 0 && until > at) return { do: 'wait', until };
  }
  if (unsummarised > BACKLOG && !urgentGoesFirst(work))
    return { do: 'summarise', because: 'backlog', includeUrgent: isUrgentNow(first) };
  if (work.notBefore > at) return { do: 'wait', until: work.notBefore };
  if (first.summarised) return { do: 'post', layout: 'summary', urgent: false };
  return { do: 'post', layout: 'card', urgent: isUrgentNow(first) };
}
