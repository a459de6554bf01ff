import { linkedTransaction } from '../../sandbox/demo/page-links.ts';
import type { LoadChannel, LoadWorld } from '../backlog/world.ts';

/** Measures how long sales take from the feed into these channels. */
export interface Latencies {
  /** Expects a sale in this many channels. */
  expect(txHash: string | null, shownAtMs: number, channels: number): void;
  /** Latencies from the feed to Discord, ms, of the alerts expected since the last call, and the number of missing alerts. */
  take(): { readonly ms: readonly number[]; readonly missing: number };
}

/** Starts measuring. */
export function createLatencies({ discord }: LoadWorld, channels: readonly LoadChannel[]): Latencies {
  const watched = new Set(channels.map(({ id }) => id));
  const shownAt = new Map<string, number>();
  let ms: number[] = [];
  let missing = 0;
  discord.onMessage(({ kind, message }) => {
    if (kind !== 'created' || !watched.has(message.channelId)) return;
    for (const { url, description, fields = [] } of message.payload.embeds) {
      const text = [url, description, ...fields.map(({ value }) => value)].join('\n');
      const shown = shownAt.get(linkedTransaction(text) ?? '');
      if (shown === undefined) continue;
      ms.push(message.acceptedAtMs - shown);
      missing -= 1;
    }
  });
  return {
    expect(txHash, shownAtMs, receivers) {
      if (txHash === null) throw new Error('A sale without a transaction cannot be found again.');
      shownAt.set(txHash, shownAtMs);
      missing += receivers;
    },
    take() {
      const taken = { ms, missing };
      ms = [];
      missing = 0;
      return taken;
    },
  };
}
