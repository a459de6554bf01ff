import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '../../../src/domain/alert.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import { createScene, type Scene } from './scene.ts';

const MINUTE = 60_000;

const started = (change: Partial<AuctionAlert> = {}) => auctionAlert({ bidCount: 0, ...change });

/** The auction as it stands now. */
function bids(scene: Scene, bidCount: number, change: Partial<AuctionAlert> = {}): Promise<void> {
  const state = auctionAlert({ kind: 'auction_bid', bidCount, ...change });
  return scene.takeIn({ topics: [{ key: 'auction:a-1', state }] });
}

/** A scene whose channel shows the auction without a bid. */
async function sceneWithCard(): Promise<Scene> {
  const scene = await createScene();
  await scene.enqueue(started());
  return scene;
}

const shown = (scene: Scene) => scene.channel.messages.map(({ shows }) => shows);

describe('a live message', () => {
  it('is edited when its topic changes, and nothing new is posted', async () => {
    await using scene = await sceneWithCard();
    await bids(scene, 1);
    expect(shown(scene)).toEqual([1]);
    expect(scene.channel.requests).toEqual(['send', 'edit']);
  });

  it('is edited once for several changes, at most every two seconds', async () => {
    await using scene = await sceneWithCard();
    await bids(scene, 1);
    for (let bid = 2; bid <= 6; bid += 1) await bids(scene, bid);
    expect(shown(scene)).toEqual([1]);
    await scene.clock.advance(1_999);
    expect(shown(scene)).toEqual([1]);
    await scene.clock.advance(1);
    expect(shown(scene)).toEqual([6]);
    expect(scene.channel.messages[0]?.edits).toHaveLength(2);
  });

  it('shows an end at once', async () => {
    await using scene = await sceneWithCard();
    await bids(scene, 1);
    await bids(scene, 2, { status: 'ended' });
    expect(shown(scene)).toEqual([2]);
  });

  it('is edited after the messages that wait', async () => {
    await using scene = await sceneWithCard();
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    const state = auctionAlert({ kind: 'auction_bid', bidCount: 1 });
    await scene.takeIn({ alerts: [saleAlert(2)], topics: [{ key: 'auction:a-1', state }] });
    await scene.clock.advance(MINUTE);
    expect(scene.channel.told()).toHaveLength(3);
    expect(shown(scene)[0]).toBe(1);
  });

  it('is edited while messages may not be posted', async () => {
    await using scene = await sceneWithCard();
    await scene.choose({ quiet: { from: 0, to: 60 } });
    await scene.enqueue(saleAlert(1));
    await bids(scene, 3);
    expect(scene.channel.told()).toHaveLength(1);
    expect(shown(scene)).toEqual([3]);
  });

  it('that cannot be edited now keeps no message waiting, and is edited later', async () => {
    await using scene = await sceneWithCard();
    scene.channel.orderTouchUps('rate limit');
    await bids(scene, 1);
    await scene.enqueue(saleAlert(1));
    expect(scene.channel.told()).toHaveLength(2);
    expect(shown(scene)).toEqual([0, null]);
    await scene.clock.advance(2_000);
    expect(shown(scene)).toEqual([1, null]);
  });

  it.each(['fail', 'do and lose the answer', 'crash before the request', 'crash after doing it'] as const)(
    'is edited again when an edit did not come back (%s)',
    async (trouble) => {
      await using scene = await sceneWithCard();
      scene.channel.orderTouchUps(trouble);
      await bids(scene, 1);
      await scene.clock.advance(MINUTE);
      expect(shown(scene)).toEqual([1]);
      expect(scene.channel.requests).toEqual(['send', 'edit', 'edit']);
    },
  );

  it('that was deleted is let be, and the topic gets a new message when it has something to say', async () => {
    await using scene = await sceneWithCard();
    scene.channel.orderTouchUps('say that the message is gone');
    await bids(scene, 1);
    await bids(scene, 2);
    await scene.clock.advance(MINUTE);
    expect(scene.channel.requests).toEqual(['send', 'edit']);
    const bid = auctionAlert({ kind: 'auction_bid', key: 'auction_bid:a-1:3', bidCount: 3 });
    const topics = [{ key: 'auction:a-1', state: bid }];
    await scene.takeIn({ alerts: [bid], unlessShown: true, topics });
    expect(shown(scene)).toEqual([0, 3]);
  });

  it('of a channel that lost its permission stops the lane', async () => {
    await using scene = await sceneWithCard();
    await scene.reopen();
    scene.channel.orderTouchUps('take permission away');
    await bids(scene, 1);
    await scene.enqueue(saleAlert(1));
    expect(scene.channel.requests).toEqual(['send', 'edit']);
    expect(scene.stopped()).toBe(1);
    await scene.reopen();
    await scene.clock.advance(2_000);
    expect(shown(scene)).toEqual([1, null]);
  });

  it('is edited by the next process when this one stopped before', async () => {
    await using scene = await sceneWithCard();
    await bids(scene, 1);
    await bids(scene, 2);
    await scene.restart();
    await scene.clock.advance(MINUTE);
    expect(shown(scene)).toEqual([2]);
  });

  it('takes what changed while it was being posted', async () => {
    await using scene = await createScene();
    scene.channel.order('lose the answer');
    await scene.enqueue(started());
    await bids(scene, 4);
    await scene.clock.advance(MINUTE);
    expect(shown(scene)).toEqual([4]);
  });
});

describe('a message in an announcement channel', () => {
  it('is published after it was posted', async () => {
    await using scene = await createScene();
    await scene.choose({ publish: true });
    await scene.enqueue(saleAlert(1));
    await scene.enqueue(saleAlert(2));
    expect(scene.channel.messages.map(({ published }) => published)).toEqual([true, true]);
    expect(scene.channel.requests).toEqual(['send', 'publish', 'send', 'publish']);
  });

  it('is not published where that was not chosen', async () => {
    await using scene = await createScene();
    await scene.enqueue(saleAlert(1));
    expect(scene.channel.requests).toEqual(['send']);
  });

  it('is published later when Discord limits that, while edits and messages go on', async () => {
    await using scene = await sceneWithCard();
    await scene.choose({ publish: true });
    scene.channel.orderTouchUps('rate limit');
    await scene.enqueue(saleAlert(1));
    await bids(scene, 1);
    await scene.enqueue(saleAlert(2));
    expect(scene.channel.requests).toEqual(['send', 'send', 'publish', 'edit', 'send']);
    await scene.clock.advance(MINUTE);
    expect(scene.channel.messages.map(({ published }) => published)).toEqual([false, true, true]);
  });

  it('that waits to be published is not, once that is turned off', async () => {
    await using scene = await createScene();
    await scene.choose({ publish: true });
    scene.channel.orderTouchUps('rate limit');
    await scene.enqueue(saleAlert(1));
    await scene.choose({ publish: false });
    await scene.clock.advance(MINUTE);
    expect(scene.channel.requests).toEqual(['send', 'publish']);
    expect(await scene.store.lanesWithWork()).toEqual([]);
  });

  it('that could not be published for six hours is no news any more', async () => {
    await using scene = await createScene();
    await scene.choose({ publish: true });
    scene.channel.orderTouchUps('take permission away', 'take permission away');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(6 * 60 * MINUTE);
    await scene.reopen();
    await scene.clock.advance(1);
    await scene.reopen();
    expect(scene.channel.requests).toEqual(['send', 'publish', 'publish']);
    expect(await scene.store.lanesWithWork()).toEqual([]);
  });

  it('that cannot be published is not tried again', async () => {
    await using scene = await createScene();
    await scene.choose({ publish: true });
    scene.channel.orderTouchUps('say that the message is gone');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.requests).toEqual(['send', 'publish']);
  });

  it('is published once its fate is known', async () => {
    await using scene = await createScene();
    await scene.choose({ publish: true });
    scene.channel.order('lose the answer');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.messages.map(({ published }) => published)).toEqual([true]);
  });
});
