import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { createScenario, type Scenario } from './scenario.ts';

const MINUTE = 60_000;
const KEY = 'auction:a-1';

const started = auctionAlert({ bidCount: 0 });
const ending = (bidCount: number, change: Partial<AuctionAlert> = {}) =>
  auctionAlert({ topic: 'auction_ending', key: 'auction_ending:a-1:10', bidCount, leads: [10], ...change });
const ended = (bidCount: number) =>
  auctionAlert({ topic: 'auction_ended', key: 'auction_ended:a-1', bidCount, status: 'ended' });
const cancelled = auctionAlert({
  topic: 'auction_cancelled',
  key: 'auction_cancelled:a-1',
  status: 'cancelled',
});

/** The alert, with the state of the auction that it announces. */
const announce = (scenario: Scenario, alert: AuctionAlert) =>
  scenario.takeIn({ alerts: [alert], topics: [{ key: KEY, state: alert }] });

async function sceneWithCard(
  settings: Parameters<Scenario['choose']>[0] = { auctions: 'card' },
): Promise<Scenario> {
  const scenario = await createScenario();
  await scenario.choose(settings);
  await announce(scenario, started);
  return scenario;
}

const shown = (scenario: Scenario) => scenario.channel.messages.map(({ displayed }) => displayed);

describe('beside the card of an auction', () => {
  it('a coming end and the end are messages of their own', async () => {
    await using scenario = await sceneWithCard({});
    await announce(scenario, ending(1));
    await announce(scenario, ended(2));
    expect(scenario.channel.postedKeys()).toEqual([started.key, ending(1).key, ended(2).key]);
  });

  it('a coming end keeps what it says, and the end is edited like the card', async () => {
    await using scenario = await sceneWithCard({});
    await announce(scenario, ending(1));
    await announce(scenario, ended(2));
    await scenario.takeIn({ topics: [{ key: KEY, state: ended(3) }] });
    expect(shown(scenario)).toEqual([3, 1, 3]);
  });

  it('a coming end is not posted once the auction is over', async () => {
    await using scenario = await sceneWithCard({});
    await scenario.reopen();
    scenario.channel.plan('take permission away');
    await announce(scenario, ending(1));
    await announce(scenario, ended(2));
    await scenario.reopen();
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key, ended(2).key]);
  });

  it('each carries the id of the live message', async () => {
    await using scenario = await sceneWithCard({});
    await announce(scenario, ended(2));
    expect(scenario.channel.messages.map(({ cardMessageId }) => cardMessageId)).toEqual([null, '1']);
  });
});

describe('a card that is posted late', () => {
  it('shows the auction as it stands by then', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit');
    await announce(scenario, started);
    await scenario.takeIn({ topics: [{ key: KEY, state: auctionAlert({ bidCount: 7 }) }] });
    scenario.channel.planEdits('fail');
    await scenario.clock.advance(2_000);
    expect(shown(scenario)).toEqual([7]);
  });
});

describe('an end that comes while its card still waits', () => {
  const waitingCard = async (settings: Parameters<Scenario['choose']>[0] = {}): Promise<Scenario> => {
    const scenario = await createScenario();
    await scenario.choose(settings);
    scenario.channel.plan('rate limit');
    await announce(scenario, started);
    return scenario;
  };

  it.each([
    ['the end', ended(2)],
    ['the cancellation', cancelled],
  ])('is shown by the live message, which is posted after it (%s)', async (_, end) => {
    await using scenario = await waitingCard();
    await announce(scenario, end);
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key]);
    expect(shown(scenario)).toEqual([end.bidCount]);
    expect(scenario.channel.requests).toEqual(['send', 'send']);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it('is shown by a coming end that is posted after it as the live message', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit');
    await announce(scenario, ending(1));
    await announce(scenario, ended(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([ending(1).key]);
    expect(shown(scenario)).toEqual([2]);
  });

  it('has a message of its own where it pings', async () => {
    await using scenario = await waitingCard({ ping: { roleId: '77', minimum: null, coolDownMinutes: 0 } });
    await announce(scenario, ended(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key, ended(2).key]);
  });

  it('has a message of its own where the card may have been posted before it', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer');
    await announce(scenario, started);
    await announce(scenario, ended(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key, ended(2).key]);
    expect(shown(scenario)).toEqual([2, 2]);
  });

  it('has a message of its own where the card was posted before it', async () => {
    await using scenario = await waitingCard();
    await scenario.clock.advance(MINUTE);
    await announce(scenario, ended(2));
    expect(scenario.channel.postedKeys()).toEqual([started.key, ended(2).key]);
  });

  it('has a message of its own beside a bid, which shows no end', async () => {
    await using scenario = await createScenario();
    const bid = auctionAlert({ topic: 'auction_bid', key: 'auction_bid:a-1:1', bidCount: 1 });
    scenario.channel.plan('rate limit');
    await announce(scenario, bid);
    await announce(scenario, ended(1));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([bid.key, ended(1).key]);
  });
});

describe('in a channel that wants the card alone', () => {
  it('nothing further is posted about the auction, and the card is edited', async () => {
    await using scenario = await sceneWithCard();
    await announce(scenario, ending(1));
    await announce(scenario, ended(2));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key]);
    expect(shown(scenario)).toEqual([2]);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it.each([
    ['the end', ended(2)],
    ['the cancellation', cancelled],
  ])('%s is posted when the card was deleted before it showed that', async (_, end) => {
    await using scenario = await sceneWithCard();
    scenario.channel.planEdits('say that the message is gone');
    await announce(scenario, end);
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key, end.key]);
    expect(scenario.channel.messages.at(-1)?.cardMessageId).toBeNull();
  });

  it('nothing is posted when the card was deleted after it had shown the end', async () => {
    await using scenario = await sceneWithCard();
    await announce(scenario, ended(2));
    scenario.channel.planEdits('say that the message is gone');
    await scenario.takeIn({ topics: [{ key: KEY, state: ended(3) }] });
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key]);
  });

  it('a coming end is not posted when the card was deleted', async () => {
    await using scenario = await sceneWithCard();
    scenario.channel.planEdits('say that the message is gone');
    await announce(scenario, ending(1));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key]);
  });

  it.each(['crash before the request', 'crash after doing it', 'fail', 'rate limit'] as const)(
    'the end is shown once when its edit did not come back (%s)',
    async (trouble) => {
      await using scenario = await sceneWithCard();
      scenario.channel.planEdits(trouble);
      await announce(scenario, ended(2));
      await scenario.restart();
      await scenario.clock.advance(MINUTE);
      expect(scenario.channel.postedKeys()).toEqual([started.key]);
      expect(shown(scenario)).toEqual([2]);
    },
  );

  it('the end is posted by the next process when the card turns out to be gone', async () => {
    await using scenario = await sceneWithCard();
    scenario.channel.planEdits('rate limit', 'say that the message is gone');
    await announce(scenario, ended(2));
    await scenario.restart();
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key, ended(2).key]);
  });

  it('an end without a card is posted, and is the card', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ auctions: 'card' });
    await announce(scenario, ended(2));
    await scenario.takeIn({ topics: [{ key: KEY, state: ended(3) }] });
    expect(scenario.channel.postedKeys()).toEqual([ended(2).key]);
    expect(shown(scenario)).toEqual([3]);
  });

  it('the end is shown in quiet hours too, and is in no summary', async () => {
    await using scenario = await sceneWithCard();
    await scenario.choose({ auctions: 'card', quiet: { from: 0, to: 60 } });
    await announce(scenario, ended(2));
    await scenario.clock.advance(61 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual([started.key]);
    expect(shown(scenario)).toEqual([2]);
  });

  it('other alerts are posted as ever', async () => {
    await using scenario = await sceneWithCard();
    await announce(scenario, ended(2));
    await scenario.enqueue(saleAlert(1));
    expect(scenario.channel.postedKeys()).toEqual([started.key, saleAlert(1).key]);
  });
});

describe('in a channel that publishes', () => {
  it('the card is edited at its end only', async () => {
    await using scenario = await sceneWithCard({ publish: true });
    await scenario.takeIn({ topics: [{ key: KEY, state: auctionAlert({ bidCount: 1 }) }] });
    await scenario.takeIn({ topics: [{ key: KEY, state: auctionAlert({ bidCount: 2 }) }] });
    expect(shown(scenario)).toEqual([0]);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
    await announce(scenario, ended(3));
    await scenario.takeIn({ topics: [{ key: KEY, state: ended(4) }] });
    expect(shown(scenario)).toEqual([4, 4]);
  });
});
