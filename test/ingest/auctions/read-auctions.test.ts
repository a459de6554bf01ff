import { describe, expect, it } from 'vitest';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import { createAuctionReader } from '#src/ingest/auctions/read-auctions.ts';
import type { AuctionSource } from '#src/ingest/sources.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createModelAuctions } from './model-auctions.ts';

const NOW = 1_767_225_600;
const HOUR = 3_600;
const signal = new AbortController().signal;

const running = (number: number, change: Partial<Auction> = {}) =>
  auctionOf({ id: `a-${number}`, auctionId: String(number), endTime: NOW + HOUR + number, ...change });
/** Settled so many seconds ago. */
const settled = (number: number, ago: number) =>
  running(number, { active: false, endTime: NOW - ago, finalizedAt: NOW - ago });
const cancelled = (number: number) => running(number, { active: false, updatedAt: NOW - 60 });
const many = (count: number, make: (number: number) => Auction) =>
  Array.from({ length: count }, (_, number) => make(number));

function track(...auctions: readonly Auction[]): Map<string, TrackedAuction> {
  const announced = {
    ...{ started: true, bids: [], endings: [] },
    ...{ ended: false, cancelled: false, result: null },
  };
  const base = {
    ...{ seenAt: NOW * 1_000, behindMs: 0, missingSince: null },
    ...{ extensions: 0, latenessMs: 0, addressed: false, announced },
  };
  return new Map(auctions.map((auction) => [auction.id, { ...base, auction }]));
}

function startReader(source: AuctionSource) {
  const clock = createManualClock(NOW * 1_000);
  return { read: createAuctionReader({ source, clock }), clock };
}

function startMarket(...auctions: readonly Auction[]) {
  const lists = { all: auctions };
  const source = createModelAuctions(() => lists.all);
  return { lists, source, ...startReader(source) };
}

describe('a poll of the auctions', () => {
  it('costs a request for every hundred active ones and one more', async () => {
    const { source, read } = startMarket(...many(230, running), settled(900, 60));
    const { seen } = await read(new Map(), signal);
    expect(seen.size).toBe(231);
    expect(source.asked).toEqual(['active 1', 'active 2', 'active 3', 'completed 1']);
  });

  it('dates every auction from before it was asked for', async () => {
    const { source, read, clock } = startMarket(running(1), settled(2, 60));
    source.beforeAnswer = () => clock.advance(1_000);
    const { seen } = await read(new Map(), signal);
    expect([...seen.values()].map(({ takenAt }) => takenAt - NOW * 1_000)).toEqual([0, 1_000]);
  });

  it('dates them by the marketplace’s clock, where the first answer says what that is', async () => {
    const { source, read, clock } = startMarket(running(1));
    clock.set(600_000);
    source.beforeAnswer = async () => {
      await clock.advance(1_000);
      clock.set(-600_000);
    };
    const { seen, at } = await read(new Map(), signal);
    expect([...seen.values()].map(({ takenAt }) => takenAt - NOW * 1_000)).toEqual([0]);
    expect(at - NOW * 1_000).toBe(0);
  });

  it('reads completed ones on to what is known', async () => {
    const all = many(500, (number) => settled(number, number * 10));
    const { source, read } = startMarket(...all);
    const { seen } = await read(track(...all.slice(250)), signal);
    expect(source.asked).toEqual(['active 1', 'completed 1', 'completed 2', 'completed 3']);
    expect(seen.size).toBe(300);
  });

  it('reads no further back than six hours, and no more than five pages', async () => {
    const sparse = startMarket(...many(300, (number) => settled(number, number * 300)));
    await sparse.read(new Map(), signal);
    expect(sparse.source.asked).toEqual(['active 1', 'completed 1']);
    const dense = startMarket(...many(900, (number) => settled(number, number)));
    await dense.read(new Map(), signal);
    expect(dense.source.asked.at(-1)).toBe('completed 5');
  });

  it('finds one that settled long after its end further down', async () => {
    const late = settled(900, 5 * HOUR);
    const { source, read } = startMarket(...many(250, (number) => settled(number, number * 60)), late);
    const newest = settled(99, 99 * 60);
    const { seen, missing } = await read(track(newest, running(900, { endTime: late.endTime })), signal);
    expect(seen.get(late.id)?.auction.finalizedAt).toBe(late.finalizedAt);
    expect(missing.size).toBe(0);
    expect(source.asked).toEqual(['active 1', 'completed 1', 'completed 2', 'completed 3']);
  });

  it('looks for one that is missing no further down than where it would be', async () => {
    const { source, read } = startMarket(...many(250, (number) => settled(number, 100 + number)));
    const ended = running(900, { endTime: NOW - 50 });
    const { missing } = await read(track(settled(99, 199), ended), signal);
    expect([...missing]).toEqual([ended.id]);
    expect(source.asked).toEqual(['active 1', 'completed 1', 'cancelled 1']);
  });

  it('asks for cancelled ones only when a watched one is in no other list', async () => {
    const { source, lists, read } = startMarket(running(1));
    await read(track(running(1)), signal);
    expect(source.asked).toEqual(['active 1', 'completed 1']);
    lists.all = [cancelled(1)];
    const { seen } = await read(track(running(1)), signal);
    expect(source.asked.slice(2)).toEqual(['active 1', 'completed 1', 'cancelled 1']);
    expect(seen.get('a-1')?.auction).toMatchObject({ active: false, cancelledAt: NOW - 60 });
  });

  it('dates a cancellation by the poll where the marketplace does not', async () => {
    const { read } = startMarket({ ...cancelled(1), updatedAt: null });
    const { seen } = await read(track(running(1)), signal);
    expect(seen.get('a-1')?.auction.cancelledAt).toBe(NOW);
  });

  it.each([
    ['as many as it reports', 1, ['a-2']],
    ['an unknown number', null, ['a-2']],
    ['fewer than it reports', 2, []],
  ])('calls one missing that is in no list, where the marketplace shows %s', async (_, total, expected) => {
    const model = createModelAuctions(() => [running(1)]);
    const { read } = startReader({
      auctions: async (query, options) => ({ ...(await model.auctions(query, options)), total }),
    });
    const { missing } = await read(track(running(1), running(2)), signal);
    expect([...missing]).toEqual(expected);
  });

  it('calls one missing that is in no list, and looks for it ever more rarely', async () => {
    const { source, read } = startMarket(running(1));
    const found: number[] = [];
    for (let poll = 1; poll <= 20; poll += 1) {
      const { missing } = await read(track(running(1), running(2)), signal);
      if (missing.has('a-2')) found.push(poll);
    }
    expect(found).toEqual([1, 2, 4, 8, 16]);
    expect(source.asked.filter((request) => request === 'cancelled 1')).toHaveLength(5);
  });

  it('looks for nothing that is settled or cancelled', async () => {
    const { source, read } = startMarket(running(1));
    const { missing } = await read(track(settled(2, 60), cancelled(3)), signal);
    expect([missing.size, source.asked.length]).toEqual([0, 2]);
  });

  it('calls none missing when a page moved while it was read', async () => {
    const { source, lists, read } = startMarket(...many(150, running));
    const all = lists.all;
    // The first one settles after the first page was read: what was 101st is 100th then, and is never seen.
    source.beforeAnswer = (request) => {
      if (request === 'active 2') lists.all = [settled(0, 1), ...all.slice(1)];
    };
    const { seen, missing } = await read(track(...all), signal);
    expect(seen.has('a-100')).toBe(false);
    expect(missing.size).toBe(0);
    // Nor does it cost a search for what the next poll will show.
    expect(source.asked).not.toContain('cancelled 1');
    expect(seen.get('a-0')?.auction.active).toBe(false);
  });

  it('does not count on pages whose records could not all be read', async () => {
    const model = createModelAuctions(() => [running(1)]);
    const { read } = startReader({
      auctions: async (query, options) => ({ ...(await model.auctions(query, options)), unreadable: 1 }),
    });
    await read(track(running(1), running(2)), signal);
    const { missing } = await read(track(running(1), running(2)), signal);
    expect(missing.size).toBe(0);
  });

  it('ends where the marketplace gives the same page for ever', async () => {
    const asked: string[] = [];
    const { read } = startReader({
      async auctions({ status, page }) {
        asked.push(`${status} ${page}`);
        return { items: many(100, running), page, total: null, hasNext: true, unreadable: 0 };
      },
    });
    const { seen } = await read(new Map(), signal);
    expect([seen.size, asked]).toEqual([100, ['active 1', 'active 2', 'completed 1', 'completed 2']]);
  });

  it('ends where pages are new for ever', async () => {
    let requests = 0;
    const { read } = startReader({
      async auctions({ page, status }) {
        requests += 1;
        const items = many(10, (number) => running(page * 10 + number + (status === 'active' ? 0 : 1e6)));
        return { items, page, total: null, hasNext: true, unreadable: 0 };
      },
    });
    await read(track(running(5e6)), signal);
    expect(requests).toBeLessThanOrEqual(110);
  });

  it('ends where pages are larger than what was asked for, once it has ten thousand', async () => {
    const asked: string[] = [];
    const { read } = startReader({
      async auctions({ status, page }) {
        asked.push(`${status} ${page}`);
        const items = status === 'active' ? many(6_000, (number) => running(page * 6_000 + number)) : [];
        return { items, page, total: null, hasNext: status === 'active', unreadable: 0 };
      },
    });
    await read(new Map(), signal);
    expect(asked).toEqual(['active 1', 'active 2', 'completed 1']);
  });

  it('fails as a whole when one request fails', async () => {
    const { source, read } = startMarket(...many(150, running));
    source.beforeAnswer = (request) => {
      if (request === 'active 2') throw new Error('the marketplace is down');
    };
    await expect(read(new Map(), signal)).rejects.toThrow('the marketplace is down');
  });
});
