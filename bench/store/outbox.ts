import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MATCH_ALL } from '../../src/alerts/filters/index.ts';
import type { Store } from '../../src/store/store.ts';
import { saleAlert } from '../../test/support/build-alert.ts';
import { processorTime } from '../harness/processor-time.ts';

const NEXT_DELIVERIES = 10;
const RESOLUTION_MS = 2;
const NS_PER_MS = 1_000_000;
const GUILD = '800000000000000001';
const RULES_EACH = 250;

const channelOf = (number: number): string => String(910_000_000_000_000_000n + BigInt(number));
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** What one measurement of the outbox found. */
export interface Measured {
  readonly seconds: number;
  /** Of this thread, µs. */
  readonly processorUs: number;
  /** The longest time for which nothing else ran, ms. */
  readonly heldMs: number;
}

async function measure(work: () => Promise<void>): Promise<Measured> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const processor = processorTime();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  const processorUs = processor();
  // A turn that held the loop is counted when it has ended.
  await new Promise((resolve) => setTimeout(resolve, RESOLUTION_MS * 2));
  delays.disable();
  return { seconds, processorUs, heldMs: delays.max / NS_PER_MS - RESOLUTION_MS };
}

/** One rule in each of so many channels. */
async function addRules(store: Store, channels: number): Promise<void> {
  for (let first = 0; first < channels; first += RULES_EACH) {
    const add = numbers(Math.min(RULES_EACH, channels - first)).map((number) => ({
      channelId: channelOf(first + number),
      topics: ['sale' as const],
      filter: MATCH_ALL,
      pingRoles: [],
      createdBy: '700000000000000001',
      createdAt: Date.now(),
    }));
    // Servers have limits.
    for (const rule of add)
      await store.addSubscription({ ...rule, guildId: `${GUILD.slice(0, -4)}${rule.channelId.slice(-4)}` });
  }
}

const batchOf = (alerts: Parameters<Store['ingest']>[0]['alerts']): Parameters<Store['ingest']>[0] => ({
  at: Date.now(),
  seen: alerts.map(({ alert }) => alert.key),
  alerts,
  topics: [],
  trades: [],
  gap: null,
  newRecordsAfter: null,
});

const toChannel = (number: number) => ({
  channelId: channelOf(number),
  subscriptionIds: [number + 1],
  skipIfLive: false,
});

const alertNumber = (number: number) => saleAlert(number, { occurredAt: Math.floor(Date.now() / 1_000) });

/**
 * Posts one alert each to so many channels, one message after the other, with every call of the store that a channel queue makes
 * for it; without Discord.
 */
export async function sendMessages(store: Store, channels: number): Promise<Measured> {
  await addRules(store, channels);
  await store.ingest(
    batchOf(
      numbers(channels).map((number) => ({ alert: alertNumber(number), channels: [toChannel(number)] })),
    ),
  );
  let posted = 0;
  const measured = await measure(async () => {
    for (const number of numbers(channels)) {
      const channelId = channelOf(number);
      await store.channelWork(channelId, NEXT_DELIVERIES);
      // Again after the permit, because other work may have become due.
      const { pending } = await store.channelWork(channelId, NEXT_DELIVERIES);
      const { id } = await store.beginPost({
        channelId,
        deliveryIds: pending.map((delivery) => delivery.id),
        nonce: `nonce${number}`,
        at: Date.now(),
        clockOffsetMs: 3,
        form: 'rich',
        pingRoleIds: [],
      });
      await store.markSent(id, { messageId: `m${number}`, at: Date.now(), publish: false });
      posted += pending.length;
      const { waiting } = await store.channelWork(channelId, NEXT_DELIVERIES);
      if (waiting > 0) throw new Error('A channel has more to post.');
    }
  });
  if (posted !== channels) throw new Error(`${posted} of ${channels} alerts were posted.`);
  return measured;
}

/** Ingests one alert for so many channels. */
export async function ingestFor(store: Store, channels: number): Promise<Measured> {
  await addRules(store, channels);
  let woken: readonly string[] = [];
  const measured = await measure(async () => {
    woken = await store.ingest(
      batchOf([{ alert: alertNumber(1), channels: numbers(channels).map(toChannel) }]),
    );
  });
  if (woken.length !== channels) throw new Error(`${woken.length} of ${channels} channels have a delivery.`);
  return measured;
}
