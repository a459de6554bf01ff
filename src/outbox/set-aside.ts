import type { QueueWork } from '#src/store/model/channel-queue.ts';

/**
 * Alerts of one channel that Discord has just rejected in every layout. A control decides whether they or the channel
 * are the cause: if Discord accepts the channel's next message right after rejecting them, they are abandoned.
 */
export interface SetAside {
  /** Sets an alert aside. */
  add(alertKey: string): void;
  /** Returns how many are set aside. */
  size(): number;
  /** Removes all. */
  clear(): void;
  /** Returns the work without the alerts that are set aside. */
  without(work: QueueWork): QueueWork;
  /**
   * Returns the delivery ids to abandon after an accepted control; empty if the control was too late to be evidence.
   */
  decided(): readonly number[];
}

/** By a later control, Discord may have recovered, so its acceptance is no evidence. */
const CONTROL_WITHIN_MS = 5_000;

/** @param monotonic ms */
export function createSetAside(monotonic: () => number): SetAside {
  /** Delivery id by alert key; `null` until it was read. */
  const refused = new Map<string, number | null>();
  let refusedAt = 0;

  function clearIfOld(): void {
    if (monotonic() - refusedAt > CONTROL_WITHIN_MS) refused.clear();
  }

  return {
    add(alertKey) {
      clearIfOld();
      refused.set(alertKey, null);
      refusedAt = monotonic();
    },
    size: () => refused.size,
    clear: () => refused.clear(),
    without(work) {
      clearIfOld();
      if (refused.size === 0) return work;
      for (const { id, alert } of work.pending) if (refused.has(alert.key)) refused.set(alert.key, id);
      const pending = work.pending.filter(({ alert }) => !refused.has(alert.key));
      return { ...work, pending, waiting: work.waiting - (work.pending.length - pending.length) };
    },
    decided() {
      clearIfOld();
      const ids = [...refused.values()].filter((id) => id !== null);
      refused.clear();
      return ids;
    },
  };
}
