import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/domain/alert.ts';
import { PLAIN_CHANNEL } from '../../../src/domain/settings.ts';
import { createDispatcher } from '../../../src/pipeline/delivery/dispatcher.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';

/** Many channels of a Discord that answers each request after a second. */
async function createSlowDiscord() {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = parts.use(
    await openSqliteStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const asked: string[] = [];
  const never = new AbortController();
  const dispatcher = parts.use(
    createDispatcher({
      outbox: store,
      notifier: {
        capacity: () => 10,
        async send(post) {
          asked.push(post.channelId);
          await clock.sleep(1_000, never.signal);
          return { type: 'sent', messageId: '1' };
        },
        readBack: async () => ({ type: 'absent' }),
        edit: async () => ({ type: 'done' }),
        publish: async () => ({ type: 'done' }),
      },
      rules: { settingsOf: () => PLAIN_CHANNEL, timeZoneOf: () => 'UTC' },
      clock,
      random: () => 0.5,
      log: silentLog,
      onStopped: () => expect.unreachable(),
      onUnauthorized: () => expect.unreachable(),
    }),
  );
  const owned = parts.move();
  return {
    clock,
    asked: asked as readonly string[],
    async tell(alert: Alert, channelIds: readonly string[]) {
      const channels = channelIds.map((channelId) => ({
        channelId,
        subscriptionIds: [],
        unlessShown: false,
      }));
      const news = { seen: [], alerts: [{ alert, channels }], topics: [], trades: [] };
      dispatcher.wake(await store.intake({ at: clock.now(), ...news, gap: null, newsAfter: null }));
      await clock.advance(0);
    },
    /** Answers what is under way, too. */
    async [Symbol.asyncDispose]() {
      await clock.advance(60_000);
      await owned.disposeAsync();
    },
  };
}

const CHANNELS = Array.from({ length: 40 }, (_, position) => `c${position}`);

describe('many lanes', () => {
  it('have sixteen requests under way at once', async () => {
    await using discord = await createSlowDiscord();
    await discord.tell(saleAlert(1), CHANNELS);
    expect(discord.asked).toHaveLength(16);
    await discord.clock.advance(1_000);
    expect(discord.asked).toHaveLength(32);
  });

  it('let one go first that has to tell of an auction about to end', async () => {
    await using discord = await createSlowDiscord();
    await discord.tell(saleAlert(1), CHANNELS);
    await discord.tell(auctionAlert({ kind: 'auction_ending' }), ['urgent']);
    await discord.clock.advance(1_000);
    expect(discord.asked.slice(0, 17)).toEqual([...CHANNELS.slice(0, 16), 'urgent']);
  });
});
