import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RECAP_DAYS } from '#src/alerts/kinds/recap/options.ts';
import { isRecap, type RecapAlert } from '#src/alerts/kinds/recap/schema.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { MadeAlert } from '#src/store/made-alerts.ts';
import { openStore } from '#src/store/open.ts';
import { ingestionOf } from '../store/samples.ts';
import { newSubscription } from '../support/build-alert.ts';
import { recapsOf } from '../support/recaps-of.ts';
import type { RecordedSale } from '../support/recorded-sales.ts';
import { silentLog } from '../support/silent-log.ts';
import { expectedRecap, firstMoments, weekdayOf } from './independent.ts';

const FILE = '../shared/fixtures/replay/cryptopunks-to-2021/sales.jsonl';
const isPresent = existsSync(FILE);

const HOUR = 3_600;
const DAY = 24 * HOUR;
const PUNKS: Address = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const seconds = (text: string): number => Date.parse(text) / 1_000;
/** Ten weeks in which clocks were changed in New York, Berlin and Sydney, and in the other direction there. */
const FROM = seconds('2021-01-25T00:00:00Z');
const TO = seconds('2021-04-05T00:00:00Z');

/** The hour of recaps: in Berlin one that a day lacks, in Sydney one that a day has twice. */
const ZONES = [
  ['Europe/Berlin', 2],
  ['America/New_York', 9],
  ['Australia/Sydney', 2],
  ['Asia/Kathmandu', 0],
  ['America/Sao_Paulo', 18],
] as const;

const WEEKDAY = 1;

function recorded(): readonly RecordedSale[] {
  return readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedSale);
}

/** The bot's recaps of ten weeks, by rule. The store has them as an ingestion of the feed leaves them, and is asked hourly. */
async function recapsOfTheBot(
  sales: readonly RecordedSale[],
): Promise<ReadonlyMap<string, readonly RecapAlert[]>> {
  let now = FROM * 1_000;
  await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => now });
  const zones = new Map<string, string>();
  const rules: Subscription[] = [];
  for (const [zone, hour] of ZONES) {
    for (const day of ['daily', 'monday'] as const) {
      const guildId = `80000000000000000${zones.size}`;
      zones.set(guildId, zone);
      const isDaily = day === RECAP_DAYS[0];
      const { subscription } = await store.addSubscription(
        newSubscription(`90000000000000000${zones.size}`, {
          guildId,
          createdAt: 0,
          topics: ['recap'],
          filter: { collection: [PUNKS], recap_hour: hour, ...(isDaily ? {} : { recap_on: day }) },
        }),
      );
      rules.push(subscription);
    }
  }
  const made = new Map<string, RecapAlert[]>();
  const recaps = recapsOf(rules, {
    store: {
      ...store,
      async ingestMade(alerts: readonly MadeAlert[], at: number) {
        const channels = await store.ingestMade(alerts, at);
        for (const { alert, rule } of alerts) {
          const { filter = {}, guildId = '' } = rules.find(({ id }) => id === rule.id) ?? {};
          const name = `${zones.get(guildId)} ${filter.recap_on ?? 'daily'}`;
          if (isRecap(alert)) made.set(name, [...(made.get(name) ?? []), alert]);
        }
        return channels;
      },
    },
    timeZoneOf: (guildId) => zones.get(guildId) ?? 'UTC',
    feedReadAt: () => now,
    now: () => now,
  });
  let next = 0;
  await store.ingest(ingestionOf([], { at: 1, newRecordsAfter: 1 }));
  for (; now < TO * 1_000; now += HOUR * 1_000) {
    const shown: RecordedSale[] = [];
    for (let sale = sales[next]; sale !== undefined && sale.timestamp <= now / 1_000; sale = sales[next]) {
      next += 1;
      if (sale.timestamp >= FROM - 30 * DAY) shown.push(sale);
    }
    const trades = shown.map((sale, index) => ({
      key: `${sale.txHash}:${sale.tokenId}:${sale.logIndex ?? ''}:${next - shown.length + index}`,
      collection: PUNKS,
      tokenId: sale.tokenId,
      seller: sale.seller as Address | null,
      buyer: sale.buyer as Address | null,
      price: sale.price === null ? null : BigInt(sale.price),
      quantity: 1n,
      at: sale.timestamp,
    }));
    if (trades.length > 0) await store.ingest(ingestionOf([], { at: now, trades }));
    await recaps(AbortSignal.timeout(60_000));
  }
  return made;
}

describe('recaps of recorded sales, over ten weeks', () => {
  it.skipIf(!isPresent)(
    'agree with an independent computation in five time zones (needs ../shared/fixtures)',
    { timeout: 240_000 },
    async () => {
      const sales = recorded();
      const made = await recapsOfTheBot(sales);
      const figures = { recaps: 0, sales: 0, repeated: 0 };
      for (const [zone, hour] of ZONES) {
        const moments = firstMoments(zone, hour, { from: FROM - 40 * DAY, to: TO });
        for (const day of ['daily', 'monday']) {
          const days = [...moments].filter(([date]) => day === 'daily' || weekdayOf(date) === WEEKDAY);
          const periods = days.flatMap(([date, to], index) => {
            const [from, fromBefore] = [days[index - 1]?.[1], days[index - 2]?.[1]];
            // The last hours of all are not reached.
            const isInside = to >= FROM && to < TO - 2 * HOUR;
            return isInside && from !== undefined && fromBefore !== undefined
              ? [{ date, from, fromBefore, to }]
              : [];
          });
          const recaps = (made.get(`${zone} ${day}`) ?? []).filter(
            ({ to }) => to >= FROM && to < TO - 2 * HOUR,
          );
          expect(recaps.map(({ from, to }) => [from, to])).toEqual(periods.map(({ from, to }) => [from, to]));
          for (const [index, period] of periods.entries()) {
            const recap = recaps[index];
            const expected = expectedRecap(sales, period);
            expect([
              zone,
              period.date,
              {
                sales: recap?.total.sales,
                volume: recap?.total.volume,
                repeated: recap?.repeated,
                salesBefore: recap?.before?.sales,
                volumeBefore: recap?.before?.volume,
                topSales: recap?.topSales.map(({ price, at, tokenId }) => [price, at, tokenId]),
                mostBought: recap?.buyers[0]?.sales ?? 0,
              },
            ]).toEqual([zone, period.date, expected]);
            figures.recaps += 1;
            figures.sales += expected.sales;
            figures.repeated += expected.repeated;
          }
        }
      }
      // So that nothing agrees with nothing.
      expect(figures.recaps).toBeGreaterThan(5 * (65 + 8));
      expect(figures.sales).toBeGreaterThan(10_000);
    },
  );
});
