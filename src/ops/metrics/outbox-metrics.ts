import { Gauge, type Registry } from 'prom-client';
import { LATE_REASONS } from '../../domain/lane.ts';
import type { OutboxFigures } from '../../store/health-store.ts';
import { stopReason } from './stop-reason.ts';

/** Shows how full the outbox is; `null` while the store cannot be read. */
export type ShowOutbox = (figures: OutboxFigures | null) => void;

/** @param now epoch ms */
export function createOutboxMetrics(registry: Registry, now: () => number): ShowOutbox {
  const registers = [registry];
  const deliveries = new Gauge({
    name: 'gavel_outbox_deliveries',
    help: 'Deliveries that wait: in open lanes, and in stopped ones.',
    labelNames: ['lane'],
    registers,
  });
  const messages = new Gauge({
    name: 'gavel_outbox_messages',
    help: 'Messages under way: sending (a request may be running), ambiguous (its answer was lost).',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'gavel_outbox_oldest_event_age_seconds',
    help: 'How long ago the oldest event happened that waits in an open lane; 0 while nothing waits.',
    registers,
  });
  const late = new Gauge({
    name: 'gavel_lanes_late',
    help: 'Channels in which something is due and has waited for more than a minute, by reason: unanswered (Discord does not take a message, or does not say so), limited (it asked to wait), queue (more than it takes at once).',
    labelNames: ['reason'],
    registers,
  });
  const edits = new Gauge({
    name: 'gavel_outbox_edits',
    help: 'Live messages that show an older state than there is.',
    registers,
  });
  const stopped = new Gauge({
    name: 'gavel_lanes_stopped',
    help: 'Channels with rules that Discord refuses to the bot, by reason.',
    labelNames: ['state', 'reason'],
    registers,
  });
  const rules = new Gauge({ name: 'gavel_rules', help: 'Rules of all servers.', registers });

  function show(figures: OutboxFigures): void {
    deliveries.set({ lane: 'open' }, figures.waiting);
    deliveries.set({ lane: 'stopped' }, figures.waitingInStopped);
    messages.set({ state: 'sending' }, figures.sending);
    messages.set({ state: 'ambiguous' }, figures.ambiguous);
    const since = figures.oldestWaitingSince;
    oldest.set(since === null ? 0 : Math.max(0, now() / 1_000 - since));
    for (const reason of LATE_REASONS) late.set({ reason }, figures.late[reason]);
    edits.set(figures.toEdit);
    rules.set(figures.rules);
    stopped.reset();
    for (const { state, code, lanes } of figures.stopped) {
      stopped.inc({ state, reason: stopReason(code) }, lanes);
    }
  }

  const up = new Gauge({
    name: 'gavel_store_up',
    help: 'Whether the database can be read; while it cannot, the figures of the outbox are the last known ones.',
    registers,
  });

  return (figures) => {
    up.set(figures === null ? 0 : 1);
    if (figures !== null) show(figures);
  };
}
