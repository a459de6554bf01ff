import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { RefusedDelivery } from '#src/store/model/delivery.ts';

/**
 * Alerts of one channel that Discord has just rejected in every layout. A control decides whether they or the channel
 * are the cause: if Discord accepts the channel's next message right after rejecting them, they are abandoned.
 */
export interface SetAside {
  /**
   * Sets an alert aside.
   * @param code of the refusal; 0 without a code, `null` for 5xx
   */
  add(alertKey: string, code: number | null): void;
  /** Returns how many are set aside. */
  size(): number;
  /** Removes all. */
  clear(): void;
  /** Returns the work without the alerts that are set aside. */
  without(work: QueueWork): QueueWork;
  /**
   * Returns the deliveries to abandon after an accepted control; empty if the control was too late to be evidence.
   */
  decided(): readonly RefusedDelivery[];
}

/** By a later control, Discord may have recovered, so its acceptance is no evidence. */
const CONTROL_WITHIN_MS = 5_000;

/** @param monotonic ms */
export function createSetAside(monotonic: () => number): SetAside {
  /** By alert key; the delivery is `null` until it was read. */
  const refused = new Map<string, { readonly code: number | null; readonly deliveryId: number | null }>();
  let refusedAt = 0;

  function clearIfOld(): void {
    if (monotonic() - refusedAt > CONTROL_WITHIN_MS) refused.clear();
  }

  return {
    add(alertKey, code) {
      clearIfOld();
      refused.set(alertKey, { code, deliveryId: null });
      refusedAt = monotonic();
    },
    size: () => refused.size,
    clear: () => refused.clear(),
    without(work) {
      clearIfOld();
      if (refused.size === 0) return work;
      for (const { id, alert } of work.pending) {
        const one = refused.get(alert.key);
        if (one !== undefined) refused.set(alert.key, { ...one, deliveryId: id });
      }
      const pending = work.pending.filter(({ alert }) => !refused.has(alert.key));
      return { ...work, pending, waiting: work.waiting - (work.pending.length - pending.length) };
    },
    decided() {
      clearIfOld();
      const decided = [...refused.values()].flatMap(({ code, deliveryId }) =>
        deliveryId === null ? [] : [{ deliveryId, code }],
      );
      refused.clear();
      return decided;
    },
  };
}
