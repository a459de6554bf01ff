import type { Logger } from 'pino';
import { summarisedUpTo } from '#src/alerts/silences/silence.ts';
import type { SilenceStore } from '#src/store/silences.ts';

/** One moment by two clocks, epoch ms: silences end by Discord's, and events are dated by the marketplace's. */
export interface MomentOfBoth {
  readonly market: number;
  readonly discord: number;
}

/**
 * Creates a tick that queues the summaries of silences that have ended by both clocks, since a process that starts while
 * its own clock is ahead takes that for the marketplace's. It waits until the feed was read after their end, so that
 * their last events are in them.
 * @param deps.now `null` before Discord's time is known
 * @param deps.feedReadUpTo up to when the feed was read; `null` before the first poll
 * @param deps.wake called with the channels that have something to post
 */
export function createSilenceSummaries(deps: {
  readonly store: { readonly silences: Pick<SilenceStore, 'summariseEnded'> };
  readonly now: () => MomentOfBoth | null;
  readonly feedReadUpTo: () => MomentOfBoth | null;
  readonly log: Logger;
  readonly wake: (channelIds: readonly string[]) => void;
}): () => Promise<void> {
  const { store, now, feedReadUpTo, log, wake } = deps;
  return async () => {
    const [at, readUpTo] = [now(), feedReadUpTo()];
    if (at === null) return;
    const endedBy = Math.min(
      summarisedUpTo(at.market, readUpTo?.market ?? null),
      summarisedUpTo(at.discord, readUpTo?.discord ?? null),
    );
    const channelIds = await store.silences.summariseEnded(endedBy);
    if (channelIds.length === 0) return;
    log.info({ channels: channelIds.length }, 'silences summed up');
    wake(channelIds);
  };
}
