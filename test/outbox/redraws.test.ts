import { describe, expect, it } from 'vitest';
import { saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, type Scenario } from './scenario.ts';

const MINUTE = 60_000;

/** A scene whose channel shows these sales, each in its own message. */
async function sceneWithSales(...numbers: readonly number[]): Promise<Scenario> {
  const scenario = await createScenario();
  for (const number of numbers) await scenario.enqueue(saleAlert(number));
  return scenario;
}

/** The transaction of these sales is reported late. */
const revise = (scenario: Scenario, ...numbers: readonly number[]): Promise<void> =>
  scenario.takeIn({ revised: numbers.map((number) => saleAlert(number, { txHash: '0x1' })) });

const edits = (scenario: Scenario) => scenario.channel.messages.map((message) => message.edits.length);

describe('a message of whose alert facts are reported late', () => {
  it('is edited once, and no other', async () => {
    await using scenario = await sceneWithSales(1, 2);
    await revise(scenario, 1);
    await scenario.clock.advance(MINUTE);
    expect(edits(scenario)).toEqual([1, 0]);
    expect(scenario.channel.requests).toEqual(['send', 'send', 'edit']);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it('is edited with others that wait for the same', async () => {
    await using scenario = await sceneWithSales(1, 2, 3);
    await revise(scenario, 3, 1);
    expect(edits(scenario)).toEqual([1, 0, 1]);
  });

  it('is edited when Discord accepts edits again, and keeps no message waiting', async () => {
    await using scenario = await sceneWithSales(1);
    scenario.channel.planEdits('rate limit');
    await revise(scenario, 1);
    await scenario.enqueue(saleAlert(2));
    expect(scenario.channel.requests).toEqual(['send', 'edit', 'send']);
    await scenario.clock.advance(1_999);
    expect(edits(scenario)).toEqual([0, 0]);
    await scenario.clock.advance(1);
    expect(edits(scenario)).toEqual([1, 0]);
  });

  it('is not tried again once it was deleted', async () => {
    await using scenario = await sceneWithSales(1);
    scenario.channel.planEdits('say that the message is gone');
    await revise(scenario, 1);
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.requests).toEqual(['send', 'edit']);
    expect(await scenario.store.channelsWithWork()).toEqual([]);
  });

  it('is edited by the next process when the answer to an edit was lost with this one', async () => {
    await using scenario = await sceneWithSales(1);
    scenario.channel.planEdits('crash before the request');
    await revise(scenario, 1);
    await scenario.restart();
    await scenario.clock.advance(MINUTE);
    expect(edits(scenario)).toEqual([1]);
  });

  it('ends all sending when Discord refuses the token', async () => {
    await using scenario = await sceneWithSales(1);
    scenario.channel.notifier.edit = async () => ({ type: 'unauthorized' });
    await revise(scenario, 1);
    await scenario.enqueue(saleAlert(2));
    expect(scenario.unauthorized()).toBe(1);
    expect(scenario.channel.postedKeys()).toHaveLength(1);
    expect((await scenario.store.channelWork(CHANNEL, 1)).staleMessages).toHaveLength(1);
  });
});
