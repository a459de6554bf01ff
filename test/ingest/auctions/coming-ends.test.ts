import { describe, expect, it } from 'vitest';
import { type ModelRule } from './model-auctions.ts';
import { auction, bid, everything, MINUTE, START, start } from './one-auction.ts';

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

  it('is not posted beside a start that is seen when the end is near already', async () => {
    await using parts = new AsyncDisposableStack();
    const { show, inbox, pass, watch } = await start([everything, ...leads]);
    parts.use(watch);
    await pass(112);
    await show(auction());
    await pass(0);
    expect(inbox.posted.get('all')).toEqual(['auction_started:a-1']);
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
