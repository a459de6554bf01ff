import type { Logger } from 'pino';
import { summarisedUpTo } from '#src/alerts/silences/silence.ts';
import type { SilenceStore } from '#src/store/silences.ts';

/**
 * Creates a tick that queues the summaries of silences that have ended. It waits until the feed was read after their
 * end, so that their last events are in them.
 * @param deps.now the marketplace's time, by which events are silenced, epoch ms
 * @param deps.feedReadUpTo its time up to which the feed was read, epoch ms; `null` before the first poll
 * @param deps.wake called with the channels that have something to post
 */
export function createSilenceSummaries(deps: {
  readonly store: { readonly silences: Pick<SilenceStore, 'summariseEnded'> };
  readonly now: () => number;
  readonly feedReadUpTo: () => number | null;
  readonly log: Logger;
  readonly wake: (channelIds: readonly string[]) => void;
}): () => Promise<void> {
  const { store, now, feedReadUpTo, log, wake } = deps;
  return async () => {
    const channelIds = await store.silences.summariseEnded(summarisedUpTo(now(), feedReadUpTo()));
    if (channelIds.length === 0) return;
    log.info({ channels: channelIds.length }, 'silences summed up');
    wake(channelIds);
  };
}
