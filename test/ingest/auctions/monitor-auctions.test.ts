import { describe, expect, it } from 'vitest';
import { type AuctionTopic, TOPICS } from '#src/alerts/topic.ts';
import type { Auction, Bid } from '#src/marketplace/model/auction.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address, txHash } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createModelInbox, type ModelRule } from './model-auctions.ts';
import { startWatch } from './start-monitor.ts';

const START = 1_767_225_600;
const MINUTE = 60;
const ALL_KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));
const everything: ModelRule = { channelId: 'all', topics: ALL_KINDS };

const bid = (amount: bigint, bidder = 1, at = START): Bid => ({
  ...{ bidder: address(bidder), amount, at },
  txHash: txHash(Number(amount)),
});

/** An auction of two hours with these bids. */
function auction(bids: readonly Bid[] = [], change: Partial<Auction> = {}): Auction {
  const top = bids.at(-1) ?? null;
  const base = { id: 'a-1', bids, endTime: START + 120 * MINUTE, updatedAt: START + bids.length };
  return auctionOf({
    ...base,
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    ...change,
  });
}

/** A watch that has had its first poll, at an empty marketplace. */
async function start(rules: readonly ModelRule[] = [everything], messageFrom?: bigint) {
  const lists: { auctions: readonly Auction[] } = { auctions: [] };
  const clock = createManualClock(START * 1_000);
  const options = { clock, all: () => lists.auctions, rules };
  const started = startWatch(messageFrom === undefined ? options : { ...options, messageFrom });
  await started.tick();
  const show = (...auctions: readonly Auction[]) => {
    lists.auctions = auctions;
    return started.tick();
  };
  const pass = (minutes: number) => clock.advance(minutes * MINUTE * 1_000);
  /** What a later process finds. */
  const restart = () => startWatch({ ...options, inbox: started.inbox });
  return { ...started, lists, show, pass, restart };
}

describe('a tick of the auction watch', () => {
  it('posts nothing at the first poll, and watches from then on', async () => {
    const clock = createManualClock(START * 1_000);
    const { tick, inbox } = startWatch({ clock, all: () => [auction([bid(10n)])], rules: [everything] });
    await tick();
    expect(inbox.intakes).toMatchObject([{ baseline: true, alerts: [], topics: [] }]);
    expect([...inbox.tracked.keys()]).toEqual(['a-1']);
  });

  it('writes nothing when nothing changed', async () => {
    const { show, tick, inbox } = await start();
    await show(auction());
    const before = inbox.intakes.length;
    await tick();
    expect(inbox.intakes).toHaveLength(before);
  });

  it('writes what is new with its token, its channels and its topic in one intake', async () => {
    const { show, inbox, woken } = await start();
    const report = await show(auction());
    expect(inbox.intakes.at(-1)).toMatchObject({
      alerts: [
        {
          alert: { key: 'auction_started:a-1', token: { tokenName: 'Cash #7' }, floor: 7n },
          channels: [{ channelId: 'all', subscriptionIds: [1], skipIfLive: false }],
        },
      ],
      topics: [{ key: 'auction:a-1', state: { token: { tokenName: 'Cash #7' }, status: 'running' } }],
    });
    expect(woken).toEqual(['all']);
    expect(report).toEqual({ read: 1, changed: 1, alerts: 1, stale: 0, dropped: 0, leftOut: 0, tooLarge: 0 });
  });

  it('has bids edit the card of a channel that shows the auction, and posts them where none does', async () => {
    const bids: ModelRule = { channelId: 'bids', topics: ['auction_bid'] };
    const { show, inbox } = await start([everything, bids]);
    await show(auction());
    await show(auction([bid(10n)]));
    await show(auction([bid(10n), bid(12n, 2)]));
    expect(inbox.posted.get('all')).toEqual(['auction_started:a-1']);
    expect(inbox.posted.get('bids')).toHaveLength(1);
    expect(inbox.states.get('auction:a-1')).toMatchObject({
      highestBid: 12n,
      leader: address(2),
      bidCount: 2,
    });
  });

  it('posts a bid that deserves a message although the auction is shown', async () => {
    const { show, inbox } = await start([everything], 12n);
    await show(auction());
    await show(auction([bid(10n)]));
    await show(auction([bid(10n), bid(12n, 2)]));
    expect(inbox.posted.get('all')).toEqual(['auction_started:a-1', `auction_bid:a-1:${address(2)}:12`]);
  });

  it('looks nothing up and posts nothing about auctions that no rule matches', async () => {
    const { show, lookedUp, inbox } = await start([{ channelId: 'ends', topics: ['auction_ended'] }]);
    await show(auction([bid(10n)]));
    expect(lookedUp).toEqual([]);
    expect(inbox.intakes.at(-1)).toMatchObject({ alerts: [], topics: [] });
    expect(inbox.tracked.size).toBe(1);
  });

  it('keeps what was posted once up to date, also where no rule asks for what follows', async () => {
    const { show, inbox } = await start([{ channelId: 'starts', topics: ['auction_started'] }]);
    await show(auction());
    await show(auction([bid(10n)]));
    expect(inbox.states.get('auction:a-1')).toMatchObject({ topic: 'auction_bid', highestBid: 10n });
  });

  it('keeps showing the token when it cannot be looked up any more', async () => {
    const { show, inbox, market } = await start();
    await show(auction());
    market.silent = true;
    await show(auction([bid(10n)]));
    expect(inbox.states.get('auction:a-1')).toMatchObject({
      ...{ token: { tokenName: 'Cash #7' }, lastPrice: 3n, highestBid: 10n },
    });
  });

  it('keeps showing the token over a restart after which it cannot be looked up', async () => {
    const { show, inbox, lists, restart } = await start();
    await show(auction());
    const later = restart();
    later.market.silent = true;
    lists.auctions = [auction([bid(10n)])];
    await later.tick();
    expect(inbox.states.get('auction:a-1')).toMatchObject({
      ...{ token: { tokenName: 'Cash #7' }, lastPrice: 3n, highestBid: 10n },
    });
  });

  it('measures a result against the last price from before it, also over a restart', async () => {
    const sold = auction([bid(10n)], { active: false, endTime: START, finalizedAt: START, updatedAt: START });
    const { show, inbox, lists, restart } = await start();
    await show(auction([bid(10n)]));
    const later = restart();
    later.market.lastPrice = 10n;
    lists.auctions = [sold];
    await later.tick();
    expect(inbox.states.get('auction:a-1')).toMatchObject({ status: 'sold', lastPrice: 3n });
  });

  it('measures a result against no last price but the one from before it', async () => {
    const sold = auction([bid(10n)], { active: false, endTime: START, finalizedAt: START, updatedAt: START });
    const { show, inbox, market, restart } = await start();
    await show(auction([bid(10n)]));
    market.lastPrice = 10n;
    await show(sold);
    expect(inbox.states.get('auction:a-1')).toMatchObject({ status: 'sold', lastPrice: 3n });
    const later = restart();
    later.market.lastPrice = 10n;
    await later.tick();
    await show(sold, { ...sold, id: 'a-2' });
    expect(inbox.states.get('auction:a-2')).toMatchObject({ status: 'sold', lastPrice: null });
  });

  it('edits the end when it settles, without a message', async () => {
    const { show, inbox, pass } = await start();
    await show(auction([bid(10n)]));
    await pass(120);
    await show(auction([bid(10n)]));
    expect(inbox.alerts.get('auction_ended:a-1')).toMatchObject({ status: 'ended', leader: address(1) });
    const messages = inbox.posted.get('all')?.length;
    const settlement = START + 130 * MINUTE;
    await pass(18);
    await show(auction([bid(10n)], { active: false, finalizedAt: settlement, updatedAt: settlement }));
    expect(inbox.posted.get('all')).toHaveLength(messages ?? 0);
    expect(inbox.states.get('auction:a-1')).toMatchObject({ status: 'sold', finalizedAt: settlement });
  });

  it('posts a cancellation that only the list of cancelled ones shows', async () => {
    const { show, inbox, pass } = await start();
    await show(auction());
    await pass(10);
    await show(auction([], { active: false, updatedAt: START + 9 * MINUTE }));
    expect([...inbox.alerts.keys()]).toEqual(['auction_started:a-1', 'auction_cancelled:a-1']);
  });

  it('posts several auctions in the order of their events', async () => {
    const { show, inbox, pass } = await start();
    const other = (bids: readonly Bid[]) => auction(bids, { id: 'a-2', endTime: START + 200 * MINUTE });
    await show(auction(), other([]));
    await pass(121);
    await show(other([bid(5n, 1, START + 119 * MINUTE)]), auction([bid(9n, 1, START + 118 * MINUTE)]));
    expect(
      [...inbox.alerts.values()].slice(-3).map(({ topic: kind, auction: id }) => `${kind} ${id}`),
    ).toEqual(['auction_bid a-1', 'auction_bid a-2', 'auction_ended a-1']);
  });

  it('posts one auction in the order of its events, also where their times say otherwise', async () => {
    const { show, inbox } = await start();
    await show(auction([bid(10n, 1, START - MINUTE)], { startTime: START }));
    expect([...inbox.alerts.values()].map(({ topic: kind }) => kind)).toEqual([
      'auction_started',
      'auction_bid',
    ]);
  });

  it('marks what is older than six hours as announced, shows it, and posts it nowhere', async () => {
    const { show, inbox, restart, lists, pass } = await start();
    await show(auction());
    await pass(120 + 361);
    lists.auctions = [auction([bid(10n)])];
    const later = restart();
    expect(await later.tick()).toMatchObject({ alerts: 0, stale: 2 });
    expect(inbox.states.get('auction:a-1')).toMatchObject({ status: 'ended', highestBid: 10n });
    expect(inbox.tracked.get('a-1')?.announced.ended).toBe(true);
  });

  it('writes nothing and starts over when the marketplace or the store fails', async () => {
    const { show, source, inbox, tick } = await start();
    source.beforeAnswer = (request) => {
      if (request === 'completed 1') throw new Error('the marketplace is down');
    };
    await expect(show(auction())).rejects.toThrow('the marketplace is down');
    source.beforeAnswer = () => undefined;
    inbox.beforeWrite = () => {
      throw new Error('the disk is full');
    };
    await expect(tick()).rejects.toThrow('the disk is full');
    expect(inbox.alerts.size).toBe(0);
    inbox.beforeWrite = () => undefined;
    await tick();
    expect([...inbox.alerts.keys()]).toEqual(['auction_started:a-1']);
  });

  describe('of more auctions than one transaction saves', () => {
    const SIZE = 100;
    const many = Array.from({ length: 120 }, (_, number) =>
      auction(
        Array.from({ length: 300 }, (_unused, at) => bid(BigInt(at + 1))),
        { id: `a-${number}` },
      ),
    );

    it('saves those without alerts before, in parts, and the rest with the alerts', async () => {
      const quiet = await start([{ ...everything, topics: ['auction_cancelled'] }]);
      await quiet.show(...many);
      expect(quiet.inbox.tracked.size).toBe(many.length);
      const parts = quiet.inbox.intakes.slice(1);
      expect(parts.length).toBeGreaterThan(1);
      for (const { tracked } of parts) expect(tracked.length).toBeLessThan(SIZE);
      const { inbox, show } = await start();
      await show(...many);
      // One transaction, because all of them have alerts.
      expect(inbox.intakes.slice(1)).toMatchObject([{ alerts: { length: many.length * 2 } }]);
    });

    it('begins the first poll anew after a crash between two parts, and announces nothing', async () => {
      const inbox = createModelInbox();
      const options = {
        clock: createManualClock(START * 1_000),
        all: () => many,
        rules: [everything],
        inbox,
      };
      let writes = 0;
      inbox.beforeWrite = () => {
        writes += 1;
        if (writes === 2) throw new Error('the process is killed');
      };
      await expect(startWatch(options).tick()).rejects.toThrow('the process is killed');
      await expect(inbox.trackedAuctions()).resolves.toBeNull();
      await startWatch(options).tick();
      expect(inbox.tracked.size).toBe(many.length);
      expect(inbox.alerts.size).toBe(0);
    });
  });

  it('continues with the stored state after a restart', async () => {
    const { show, inbox, restart, pass, lists } = await start();
    await show(auction([bid(10n)]));
    await pass(1);
    lists.auctions = [auction([bid(10n), bid(12n, 2)])];
    await restart().tick();
    expect([...inbox.alerts.values()].map(({ topic: kind }) => kind)).toEqual([
      'auction_started',
      'auction_bid',
      'auction_bid',
    ]);
  });

  it('lets go of what is over for nine days, and after a day of what was lost from the lists, and says so', async () => {
    const { show, inbox, pass, lines, tick } = await start();
    const settled = auction([bid(1n)], { id: 'a-2', active: false, endTime: START, finalizedAt: START });
    await show(auction([], { endTime: START + 1e6 }), settled);
    await show(settled);
    await pass(24 * 60 - 1);
    await tick();
    expect(inbox.tracked.size).toBe(2);
    await pass(1);
    await tick();
    expect([...inbox.tracked.keys()]).toEqual(['a-2']);
    await pass(8 * 24 * 60);
    await tick();
    expect(inbox.tracked.size).toBe(0);
    expect(lines.filter(({ reason }) => reason === 'missing')).toHaveLength(1);
    await tick();
    expect(inbox.tracked.size).toBe(0);
  });

  it('hands on every auction that was read', async () => {
    const { show, learnt } = await start();
    await show(auction(), auction([], { id: 'a-2' }));
    expect([...learnt.keys()]).toEqual(['a-1', 'a-2']);
  });
});

describe('an end that comes near', () => {
  const leads: readonly ModelRule[] = [
    { channelId: 'hour', topics: ['auction_ending'], lead: 60 },
    { channelId: 'ten', topics: ['auction_ending'], lead: 10 },
  ];

  it('is posted by the clock, between polls, where a rule asks for that lead time', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch } = await start(leads);
    parts.use(watch);
    await show(auction());
    await pass(59.9);
    expect(inbox.alerts.size).toBe(0);
    await pass(0.1);
    expect(inbox.posted.get('hour')).toEqual(['auction_ending:a-1:60']);
    expect(inbox.posted.has('ten')).toBe(false);
    await pass(50);
    expect(inbox.posted.get('ten')).toEqual(['auction_ending:a-1:10']);
    expect(inbox.alerts.get('auction_ending:a-1:10')).toMatchObject({
      ...{ leads: [10], status: 'running', endTime: START + 120 * MINUTE },
      occurredAt: START + 110 * MINUTE,
    });
    expect(inbox.tracked.get('a-1')?.announced.endings).toEqual([60, 30, 10]);
  });

  it('is posted once for all lead times that have passed when it is seen late', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch } = await start(leads);
    parts.use(watch);
    await pass(112);
    await show(auction());
    await pass(0);
    expect([...inbox.posted.values()]).toEqual([['auction_ending:a-1:10'], ['auction_ending:a-1:10']]);
    expect(inbox.alerts.get('auction_ending:a-1:10')?.leads).toEqual([60, 30, 10]);
  });

  it('is not posted beside a start of the same moment, which says when it ends', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch } = await start([everything, ...leads]);
    parts.use(watch);
    await pass(90);
    await show(auction());
    await pass(0);
    expect(inbox.posted.get('all')).toEqual(['auction_started:a-1']);
    expect(inbox.posted.get('hour')).toEqual(['auction_ending:a-1:30']);
    expect(inbox.posted.has('ten')).toBe(false);
    await pass(20);
    expect(inbox.posted.get('all')).toEqual(['auction_started:a-1', 'auction_ending:a-1:10']);
    expect(inbox.posted.get('ten')).toEqual(['auction_ending:a-1:10']);
  });

  it('moves with an extension before it is posted, and is edited after', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch } = await start(leads);
    parts.use(watch);
    await show(auction());
    await pass(55);
    await show(auction([], { endTime: START + 130 * MINUTE, updatedAt: START + 50 * MINUTE }));
    await pass(10);
    expect(inbox.alerts.size).toBe(0);
    await pass(5);
    expect([...inbox.alerts.keys()]).toEqual(['auction_ending:a-1:60']);
    await show(auction([], { endTime: START + 190 * MINUTE, updatedAt: START + 69 * MINUTE }));
    await pass(65);
    expect([...inbox.alerts.keys()]).toEqual(['auction_ending:a-1:60']);
    expect(inbox.states.get('auction:a-1')).toMatchObject({ endTime: START + 190 * MINUTE, extensions: 2 });
  });

  it('is not posted for an auction that was cancelled', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch } = await start(leads);
    parts.use(watch);
    await show(auction());
    await pass(30);
    await show(auction([], { active: false, updatedAt: START + 29 * MINUTE }));
    await pass(120);
    expect(inbox.alerts.size).toBe(0);
  });

  it('is posted with the time that is left after a stop, once it is known that the auction still runs', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch, restart } = await start(leads);
    await show(auction());
    await watch[Symbol.asyncDispose]();
    await pass(100);
    const later = restart();
    parts.use(later.watch);
    await pass(5);
    expect(inbox.alerts.size).toBe(0);
    await later.tick();
    await pass(0);
    expect(inbox.alerts.get('auction_ending:a-1:30')).toMatchObject({ leads: [60, 30] });
    await pass(5);
    expect([...inbox.alerts.keys()]).toEqual(['auction_ending:a-1:30', 'auction_ending:a-1:10']);
  });

  it('is posted although the store failed at first', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch, lines } = await start(leads);
    parts.use(watch);
    await show(auction());
    inbox.beforeWrite = () => {
      inbox.beforeWrite = () => undefined;
      throw new Error('the disk is full');
    };
    await pass(61);
    expect([...inbox.alerts.keys()]).toEqual(['auction_ending:a-1:60']);
    expect(lines.filter(({ failures }) => failures === 1)).toHaveLength(1);
  });

  it('is written in turn with a poll that is under way', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch, source } = await start([...leads, everything]);
    parts.use(watch);
    await show(auction());
    source.beforeAnswer = async (request) => {
      if (request === 'completed 1') await pass(61);
    };
    await show(auction([bid(10n)]));
    expect([...inbox.alerts.values()].map(({ topic: kind }) => kind)).toEqual([
      'auction_started',
      'auction_ending',
      'auction_bid',
    ]);
    expect(inbox.tracked.get('a-1')?.announced).toMatchObject({ endings: [60], bids: [{ amount: 10n }] });
  });
});
