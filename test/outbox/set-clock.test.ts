import { describe, expect, it } from 'vitest';
import { auctionAlert, newSubscription, saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, keysOf, sales } from './scenario.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Leaps beyond and within the longest time that Discord is believed to ask for. */
const LEAPS = [
  ['eight hours', 8 * HOUR],
  ['half an hour', 30 * MINUTE],
] as const;

describe('a clock that is ahead for a while', () => {
  it.each(LEAPS)('(%s) makes no channel rest longer than Discord asked for', async (_how, ahead) => {
    await using scenario = await createScenario();
    scenario.clock.set(ahead);
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    scenario.clock.set(-ahead);
    await scenario.clock.advance(2 * SECOND);
    expect(scenario.channel.postedKeys()).toEqual(keysOf([saleAlert(1)]));
  });

  it.each(LEAPS)(
    '(%s) makes no channel rest longer than Discord asked for over a restart',
    async (_how, ahead) => {
      await using scenario = await createScenario();
      scenario.clock.set(ahead);
      scenario.channel.plan('rate limit');
      await scenario.enqueue(saleAlert(1));
      scenario.clock.set(-ahead);
      await scenario.restart();
      await scenario.clock.advance(2 * SECOND);
      expect(scenario.channel.postedKeys()).toEqual(keysOf([saleAlert(1)]));
    },
  );

  it('restarts no wait of a process before that is over', async () => {
    await using scenario = await createScenario();
    scenario.clock.set(30 * MINUTE);
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(2 * SECOND);
    await scenario.restart();
    await scenario.enqueue(saleAlert(2));
    scenario.clock.set(-30 * MINUTE);
    await scenario.enqueue(saleAlert(3));
    await scenario.clock.advance(2 * SECOND);
    expect(scenario.channel.postedKeys()).toEqual(keysOf([saleAlert(1), saleAlert(2), saleAlert(3)]));
  });

  it.each(LEAPS)('(%s) makes no live message stand still', async (_how, ahead) => {
    await using scenario = await createScenario();
    await scenario.enqueue(auctionAlert({ bidCount: 0 }));
    const bid = (bidCount: number) =>
      scenario.takeIn({
        topics: [{ key: 'auction:a-1', state: auctionAlert({ topic: 'auction_bid', bidCount }) }],
      });
    scenario.clock.set(ahead);
    await bid(1);
    scenario.channel.planEdits('rate limit');
    await scenario.clock.advance(2 * SECOND);
    await bid(2);
    scenario.clock.set(-ahead);
    await scenario.clock.advance(4 * SECOND);
    expect(scenario.channel.messages.map(({ displayed }) => displayed)).toEqual([2]);
  });

  it('expires nothing that waits', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit', 'rate limit');
    const [first, ...others] = sales(3).map((sale) => ({
      ...sale,
      occurredAt: Math.floor(scenario.clock.now() / SECOND),
    }));
    await scenario.enqueue(...(first === undefined ? [] : [first]));
    scenario.clock.set(7 * HOUR);
    await scenario.enqueue(...others);
    await scenario.clock.advance(SECOND);
    scenario.clock.set(-7 * HOUR);
    await scenario.clock.advance(10 * SECOND);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(3)));
  });

  it('grants no more and no fewer permits than before', async () => {
    await using scenario = await createScenario({ discordLimit: 3 });
    const channels = Array.from({ length: 20 }, (_, number) => String(2_000 + number));
    scenario.clock.set(8 * HOUR);
    await scenario.takeIn({ to: channels, alerts: [saleAlert(1)] });
    await scenario.clock.advance(2 * SECOND);
    scenario.clock.set(-8 * HOUR);
    await scenario.clock.advance(12 * SECOND);
    for (const channel of channels) expect(scenario.channelOf(channel).postedKeys()).toHaveLength(1);
  });
});

describe('a clock that is set ahead for good, as after a machine has slept', () => {
  it('ends the rest of a channel', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    scenario.clock.set(MINUTE);
    await scenario.takeIn({ alerts: [saleAlert(2)] });
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(2)));
  });

  it('keeps what an admin said of a held message, where the offset of Discord’s clock is measured anew before it is sent', async () => {
    let offsets: number[] = [];
    await using scenario = await createScenario({ clockOffsetMs: () => offsets.shift() ?? 0 });
    const { channel, clock, store } = scenario;
    await scenario.reopen();
    channel.plan('fail before accepting');
    channel.setReadBack('unreadable');
    await scenario.enqueue(saleAlert(1));
    clock.set(2 * MINUTE);
    await clock.advance(10 * SECOND);
    const [held] = await store.heldPosts([CHANNEL]);
    if (held === undefined) throw new Error('No message is held.');

    offsets = [-2 * MINUTE];
    await store.resolveHeldPost(newSubscription(CHANNEL).guildId, held.postId, 'absent');
    await scenario.choose({});
    await clock.advance(10 * SECOND);

    expect(channel.postedKeys()).toEqual(keysOf(sales(1)));
    expect(await store.heldPosts([CHANNEL])).toEqual([]);
  });

  it('ends quiet hours that are over by then, within a minute', async () => {
    await using scenario = await createScenario();
    // The scene begins at midnight, UTC.
    await scenario.choose({ quiet: { from: 0, to: 8 * 60 } });
    await scenario.enqueue(saleAlert(1));
    scenario.clock.set(9 * HOUR);
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toHaveLength(1);
  });
});

describe('a clock that is set back for good', () => {
  it('does not make a nonce young again that Discord has forgotten while no process ran', async () => {
    let offset = 0;
    await using scenario = await createScenario({ clockOffsetMs: () => offset });
    const { channel, clock } = scenario;
    channel.plan('crash after accepting');
    await scenario.enqueue(saleAlert(1));
    // Two minutes pass, and meanwhile our clock is set back by as much.
    offset = 2 * MINUTE;
    await scenario.restart();
    await clock.advance(10 * SECOND);

    expect(channel.requests).toEqual(['send']);
    expect((await scenario.store.channelWork(CHANNEL, 10)).unsettled).toBeNull();
  });

  it('keeps quiet hours that have not ended by then', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: { from: 0, to: 2 * 60 } });
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(HOUR);
    scenario.clock.set(-30 * MINUTE);
    await scenario.clock.advance(HOUR + MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([]);
    await scenario.clock.advance(30 * MINUTE);
    expect(scenario.channel.postedKeys()).toHaveLength(1);
  });
});
