import { Counter, Histogram, type Registry } from 'prom-client';
import type { Alert } from '../../domain/alert.ts';
import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import type { PostForm } from '../../domain/delivery.ts';
import { HELD_CODES, type HeldReason } from '../../domain/held.ts';
import type { ReadBack, SendOutcome, TouchUpOutcome } from '../../domain/posting.ts';
import { STOP_REASONS, stopReason } from './stop-reason.ts';

/** One alert that is in its channel. */
export interface ToldAlert {
  readonly kind: Alert['kind'];
  readonly form: PostForm;
  /** Since it was taken into the outbox, ms; `null` where another process did that. */
  readonly sinceTakenInMs: number | null;
  /** Since its event, ms. */
  readonly sinceEventMs: number;
}

/** Takes down what becomes of alerts. */
export interface DeliveryMetrics {
  /** An alert was taken into the outbox for so many channels. */
  due(kind: Alert['kind'], channels: number): void;
  told(alert: ToldAlert): void;
  sent(outcome: SendOutcome): void;
  readBack(outcome: ReadBack['type']): void;
  touchedUp(what: 'edit' | 'publish', outcome: TouchUpOutcome): void;
  /** A lane was stopped by a message of which nobody can say whether it was posted. */
  held(reason: HeldReason): void;
  givenUp(reason: 'refused' | 'unverifiable'): void;
  expired(deliveries: number): void;
}

const KINDS: readonly Alert['kind'][] = [...ALERT_KINDS, 'notice'];
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
    help: 'Alerts that were taken into the outbox, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const deliveriesDue = new Counter({
    name: 'gavel_deliveries_due_total',
    help: 'Channels that alerts were taken into the outbox for, by kind of alert.',
    labelNames: ['kind'],
    registers,
  });
  const deliveriesSent = new Counter({
    name: 'gavel_deliveries_sent_total',
    help: 'Alerts that Discord took, by kind and by form: rich (an embed), plain (the fallback), digest (part of a summary).',
    labelNames: ['kind', 'form'],
    registers,
  });
  for (const kind of KINDS) {
    alertsDue.inc({ kind }, 0);
    deliveriesDue.inc({ kind }, 0);
    deliveriesSent.inc({ kind, form: 'rich' }, 0);
  }
  const latency = new Histogram({
    name: 'gavel_delivery_latency_seconds',
    help: 'From an alert being taken into the outbox until Discord took it; of alerts of this process.',
    labelNames: ['form'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const eventLatency = new Histogram({
    name: 'gavel_event_latency_seconds',
    help: 'From an event until Discord took the alert about it.',
    labelNames: ['form'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const messages = new Counter({
    name: 'gavel_message_attempts_total',
    help: 'Requests to post a message, by outcome; every outcome but sent, stopped and unauthorized leads to a retry.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of SEND_OUTCOMES) messages.inc({ outcome }, 0);
  const stops = new Counter({
    name: 'gavel_lane_stops_total',
    help: 'Times that Discord refused a channel to the bot, by reason.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of STOP_REASONS) stops.inc({ reason }, 0);
  const readBacks = new Counter({
    name: 'gavel_read_backs_total',
    help: 'Looks into a channel for a message whose answer was lost, by what they showed.',
    labelNames: ['outcome'],
    registers,
  });
  const touchUps = new Counter({
    name: 'gavel_touch_ups_total',
    help: 'Requests to edit a live message or to publish one, by outcome.',
    labelNames: ['what', 'outcome'],
    registers,
  });
  const givenUp = new Counter({
    name: 'gavel_messages_given_up_total',
    help: 'Messages kept as dead: refused in every form, or nobody is left who can say whether Discord took them.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['refused', 'unverifiable']) givenUp.inc({ reason }, 0);
  const expired = new Counter({
    name: 'gavel_deliveries_expired_total',
    help: 'Alerts that waited for longer than six hours and are not told.',
    registers,
  });

  return {
    due(kind, channels) {
      alertsDue.inc({ kind });
      deliveriesDue.inc({ kind }, channels);
    },
    told({ kind, form, sinceTakenInMs, sinceEventMs }) {
      deliveriesSent.inc({ kind, form });
      eventLatency.observe({ form }, Math.max(0, sinceEventMs) / 1_000);
      if (sinceTakenInMs !== null) latency.observe({ form }, Math.max(0, sinceTakenInMs) / 1_000);
    },
    sent(outcome) {
      messages.inc({ outcome: outcome.type });
      if (outcome.type === 'stopped') stops.inc({ reason: stopReason(outcome.code) });
    },
    readBack(outcome) {
      readBacks.inc({ outcome });
    },
    touchedUp(what, outcome) {
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
