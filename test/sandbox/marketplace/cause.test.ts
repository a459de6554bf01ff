import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START_MS, start, type TestMarketplace } from './support/start.ts';

const BUYER = `0x${'b'.repeat(40)}`;
const SELLER = `0x${'5'.repeat(40)}`;

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ startPaused: true });
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const activities = (limit: number): Promise<readonly Record<string, unknown>[]> =>
  marketplace.list(`/api/activities?limit=${limit}`, 'activities');

describe('a caused sale', () => {
  it('is in the feed at once, on top, and in the ledger, though the clock is paused', async () => {
    marketplace.passTime(5000);
    const [sale] = marketplace.cause.sale();
    expect(sale).toMatchObject({ kind: 'sale', history: false, shownAtMs: START_MS + 5000 });
    expect(sale?.timestamp).toBe((START_MS + 5000) / 1000);
    expect(marketplace.ledger.records().at(-1)).toEqual(sale);
    const [top] = await activities(1);
    expect(top).toMatchObject({ _id: sale?.activityId, type: 'sale', price: sale?.price?.toString() });
  });

  it('has the caller’s options, and the token changes hands', async () => {
    const [record, ...others] = marketplace.cause.sale({
      collection: 'lantern-foxes',
      tokenId: '77',
      price: 12_345n,
      seller: SELLER,
      buyer: BUYER,
    });
    expect(others).toEqual([]);
    expect(record).toMatchObject({ tokenId: '77', tokenName: 'Lantern Fox #77', price: 12_345n });
    expect(record).toMatchObject({ seller: SELLER, buyer: BUYER });
    const tokens = await marketplace.list(
      `/api/tokens/collection/${record?.collection}?sortBy=tokenId&sortOrder=asc&limit=1&page=77`,
      'tokens',
    );
    expect(tokens[0]).toMatchObject({ tokenId: 77, owner: BUYER, lastPrice: '12345', isListed: false });
  });

  it('can come with its transfer, in the same transaction', () => {
    const records = marketplace.cause.sale({ withTransfer: true });
    expect(records.map(({ kind }) => kind)).toEqual(['transfer', 'sale']);
    expect(new Set(records.map(({ txHash }) => txHash)).size).toBe(1);
    expect(new Set(records.map(({ activityId, logIndex }) => `${activityId} ${logIndex}`)).size).toBe(2);
  });

  it('is refused for an unknown collection or token', () => {
    expect(() => marketplace.cause.sale({ collection: 'nope' })).toThrow('There is no collection nope.');
    expect(() => marketplace.cause.sale({ collection: 'lantern-foxes', tokenId: '999999' })).toThrow(
      'Lantern Foxes has no token 999999.',
    );
  });
});

describe('a caused sweep', () => {
  it.each([3, 12, 40])('is %i sales by one buyer that share one transaction', (count) => {
    const records = marketplace.cause.sweep(count, { collection: 'night-market-cats' });
    expect(records).toHaveLength(count);
    expect(records.every(({ kind }) => kind === 'sale')).toBe(true);
    expect(new Set(records.map(({ txHash }) => txHash)).size).toBe(1);
    expect(new Set(records.map(({ buyer }) => buyer)).size).toBe(1);
    expect(new Set(records.map(({ tokenId }) => tokenId)).size).toBe(count);
    expect(new Set(records.map(({ activityId }) => activityId)).size).toBe(count);
  });

  it('buys at the floor', () => {
    const { floor } = marketplace.collections().find(({ path }) => path === 'night-market-cats') ?? {};
    const [first] = marketplace.cause.sweep(3, { collection: 'night-market-cats' });
    expect(first?.price).toBe(floor);
  });

  it('is refused when the collection has not that many tokens', () => {
    expect(() => marketplace.cause.sweep(301, { collection: 'quiet-monuments' })).toThrow(RangeError);
  });
});

describe('a caused transfer', () => {
  it('moves a token without money', async () => {
    const [record] = marketplace.cause.transfer({ collection: 'lantern-foxes', buyer: BUYER });
    expect(record).toMatchObject({ kind: 'transfer', price: null, buyer: BUYER });
    const [top] = await activities(1);
    expect(top).toMatchObject({ type: 'transfer', from: record?.seller, to: BUYER });
    expect(top).not.toHaveProperty('price');
  });
});

describe('the same calls', () => {
  it('have the same outcome, and do not change later events of the seed', async () => {
    await using one = await start({ startPaused: true });
    await using other = await start({ startPaused: true });
    for (const world of [one, other]) {
      world.cause.sale();
      world.cause.sweep(4);
      world.cause.transfer();
      world.clock.resume();
      world.passTime(30_000);
    }
    expect(one.ledger.records()).toEqual(other.ledger.records());
    const later = one.ledger.records().filter(({ history }) => !history);
    expect(later.length).toBeGreaterThan(6 + 20);
  });
});

describe('an event that is caused while the clock runs', () => {
  it('comes after everything that was due before it', async () => {
    await using running = await start();
    running.passTime(30_000);
    const [sale] = running.cause.sale();
    const records = running.ledger.records();
    expect(records.at(-1)).toEqual(sale);
    expect(records.filter(({ history }) => !history).length).toBeGreaterThan(20);
  });
});

describe('causing over HTTP', () => {
  const post = (what: string, body: unknown): Promise<Response> =>
    fetch(`${marketplace.url}/_/cause/${what}`, { method: 'POST', body: JSON.stringify(body) });

  it('answers with the records', async () => {
    const response = await post('sale', { collection: 'lantern-foxes', tokenId: '5', price: '700' });
    expect(await response.json()).toMatchObject({ records: [{ kind: 'sale', tokenId: '5', price: '700' }] });
    expect(await (await post('sweep', { count: 6 })).json()).toMatchObject({ records: { length: 6 } });
    expect(await (await post('transfer', {})).json()).toMatchObject({ records: [{ kind: 'transfer' }] });
  });

  it('refuses invalid bodies', async () => {
    expect((await post('sale', { price: 'much' })).status).toBe(400);
    expect((await post('sale', { collection: 'nope' })).status).toBe(400);
    expect((await post('flood', {})).status).toBe(404);
  });

  it('shows the ledger', async () => {
    const response = await fetch(`${marketplace.url}/_/ledger`);
    const { length } = marketplace.ledger.records();
    expect(await response.json()).toMatchObject({ records: { length } });
  });
});
