import { Gauge, type Registry } from '@prometheus-io/client';
import { LATE_REASONS } from '#src/store/model/channel-queue.ts';
import type { OutboxFigures } from '#src/store/model/health.ts';
import { stopReason } from './stop-reason.ts';

/** Sets the gauges of the outbox; `null` if the store cannot be read. */
export type SetOutboxGauges = (figures: OutboxFigures | null) => void;

/** @param now epoch ms */
export function createOutboxMetrics(registry: Registry, now: () => number): SetOutboxGauges {
  const registers = [registry];
  const deliveries = new Gauge({
    name: 'gavel_outbox_deliveries',
    help: 'Waiting deliveries, in open and in stopped channel queues.',
    labelNames: ['queue'],
    registers,
  });
  const messages = new Gauge({
    name: 'gavel_outbox_messages',
    help: 'Messages in progress: sending (a request may be running), ambiguous (the answer was lost).',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'gavel_outbox_oldest_event_age_seconds',
    help: 'Age of the oldest event that waits in an open channel queue; 0 if none waits.',
    registers,
  });
  const late = new Gauge({
    name: 'gavel_queues_late',
    help: 'Channels with a delivery that is due for more than a minute, by reason: unanswered (Discord refuses a message or does not answer), limited (rate limit), queue (more than Discord accepts at once).',
    labelNames: ['reason'],
    registers,
  });
  const edits = new Gauge({
    name: 'gavel_outbox_edits',
    help: 'Live messages that show an outdated state.',
    registers,
  });
  const stopped = new Gauge({
    name: 'gavel_queues_stopped',
    help: 'Stopped channels with rules, by reason.',
    labelNames: ['state', 'reason'],
    registers,
  });
  const rules = new Gauge({ name: 'gavel_rules', help: 'Number of rules in all servers.', registers });

  function show(figures: OutboxFigures): void {
    deliveries.set({ queue: 'open' }, figures.waiting);
    deliveries.set({ queue: 'stopped' }, figures.waitingInStopped);
    messages.set({ state: 'sending' }, figures.sending);
    messages.set({ state: 'ambiguous' }, figures.ambiguous);
    const since = figures.oldestWaitingSince;
    oldest.set(since === null ? 0 : Math.max(0, now() / 1_000 - since));
    for (const reason of LATE_REASONS) late.set({ reason }, figures.late[reason]);
    edits.set(figures.toEdit);
    rules.set(figures.rules);
    stopped.reset();
    for (const { state, code, queues } of figures.stopped) {
      stopped.inc({ state, reason: stopReason(code) }, queues);
    }
  }

  const up = new Gauge({
    name: 'gavel_store_up',
    help: '1 if the database can be read; otherwise the outbox metrics show their last known values.',
    registers,
  });

  return (figures) => {
    up.set(figures === null ? 0 : 1);
    if (figures !== null) show(figures);
  };
}
