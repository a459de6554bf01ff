import { describe, expect, it } from 'vitest';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { address } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createModelInbox, type ModelRule } from './model-auctions.ts';
import { auction, bid, everything, MINUTE, START, start } from './one-auction.ts';
import { startWatch } from './start-monitor.ts';

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

  it('keeps each event once for who asks why, whether a rule matches it or not', async () => {
    const { show, inbox } = await start([{ channelId: 'starts', topics: ['auction_started'] }]);
    await show(auction([bid(10n)]));
    const detected = inbox.intakes.at(-1)?.detected?.map(({ alert }) => alert.key) ?? [];
    expect(detected.toSorted()).toEqual([`auction_bid:a-1:${address(1)}:10`, 'auction_started:a-1']);
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
