import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sweepsAmong } from '#src/alerts/detect/sales.ts';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import { createBacktest } from '#src/ingest/backtest.ts';
import { tradesOf } from '#src/ingest/ingest.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { openStore, type Store } from '#src/store/open.ts';
import { ingestionOf } from '../store/samples.ts';
import { sale as activity } from '../support/build-activity.ts';
import type { RecordedSale } from '../support/recorded-sales.ts';
import { silentLog } from '../support/silent-log.ts';
import { type PlainRule, plainCount } from './independent.ts';

const FILE = '../shared/fixtures/replay/cryptopunks-to-2021/sales.jsonl';
const isPresent = existsSync(FILE);
const PUNKS: Address = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const DAY = 86_400;
const ETHER = 10n ** 18n;
const seconds = (text: string): number => Date.parse(text) / 1_000;

/** Ends of the periods: busy and quiet months, also those in which clocks were changed in Berlin. */
const ENDS = ['2017-07-20T10:00:00Z', '2018-04-02T22:30:00Z', '2020-10-05T05:00:00Z', '2021-04-05T12:00:00Z'];
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu'] as const;

function recorded(): readonly RecordedSale[] {
  return readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): RecordedSale => JSON.parse(line));
}

/**
 * The recording has no transaction with several sales. Here, the sales of each buyer within an hour are one, and every
 * fifth token is sold back and forth by the same two wallets.
 */
function withSweepsAndRepeats(sales: readonly RecordedSale[]): readonly RecordedSale[] {
  const latest = new Map<string, RecordedSale>();
  const changed = sales.map((sale, index) => {
    const before = sale.buyer === null ? undefined : latest.get(sale.buyer);
    if (before !== undefined && sale.timestamp - before.timestamp < 3_600)
      return { ...sale, txHash: before.txHash, timestamp: before.timestamp };
    if (index % 5 === 0)
      return {
        ...sale,
        tokenId: String(index % 3),
        seller: `0x${'a'.repeat(40)}`,
        buyer: `0x${'b'.repeat(40)}`,
      };
    if (sale.buyer !== null) latest.set(sale.buyer, sale);
    return sale;
  });
  return changed.toSorted((one, other) => one.timestamp - other.timestamp);
}

const toActivity = (sale: RecordedSale, index: number): Activity =>
  activity({
    keys: [`log:${sale.txHash}:${index}:0:sale`],
    collection: PUNKS,
    tokenId: sale.tokenId,
    price: sale.price === null ? null : BigInt(sale.price),
    from: sale.seller as Address | null,
    to: sale.buyer as Address | null,
    txHash: sale.txHash,
    timestamp: sale.timestamp,
  });

const wallets = (sales: readonly RecordedSale[], from: number, count: number): readonly Address[] =>
  [...new Set(sales.slice(from).flatMap(({ buyer }) => buyer ?? []))].slice(0, count).toSorted() as Address[];

const channel = (minimum: bigint | null, coolDown: number) => ({ role: '77', minimum, coolDown });

/** Twenty rules. */
function rulesFor(sales: readonly RecordedSale[]): readonly PlainRule[] {
  const traders = wallets(sales, 0, 25);
  const late = wallets(sales, sales.length - 700, 25);
  const own = [`0x${'a'.repeat(40)}`] as const;
  return [
    {},
    { from: ETHER },
    { from: 50n * ETHER },
    { to: ETHER / 10n },
    { to: 30n * ETHER },
    { from: ETHER / 2n, to: ETHER },
    { from: 10n * ETHER, to: 25n * ETHER },
    { from: 10n ** 30n },
    { wallets: traders },
    { wallets: late },
    { notWallets: traders },
    { notWallets: late, from: 20n * ETHER },
    { wallets: late, to: 40n * ETHER },
    { wallets: own },
    { notWallets: own, to: 20n * ETHER },
    { tokens: ['0', '1', '2', '5056', '544'] },
    { role: '5' },
    { role: '5', from: ETHER, channel: channel(null, 60) },
    { channel: channel(20n * ETHER, 0) },
    { channel: channel(ETHER / 2n, 30), wallets: [...late, ...own] },
  ];
}

function ruleOf(plain: PlainRule): Rule {
  const filter: FilterValues = {
    ...(plain.from === undefined ? {} : { price_from: plain.from }),
    ...(plain.to === undefined ? {} : { price_to: plain.to }),
    ...(plain.wallets === undefined ? {} : { wallets: plain.wallets as Address[] }),
    ...(plain.notWallets === undefined ? {} : { not_wallets: plain.notWallets as Address[] }),
    ...(plain.tokens === undefined ? {} : { tokens: plain.tokens, collection: [PUNKS] }),
  };
  return { topics: ['sale'], filter, pingRoles: plain.role === undefined ? [] : [plain.role] };
}

/** Stores sales as polls of the feed do, each with the sales of ten minutes. */
async function storeSales(store: Store, sales: readonly RecordedSale[], offset: number): Promise<void> {
  const polls = Map.groupBy(
    sales.map((sale, index) => toActivity(sale, offset + index)),
    ({ timestamp }) => Math.floor((timestamp ?? 0) / 600),
  );
  const trades = [...polls.values()].flatMap((records) => tradesOf(records, 0));
  await store.ingest(ingestionOf([], { at: 1, trades }));
}

describe.skipIf(!isPresent)('a backtest of recorded sales (needs ../shared/fixtures)', () => {
  let all: readonly RecordedSale[] = [];
  beforeAll(() => {
    all = recorded();
  });

  it.each([
    ['as they were', (sales: readonly RecordedSale[]) => sales],
    ['with sweeps and repeat trades', withSweepsAndRepeats],
  ])(
    'counts what an independent count of sales %s does, for twenty rules',
    { timeout: 120_000 },
    async (_, change) => {
      const sales = change(all);
      let now = 0;
      await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => now });
      const run = createBacktest({
        store: store.backtest,
        facts: { isWhitelisted: () => true },
        now: () => now,
      });
      await store.ingest(ingestionOf([], { at: 1, newRecordsAfter: 1 }));
      let stored = 0;
      let messages = 0;
      for (const end of ENDS) {
        const to = seconds(end);
        now = to * 1_000;
        const next = sales.findIndex(({ timestamp }) => timestamp >= to);
        const shown = sales.slice(stored, next === -1 ? undefined : next);
        await storeSales(store, shown, stored);
        stored += shown.length;
        for (const [index, plain] of rulesFor(all).entries()) {
          const timeZone = ZONES[index % ZONES.length] ?? 'UTC';
          const dates = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
          const dateOf = (at: number) => dates.format(at * 1_000);
          const found = await run({
            rule: ruleOf(plain),
            timeZone,
            ping:
              plain.channel === undefined
                ? null
                : {
                    roleId: plain.channel.role,
                    minimum: plain.channel.minimum,
                    coolDownMinutes: plain.channel.coolDown,
                  },
          });
          const { sales: figures } = found ?? {};
          if (figures === undefined || figures === null) throw new Error('There are no figures.');
          expect(figures.days.length).toBe(30);
          const recent = sales.filter(({ timestamp: at }) => at >= figures.from - DAY && at < to);
          const expected = plainCount(recent, plain, { from: figures.from, to, dateOf });
          const days = new Map(
            figures.days.flatMap((day) =>
              day.messages === 0 ? [] : [[dateOf(day.at), day.messages] as const],
            ),
          );
          expect({ end, plain, messages: figures.messages, pings: figures.pings, days }).toEqual({
            ...{ end, plain },
            ...expected,
          });
          messages += figures.messages;
        }
      }
      expect(messages).toBeGreaterThan(10_000);
    },
  );

  it('finds sweeps in the changed recording', () => {
    const records = withSweepsAndRepeats(all).map(toActivity);
    expect(sweepsAmong(records).size).toBeGreaterThan(100);
  });
});
