import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RULE_LIMITS } from '#src/alerts/subscription-revision.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { type DatabaseChoice, startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import { newSubscription, saleAlert } from '../../test/support/build-alert.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { processorTime } from '../harness/processor-time.ts';

const NEXT_DELIVERIES = 10;
const RESOLUTION_MS = 2;
const NS_PER_MS = 1_000_000;
const FIRST_GUILD = 800_000_000_000_000_000n;

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

/** One rule in each of so many channels, in as many servers as their limits ask for. */
async function addRules(store: Store, channels: number): Promise<void> {
  for (let first = 0; first < channels; first += RULE_LIMITS.server) {
    const guildId = String(FIRST_GUILD + BigInt(first));
    const add = numbers(Math.min(RULE_LIMITS.server, channels - first)).map((number) =>
      newSubscription(channelOf(first + number), { guildId }),
    );
    const { type } = await store.reviseSubscriptions(guildId, { add }, Date.now());
    if (type !== 'revised') throw new Error('The rules of the bench exceed a limit.');
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
      const { id } = await store.startPost({
        channelId,
        deliveryIds: pending.map((delivery) => delivery.id),
        nonce: `nonce${number}`,
        at: Date.now(),
        clockOffsetMs: 3,
        layout: 'card',
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
async function ingestFor(store: Store, channels: number): Promise<Measured> {
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

/** Measures both on a database of its own each, which writes to its disk before it answers. */
export async function measureOn(
  kind: DatabaseChoice,
  { channels, fanOut }: { readonly channels: number; readonly fanOut: number },
): Promise<{ readonly messages: Measured; readonly ingestion: Measured }> {
  async function onNew(work: (store: Store) => Promise<Measured>): Promise<Measured> {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-store-'));
    await using database = await startOwnDatabase(kind, folder.path);
    await using store = await openStore({ databaseUrl: database.url, log: silentLog, now: Date.now });
    return await work(store);
  }
  return {
    messages: await onNew((store) => sendMessages(store, channels)),
    ingestion: await onNew((store) => ingestFor(store, fanOut)),
  };
}
