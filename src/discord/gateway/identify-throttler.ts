import type { IIdentifyThrottler } from '@discordjs/ws';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { IdentifyBudget, IdentifyStore } from '#src/store/identify.ts';

/** Discord docs: Sharding, Max Concurrency. */
const SPACING_MS = 5_000;
/** Another process may take the slot, or a new day may begin, earlier than expected. */
const MAX_WAIT_MS = 60_000;
const RETRY_MS = 1_000;
/** Share of the daily identifies from which on a warning is logged. */
const WARNED_FROM = 0.8;

/**
 * Spaces the identifies of all processes, and keeps them within Discord's daily limit.
 * @param deps.maxConcurrency number of concurrent identifies that Discord allows (`max_concurrency`)
 */
export function createIdentifyThrottler(deps: {
  readonly store: Pick<IdentifyStore, 'takeIdentify'>;
  readonly maxConcurrency: () => number;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Logger;
}): IIdentifyThrottler {
  const { store, clock, log } = deps;
  let warnedOf: number | null = null;
  let wasRefused = false;

  /** Logs the warning once a day. */
  function warnOf({ total, used, resetsAt }: IdentifyBudget): void {
    if (used < total * WARNED_FROM || warnedOf === resetsAt) return;
    warnedOf = resetsAt;
    log.warn({ used, total, resetsAt }, 'session start limit almost reached');
  }

  /** Returns the time until the next attempt, ms; 0 if the shard may identify. */
  async function take(shardId: number): Promise<number> {
    try {
      const { waitMs, reason, budget } = await store.takeIdentify(
        shardId % deps.maxConcurrency(),
        SPACING_MS,
      );
      if (budget !== null) warnOf(budget);
      const isRefused = reason === 'the limit of a day';
      if (isRefused && !wasRefused)
        log.error({ ...budget, shard: shardId }, 'session starts held back until the limit resets');
      wasRefused = isRefused;
      return Math.min(waitMs, MAX_WAIT_MS);
    } catch (error) {
      log.warn({ err: error, shard: shardId }, 'session start waiting for the database');
      return RETRY_MS;
    }
  }

  return {
    // If this rejects, the library identifies anyway, unless the signal is aborted.
    async waitForIdentify(shardId, signal) {
      for (let waitMs = await take(shardId); waitMs > 0; waitMs = await take(shardId)) {
        await clock.sleep(waitMs, signal);
        signal.throwIfAborted();
      }
    },
  };
}
