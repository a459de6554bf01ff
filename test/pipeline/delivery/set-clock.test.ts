import { describe, expect, it } from 'vitest';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { createScene, keysOf, sales } from './scene.ts';

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
    await using scene = await createScene();
    scene.clock.set(ahead);
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    scene.clock.set(-ahead);
    await scene.clock.advance(2 * SECOND);
    expect(scene.channel.told()).toEqual(keysOf([saleAlert(1)]));
  });

  it('makes no channel rest for hours over a restart', async () => {
    await using scene = await createScene();
    scene.clock.set(8 * HOUR);
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    scene.clock.set(-8 * HOUR);
    await scene.restart();
    await scene.clock.advance(2 * SECOND);
    expect(scene.channel.told()).toEqual(keysOf([saleAlert(1)]));
  });

  it.each(LEAPS)('(%s) makes no live message stand still', async (_how, ahead) => {
    await using scene = await createScene();
    await scene.enqueue(auctionAlert({ bidCount: 0 }));
    const bid = (bidCount: number) =>
      scene.takeIn({
        topics: [{ key: 'auction:a-1', state: auctionAlert({ kind: 'auction_bid', bidCount }) }],
      });
    scene.clock.set(ahead);
    await bid(1);
    scene.channel.orderTouchUps('rate limit');
    await scene.clock.advance(2 * SECOND);
    await bid(2);
    scene.clock.set(-ahead);
    await scene.clock.advance(4 * SECOND);
    expect(scene.channel.messages.map(({ shows }) => shows)).toEqual([2]);
  });

  it('expires nothing that waits', async () => {
    await using scene = await createScene();
    scene.channel.order('rate limit', 'rate limit');
    const [first, ...others] = sales(3).map((sale) => ({
      ...sale,
      occurredAt: Math.floor(scene.clock.now() / SECOND),
    }));
    await scene.enqueue(...(first === undefined ? [] : [first]));
    scene.clock.set(7 * HOUR);
    await scene.enqueue(...others);
    await scene.clock.advance(SECOND);
    scene.clock.set(-7 * HOUR);
    await scene.clock.advance(10 * SECOND);
    expect(scene.channel.told()).toEqual(keysOf(sales(3)));
  });

  it('gives nobody more or fewer permits than before', async () => {
    await using scene = await createScene({ requestsASecond: 2 });
    const channels = Array.from({ length: 20 }, (_, number) => String(2_000 + number));
    scene.clock.set(8 * HOUR);
    await scene.takeIn({ to: channels, alerts: [saleAlert(1)] });
    await scene.clock.advance(2 * SECOND);
    scene.clock.set(-8 * HOUR);
    await scene.clock.advance(12 * SECOND);
    for (const channel of channels) expect(scene.channelOf(channel).told()).toHaveLength(1);
  });
});

describe('a clock that is set ahead for good, as after a machine has slept', () => {
  it('ends the rest of a channel', async () => {
    await using scene = await createScene();
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    scene.clock.set(MINUTE);
    await scene.takeIn({ alerts: [saleAlert(2)] });
    expect(scene.channel.told()).toEqual(keysOf(sales(2)));
  });

  it('ends quiet hours that are over by then, within a minute', async () => {
    await using scene = await createScene();
    // The scene begins at midnight, UTC.
    await scene.choose({ quiet: { from: 0, to: 8 * 60 } });
    await scene.enqueue(saleAlert(1));
    scene.clock.set(9 * HOUR);
    await scene.clock.advance(MINUTE);
    expect(scene.channel.told()).toHaveLength(1);
  });
});

describe('a clock that is set back for good', () => {
  it('keeps quiet hours that have not ended by then', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: { from: 0, to: 2 * 60 } });
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(HOUR);
    scene.clock.set(-30 * MINUTE);
    await scene.clock.advance(HOUR + MINUTE);
    expect(scene.channel.told()).toEqual([]);
    await scene.clock.advance(30 * MINUTE);
    expect(scene.channel.told()).toHaveLength(1);
  });
});
