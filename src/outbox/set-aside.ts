import type { QueueWork } from '#src/store/model/channel-queue.ts';

/**
 * Alerts of one channel that Discord has just refused in every layout. Whether they or the channel are the cause is
 * decided by a control: the next message of the channel. If Discord accepts it right after it refused them, they are
 * given up.
 */
export interface SetAside {
  /** Sets an alert aside. */
  add(alertKey: string): void;
  /** How many are set aside. */
  size(): number;
  /** None is set aside any more. */
  clear(): void;
  /** The work without the alerts that are set aside. */
  without(work: QueueWork): QueueWork;
  /**
   * The ids of their deliveries, for a control that was accepted; empty if that was too late to say something about
   * them.
   */
  decided(): readonly number[];
}

/** Discord may be well again by the time that a later control is accepted. */
const CONTROL_WITHIN_MS = 5_000;

/** @param monotonic ms */
export function createSetAside(monotonic: () => number): SetAside {
  /** By the key of the alert, the id of its delivery, once it was read. */
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
