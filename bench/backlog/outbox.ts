import type { Alert } from '../../src/domain/alert.ts';
import type { Rule } from '../../src/domain/subscription.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { newSubscription, ruleOf, saleAlert } from '../../test/support/build-alert.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import type { LoadChannel, LoadWorld } from './world.ts';

/** Opens the bot's database while no bot runs on it. */
export function openOutbox(world: LoadWorld): Promise<Store> {
  return openSqliteStore({ databaseUrl: world.databaseUrl, log: silentLog, now: Date.now });
}

/** Gives each of these channels a rule, as its admin would. */
export async function addRules(
  store: Store,
  world: LoadWorld,
  channels: readonly LoadChannel[],
  rule: Partial<Rule>,
): Promise<void> {
  for (const { id, guildId } of channels) {
    await store.addSubscription(
      newSubscription(id, {
        ...ruleOf(rule),
        guildId,
        createdBy: world.adminId,
        createdAt: Date.now(),
      }),
    );
  }
}

/** So many sales of now, a second apart, told apart by their token ids from `first`. */
export function salesOfNow(count: number, first = 1): readonly Alert[] {
  const start = Math.floor(Date.now() / 1_000) - count;
  return Array.from({ length: count }, (_, position) =>
    saleAlert(first + position, { occurredAt: start + position }),
  );
}

/** Puts alerts into the outbox for all of these channels, one alert at a time as a look at the feed would. */
export async function enqueue(
  store: Store,
  alerts: readonly Alert[],
  channels: readonly LoadChannel[],
): Promise<void> {
  const addressees = channels.map(({ id }) => ({ channelId: id, subscriptionIds: [], unlessShown: false }));
  for (const alert of alerts) {
    await store.intake({
      at: Date.now(),
      seen: [alert.key],
      alerts: [{ alert, channels: addressees }],
      topics: [],
      trades: [],
      gap: null,
      newsAfter: null,
    });
  }
}
