import { describe, expect, it } from 'vitest';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, type Scenario } from './scenario.ts';

const MINUTE = 60_000;
const OTHER_CHANNEL = '2000';

const auction = (number: number) => ({ auctionId: `a-${number}`, liveKey: `auction:a-${number}` });

/** A channel with the messages of two auctions, of which Discord answers every edit of the first with 500. */
async function sceneWithFailingEdit(): Promise<Scenario> {
  const scenario = await createScenario();
  for (const number of [1, 2])
    await scenario.enqueue(auctionAlert({ ...auction(number), key: `start:${number}`, bidCount: 0 }));
  scenario.channel.failEditsOf('1');
  return scenario;
}

/** Both auctions end, so both messages are to be edited at once. */
const endBoth = (scenario: Scenario): Promise<void> =>
  scenario.takeIn({
    topics: [1, 2].map((number) => ({
      key: `auction:a-${number}`,
      state: auctionAlert({ ...auction(number), topic: 'auction_bid', bidCount: 3, status: 'ended' }),
    })),
  });

/** Time passes while Discord accepts messages in another channel. */
async function whileOthersWork(scenario: Scenario, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await scenario.takeIn({ to: [OTHER_CHANNEL], alerts: [saleAlert(100 + minute)] });
    await scenario.clock.advance(MINUTE);
  }
}

const shown = (scenario: Scenario) => scenario.channelOf(CHANNEL).messages.map(({ displayed }) => displayed);

describe('a message of which Discord answers every edit with 500', () => {
  it('keeps other messages of its channel waiting for five minutes at most, while Discord works elsewhere', async () => {
    await using scenario = await sceneWithFailingEdit();
    await endBoth(scenario);
    await whileOthersWork(scenario, 5);
    expect(shown(scenario)).toEqual([0, 3]);
  });

  it('is given up then', async () => {
    await using scenario = await sceneWithFailingEdit();
    await endBoth(scenario);
    await whileOthersWork(scenario, 6);
    const { length } = scenario.channel.requests;
    await whileOthersWork(scenario, 5);
    expect(scenario.channel.requests).toHaveLength(length);
  });

  it('is not given up while nothing shows that Discord works', async () => {
    await using scenario = await sceneWithFailingEdit();
    await endBoth(scenario);
    await scenario.clock.advance(10 * MINUTE);
    const { length } = scenario.channel.requests;
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.requests.length).toBeGreaterThan(length);
  });
});
