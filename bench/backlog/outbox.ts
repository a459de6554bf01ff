import type { Alert } from '#src/alerts/alert.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { newSubscription, ruleOf, saleAlert } from '../../test/support/build-alert.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import type { LoadChannel, LoadWorld } from './world.ts';

/** Opens the bot's database while the bot is stopped. */
export function openOutbox(world: LoadWorld): Promise<Store> {
  return openStore({ databaseUrl: world.databaseUrl, log: silentLog, now: Date.now });
}

/** Creates a rule in each of these channels. */
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

/** Recent sales, a second apart, with token ids from `first`. */
export function salesOfNow(count: number, first = 1): readonly Alert[] {
  const start = Math.floor(Date.now() / 1_000) - count;
  return Array.from({ length: count }, (_, position) =>
    saleAlert(first + position, { occurredAt: start + position }),
  );
}

/** Adds alerts for all of these channels to the outbox, one alert in each transaction. */
export async function enqueue(
  store: Store,
  alerts: readonly Alert[],
  channels: readonly LoadChannel[],
): Promise<void> {
  const addressees = channels.map(({ id }) => ({ channelId: id, subscriptionIds: [], skipIfLive: false }));
  for (const alert of alerts) {
    await store.ingest({
      at: Date.now(),
      seen: [alert.key],
      alerts: [{ alert, channels: addressees }],
      topics: [],
      trades: [],
      gap: null,
      newRecordsAfter: null,
    });
  }
}
