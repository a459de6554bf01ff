import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { createScenario, type Scenario } from './scenario.ts';

const MINUTE = 60_000;

const started = (change: Partial<AuctionAlert> = {}) => auctionAlert({ bidCount: 0, ...change });

/** The auction as it stands now. */
function bids(scenario: Scenario, bidCount: number, change: Partial<AuctionAlert> = {}): Promise<void> {
  const state = auctionAlert({ topic: 'auction_bid', bidCount, ...change });
  return scenario.takeIn({ topics: [{ key: 'auction:a-1', state }] });
}

/** A scene whose channel shows the auction without a bid. */
async function sceneWithCard(): Promise<Scenario> {
  const scenario = await createScenario();
  await scenario.enqueue(started());
  return scenario;
}

const shown = (scenario: Scenario) => scenario.channel.messages.map(({ displayed }) => displayed);

describe('a live message', () => {
  it('is edited when its topic changes, and nothing new is posted', async () => {
    await using scenario = await sceneWithCard();
    await bids(scenario, 1);
    expect(shown(scenario)).toEqual([1]);
    expect(scenario.channel.requests).toEqual(['send', 'edit']);
  });

  it('is edited once for several changes, at most every two seconds', async () => {
    await using scenario = await sceneWithCard();
    await bids(scenario, 1);
    for (let bid = 2; bid <= 6; bid += 1) await bids(scenario, bid);
    expect(shown(scenario)).toEqual([1]);
    await scenario.clock.advance(1_999);
    expect(shown(scenario)).toEqual([1]);
    await scenario.clock.advance(1);
    expect(shown(scenario)).toEqual([6]);
    expect(scenario.channel.messages[0]?.edits).toHaveLength(2);
  });

  it('shows an end at once', async () => {
    await using scenario = await sceneWithCard();
    await bids(scenario, 1);
    await bids(scenario, 2, { status: 'ended' });
    expect(shown(scenario)).toEqual([2]);
  });

  it('is edited after the messages that wait', async () => {
    await using scenario = await sceneWithCard();
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    const state = auctionAlert({ topic: 'auction_bid', bidCount: 1 });
    await scenario.takeIn({ alerts: [saleAlert(2)], topics: [{ key: 'auction:a-1', state }] });
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toHaveLength(3);
    expect(shown(scenario)[0]).toBe(1);
  });

  it('is edited while messages may not be posted', async () => {
    await using scenario = await sceneWithCard();
    await scenario.choose({ quiet: { from: 0, to: 60 } });
    await scenario.enqueue(saleAlert(1));
    await bids(scenario, 3);
    expect(scenario.channel.postedKeys()).toHaveLength(1);
    expect(shown(scenario)).toEqual([3]);
  });

  it('is edited again after two seconds while messages may not be posted for longer', async () => {
    await using scenario = await sceneWithCard();
    await scenario.choose({ quiet: { from: 0, to: 60 } });
    await scenario.enqueue(saleAlert(1));
    await bids(scenario, 3);
    await bids(scenario, 4);
    await scenario.clock.advance(2_000);
    expect(shown(scenario)).toEqual([4]);
  });

  it('that cannot be edited now keeps no message waiting, and is edited later', async () => {
    await using scenario = await sceneWithCard();
    scenario.channel.planEdits('rate limit');
    await bids(scenario, 1);
    await scenario.enqueue(saleAlert(1));
    expect(scenario.channel.postedKeys()).toHaveLength(2);
    expect(shown(scenario)).toEqual([0, null]);
    await scenario.clock.advance(2_000);
    expect(shown(scenario)).toEqual([1, null]);
  });

  it.each(['fail', 'do and lose the answer', 'crash before the request', 'crash after doing it'] as const)(
    'is edited again when an edit did not come back (%s)',
    async (trouble) => {
      await using scenario = await sceneWithCard();
      scenario.channel.planEdits(trouble);
      await bids(scenario, 1);
      await scenario.clock.advance(MINUTE);
      expect(shown(scenario)).toEqual([1]);
      expect(scenario.channel.requests).toEqual(['send', 'edit', 'edit']);
    },
  );

  it('that was deleted is abandoned, and the topic gets a new message with its next alert', async () => {
    await using scenario = await sceneWithCard();
    scenario.channel.planEdits('say that the message is gone');
    await bids(scenario, 1);
    await bids(scenario, 2);
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.requests).toEqual(['send', 'edit']);
    const bid = auctionAlert({ topic: 'auction_bid', key: 'auction_bid:a-1:3', bidCount: 3 });
    const topics = [{ key: 'auction:a-1', state: bid }];
    await scenario.takeIn({ alerts: [bid], skipIfLive: true, topics });
    expect(shown(scenario)).toEqual([0, 3]);
  });

  it('of a channel that lost its permission stops the queue', async () => {
    await using scenario = await sceneWithCard();
    await scenario.reopen();
    scenario.channel.planEdits('take permission away');
    await bids(scenario, 1);
    await scenario.enqueue(saleAlert(1));
    expect(scenario.channel.requests).toEqual(['send', 'edit']);
    expect(scenario.stopped()).toBe(1);
    await scenario.reopen();
    await scenario.clock.advance(2_000);
    expect(shown(scenario)).toEqual([1, null]);
  });

  it('is edited by the next process when this one stopped before', async () => {
    await using scenario = await sceneWithCard();
    await bids(scenario, 1);
    await bids(scenario, 2);
    await scenario.restart();
    await scenario.clock.advance(MINUTE);
    expect(shown(scenario)).toEqual([2]);
  });

  it('takes what changed while it was being posted', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer');
    await scenario.enqueue(started());
    await bids(scenario, 4);
    await scenario.clock.advance(MINUTE);
    expect(shown(scenario)).toEqual([4]);
  });
});

describe('a message in an announcement channel', () => {
  it('is published after it was posted', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ publish: true });
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    expect(scenario.channel.messages.map(({ published }) => published)).toEqual([true, true]);
    expect(scenario.channel.requests).toEqual(['send', 'publish', 'send', 'publish']);
  });

  it('is not published where that was not chosen', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(saleAlert(1));
    expect(scenario.channel.requests).toEqual(['send']);
  });

  it('is published later when Discord limits that, while edits and messages go on', async () => {
    await using scenario = await sceneWithCard();
    await scenario.choose({ publish: true });
    scenario.channel.planEdits('rate limit');
    await scenario.enqueue(saleAlert(1));
    await bids(scenario, 1, { status: 'ended' });
    await scenario.enqueue(saleAlert(2));
    expect(scenario.channel.requests).toEqual(['send', 'send', 'publish', 'edit', 'send']);
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.messages.map(({ published }) => published)).toEqual([false, true, true]);
  });

  it('that waits to be published is not, once that is turned off', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ publish: true });
    scenario.channel.planEdits('rate limit');
    await scenario.enqueue(saleAlert(1));
    await scenario.choose({ publish: false });
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.requests).toEqual(['send', 'publish']);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it('that could not be published for six hours is no news any more', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ publish: true });
    scenario.channel.planEdits('take permission away', 'take permission away');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(6 * 60 * MINUTE);
    await scenario.reopen();
    await scenario.clock.advance(1);
    await scenario.reopen();
    expect(scenario.channel.requests).toEqual(['send', 'publish', 'publish']);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it('that cannot be published is not tried again', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ publish: true });
    scenario.channel.planEdits('say that the message is gone');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.requests).toEqual(['send', 'publish']);
  });

  it('is published once its fate is known', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ publish: true });
    scenario.channel.plan('lose the answer');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.messages.map(({ published }) => published)).toEqual([true]);
  });
});
