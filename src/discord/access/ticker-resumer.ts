import type { TickerStore } from '#src/store/tickers.ts';
import type { ChannelAccess } from './channel-access.ts';

/** Resumes stopped tickers once the bot may rename their channels again. */
export interface TickerResumer {
  /** Resumes the stopped tickers of these servers that lack no permission. Rejects while the store fails. */
  checkServers(guildIds: readonly string[]): Promise<void>;
}

/**
 * Discord may refuse although the gateway shows no missing permission. A ticker is therefore resumed once, and again
 * only after a permission was seen to be missing, so that a refusal costs one request instead of one for each event.
 */
export function createTickerResumer(deps: {
  readonly channelAccess: Pick<ChannelAccess, 'missingForTicker'>;
  readonly store: Pick<TickerStore, 'stoppedIn' | 'retry'>;
}): TickerResumer {
  const { channelAccess, store } = deps;
  /** Channels resumed since a permission was last missing in them. */
  const resumed = new Set<string>();
  return {
    async checkServers(guildIds) {
      for (const { channelId } of await store.stoppedIn(guildIds)) {
        const missing = channelAccess.missingForTicker(channelId);
        if (missing === null || missing.length > 0) {
          resumed.delete(channelId);
          continue;
        }
        if (resumed.has(channelId)) continue;
        await store.retry(channelId);
        resumed.add(channelId);
      }
    },
  };
}
