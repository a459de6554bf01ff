import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import type { Alert } from '#src/alerts/alert.ts';
import { notice } from '#src/alerts/kinds/notice.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { EditOutcome, ReadBack, SendOutcome } from '#src/outbox/posting.ts';
import type { MessageLayout } from '#src/store/model/delivery.ts';
import { HELD_CODES, type HeldReason } from '#src/store/model/held.ts';
import { STOP_REASONS, stopReason } from './stop-reason.ts';

/** One alert that was posted. */
export interface PostedAlert {
  readonly kind: Alert['topic'];
  readonly layout: MessageLayout;
  /** Time since its ingestion, ms; `null` if another process ingested it. */
  readonly sinceIngestedMs: number | null;
  /** Time since its event, ms. */
  readonly sinceEventMs: number;
}

/** Counts alerts and messages. */
export interface DeliveryMetrics {
  /** Counts an alert that was ingested for this many channels. */
  due(kind: Alert['topic'], channels: number): void;
  posted(alert: PostedAlert): void;
  sent(outcome: SendOutcome): void;
  readBack(outcome: ReadBack['type']): void;
  edited(what: 'edit' | 'publish', outcome: EditOutcome): void;
  /** Counts a channel queue that was stopped by a message that may or may not have been posted. */
  held(reason: HeldReason): void;
  givenUp(reason: 'refused' | 'unverifiable'): void;
  expired(deliveries: number): void;
}

const KINDS: readonly Alert['topic'][] = [...TOPICS, notice.kind];
const SEND_OUTCOMES: readonly SendOutcome['type'][] = [
  'sent',
  'refused',
  'invalid',
  'stopped',
  'unauthorized',
  'ambiguous',
];
const LATENCY_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 21_600];

export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const alertsDue = new Counter({
    name: 'gavel_alerts_due_total',
    help: 'Alerts that were ingested into the outbox, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const deliveriesDue = new Counter({
    name: 'gavel_deliveries_due_total',
    help: 'Deliveries (one for each alert and channel) that were added to the outbox, by kind of alert.',
    labelNames: ['kind'],
    registers,
  });
  const deliveriesSent = new Counter({
    name: 'gavel_deliveries_sent_total',
    help: 'Alerts that Discord accepted, by kind and layout: card (an embed), text (the fallback), summary (part of a summary).',
    labelNames: ['kind', 'layout'],
    registers,
  });
  for (const kind of KINDS) {
    alertsDue.inc({ kind }, 0);
    deliveriesDue.inc({ kind }, 0);
    deliveriesSent.inc({ kind, layout: 'card' }, 0);
  }
  const latency = new Histogram({
    name: 'gavel_delivery_latency_seconds',
    help: 'Time from the ingestion of an alert until Discord accepted it, for alerts that this process ingested.',
    labelNames: ['layout'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const eventLatency = new Histogram({
    name: 'gavel_event_latency_seconds',
    help: 'Time from an event until Discord accepted its alert.',
    labelNames: ['layout'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const messages = new Counter({
    name: 'gavel_message_attempts_total',
    help: 'Requests to post a message, by outcome; all outcomes except sent, stopped and unauthorized lead to a retry.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of SEND_OUTCOMES) messages.inc({ outcome }, 0);
  const stops = new Counter({
    name: 'gavel_queue_stops_total',
    help: 'Number of times that a channel was stopped, by reason.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of STOP_REASONS) stops.inc({ reason }, 0);
  const readBacks = new Counter({
    name: 'gavel_read_backs_total',
    help: 'Searches in a channel for a message whose answer was lost, by result.',
    labelNames: ['outcome'],
    registers,
  });
  const touchUps = new Counter({
    name: 'gavel_edits_total',
    help: 'Requests to edit a live message or to publish one, by outcome.',
    labelNames: ['what', 'outcome'],
    registers,
  });
  const givenUp = new Counter({
    name: 'gavel_messages_given_up_total',
    help: 'Messages that were given up: refused in every layout, or no user is left to confirm whether they were posted.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['refused', 'unverifiable']) givenUp.inc({ reason }, 0);
  const expired = new Counter({
    name: 'gavel_deliveries_expired_total',
    help: 'Deliveries that waited for more than six hours and were dropped.',
    registers,
  });

  return {
    due(kind, channels) {
      alertsDue.inc({ kind });
      deliveriesDue.inc({ kind }, channels);
    },
    posted({ kind, layout, sinceIngestedMs, sinceEventMs }) {
      deliveriesSent.inc({ kind, layout });
      eventLatency.observe({ layout }, Math.max(0, sinceEventMs) / 1_000);
      if (sinceIngestedMs !== null) latency.observe({ layout }, Math.max(0, sinceIngestedMs) / 1_000);
    },
    sent(outcome) {
      messages.inc({ outcome: outcome.type });
      if (outcome.type === 'stopped') stops.inc({ reason: stopReason(outcome.code) });
    },
    readBack(outcome) {
      readBacks.inc({ outcome });
    },
    edited(what, outcome) {
      touchUps.inc({ what, outcome: outcome.type });
      if (outcome.type === 'stopped') stops.inc({ reason: stopReason(outcome.code) });
    },
    held(reason) {
      stops.inc({ reason: stopReason(HELD_CODES[reason]) });
    },
    givenUp(reason) {
      givenUp.inc({ reason });
    },
    expired(deliveries) {
      expired.inc(deliveries);
    },
  };
}
