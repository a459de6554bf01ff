import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/outbox/channel-health.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { createRefusalBrake } from '#src/outbox/refusal-brake.ts';
import { saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, type Scenario } from './scenario.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const OTHER_CHANNEL = '2000';
const UNEXPLAINED = { type: 'unexplained', code: 0, retryAfterMs: null, detail: '403 0' } as const;
const INVALID = { type: 'invalid', code: 50_035, detail: '400 50035' } as const;

/** Time passes while Discord accepts messages in another channel. */
async function whileOthersWork(scenario: Scenario, from: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    await scenario.takeIn({ to: [OTHER_CHANNEL], alerts: [saleAlert(from + second)] });
    await scenario.clock.advance(5 * SECOND);
  }
}

const givenUpIn = async ({ store }: Scenario) =>
  (await store.deadDeliveries([CHANNEL], 0)).reduce((sum, { count }) => sum + count, 0);

/** The codes with which these alerts were refused for good. */
async function refusalCodesOf({ store }: Scenario, ...keys: readonly string[]) {
  const deliveries = await store.events.deliveries(CHANNEL, keys);
  return deliveries.map(({ state, post }) => [state, post?.deadReason, post?.refusalCode]);
}

async function stateOf({ store }: Scenario) {
  const [queue] = await store.queueStatuses([CHANNEL]);
  return queue;
}

describe('an alert that Discord refuses in every layout', () => {
  it.each<readonly [string, SendOutcome]>([
    ['without a cause', UNEXPLAINED],
    ['because of its body', INVALID],
  ])('%s, is not given up before Discord accepts another one', async (_, outcome) => {
    await using scenario = await createScenario();
    scenario.channel.refuseAll(outcome);
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(20 * MINUTE);
    expect(await givenUpIn(scenario)).toBe(0);

    scenario.channel.refuseAll(null);
    await scenario.clock.advance(2 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1']);
  });

  it('because of its body, is given up with the next message of its channel', async () => {
    await using scenario = await createScenario();
    scenario.channel.poison('sale:id:1', INVALID);
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(10 * MINUTE);
    expect(await givenUpIn(scenario)).toBe(0);

    await scenario.enqueue(saleAlert(2), saleAlert(3));
    await scenario.clock.advance(2 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:2', 'sale:id:3']);
    expect(await givenUpIn(scenario)).toBe(1);
    expect(await refusalCodesOf(scenario, 'sale:id:1')).toEqual([['dead', 'refused', 50_035]]);
  });

  it('because of their bodies, are given up at once while Discord accepts messages elsewhere', async () => {
    await using scenario = await createScenario();
    scenario.channel.poison('sale:id:1', INVALID);
    await scenario.takeIn({ to: [OTHER_CHANNEL], alerts: [saleAlert(9)] });
    await scenario.enqueue(saleAlert(1));
    expect(await givenUpIn(scenario)).toBe(1);
    expect(await refusalCodesOf(scenario, 'sale:id:1')).toEqual([['dead', 'refused', 50_035]]);
  });

  it('because of its body in two channels, is given up in both while Discord accepts messages in a third', async () => {
    await using scenario = await createScenario();
    const channels = ['5001', '5002'];
    for (const channel of channels) scenario.channelOf(channel).poison('sale:id:1', INVALID);
    await scenario.takeIn({ to: channels, alerts: [saleAlert(1)] });
    for (let minute = 0; minute < 10; minute += 1) {
      await scenario.takeIn({ to: [OTHER_CHANNEL], alerts: [saleAlert(10 + minute)] });
      await scenario.clock.advance(MINUTE);
    }
    const dead = await scenario.store.deadDeliveries(channels, 0);
    expect(dead.map(({ channelId, count }) => [channelId, count])).toEqual([
      ['5001', 1],
      ['5002', 1],
    ]);
  });

  it('without a cause while others are posted, is given up once the next one of its channel is', async () => {
    await using scenario = await createScenario();
    scenario.channel.poison('sale:id:1', UNEXPLAINED);
    await scenario.enqueue(saleAlert(1), saleAlert(2), saleAlert(3));
    await whileOthersWork(scenario, 1_000, 120);
    expect(await givenUpIn(scenario)).toBe(0);

    await whileOthersWork(scenario, 2_000, 180);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:2', 'sale:id:3']);
    expect(await givenUpIn(scenario)).toBe(1);
    expect(await refusalCodesOf(scenario, 'sale:id:1')).toEqual([['dead', 'refused', 0]]);
    expect(await stateOf(scenario)).toMatchObject({ state: 'open' });
  });
});

describe('a first try that Discord answers with Unknown Message', () => {
  it('does not count as posted', async () => {
    await using scenario = await createScenario();
    scenario.channel.refuseAll({ type: 'sent', messageId: null });
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(10 * SECOND);

    scenario.channel.refuseAll(null);
    await scenario.clock.advance(2 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1']);
  });
});

describe('a channel in which Discord refuses everything without a cause', () => {
  it('is stopped within five minutes while others work, and loses nothing', async () => {
    await using scenario = await createScenario();
    scenario.channel.refuseAll(UNEXPLAINED);
    await scenario.enqueue(saleAlert(1), saleAlert(2));
    await whileOthersWork(scenario, 1_000, 300);
    expect(await stateOf(scenario)).toMatchObject({ state: 'paused', problemCode: 0, waiting: 2 });
    expect(await givenUpIn(scenario)).toBe(0);
  });

  it('says while it waits that Discord refuses messages, not that a permission is missing', async () => {
    await using scenario = await createScenario();
    scenario.channel.refuseAll({ ...UNEXPLAINED, code: 40_333 });
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(2 * MINUTE);
    expect(await scenario.store.lateQueues([CHANNEL])).toMatchObject([
      { reason: 'refused', refusalCode: 40_333, alerts: 1 },
    ]);
    scenario.channel.refuseAll(null);
    await scenario.clock.advance(2 * MINUTE);
    expect(await scenario.store.lateQueues([CHANNEL])).toEqual([]);
  });
});

describe('the brake', () => {
  it('lets fewer than a hundred requests of a thousand channels go in ten minutes of refusals', async () => {
    const channels = Array.from({ length: 1_000 }, (_, number) => String(5_000 + number));
    await using scenario = await createScenario();
    for (const channel of channels) scenario.channelOf(channel).refuseAll(UNEXPLAINED);
    await scenario.takeIn({ to: channels, alerts: [saleAlert(1)] });
    await scenario.clock.advance(10 * MINUTE);
    const requests = channels.reduce((sum, one) => sum + scenario.channelOf(one).requests.length, 0);
    expect(requests).toBeLessThan(100);

    for (const channel of channels) scenario.channelOf(channel).refuseAll(null);
    await scenario.clock.advance(2 * MINUTE);
    expect(channels.filter((one) => scenario.channelOf(one).postedKeys().length !== 1)).toEqual([]);
  });

  it('is not pulled by a message whose body Discord takes nowhere', async () => {
    const channels = Array.from({ length: 50 }, (_, number) => String(5_000 + number));
    await using scenario = await createScenario();
    for (const channel of channels) scenario.channelOf(channel).poison('sale:id:1', INVALID);
    await scenario.takeIn({ to: channels, alerts: [saleAlert(1)] });
    await scenario.clock.advance(10 * SECOND);

    await scenario.enqueue(saleAlert(2));
    await scenario.clock.advance(10 * SECOND);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:2']);
  });

  it('is not pulled for one target, and released by the first message that Discord accepts', () => {
    let now = 0;
    const brake = createRefusalBrake(() => now);
    brake.refused('a');
    brake.refused('a');
    expect(brake.remainingMs()).toBe(0);
    brake.refused('b');
    expect(brake.remainingMs()).toBe(SECOND);
    now += SECOND;
    brake.noteRequest();
    expect(brake.remainingMs()).toBe(2 * SECOND);
    brake.accepted();
    expect(brake.remainingMs()).toBe(0);
  });
});

describe('what other channels met', () => {
  it('is what the last of them met, within the last minute', () => {
    let now = 0;
    const health = createChannelHealth(() => now);
    expect(health.othersNow(CHANNEL)).toBe('unknown');
    health.accepted(OTHER_CHANNEL);
    health.failed(CHANNEL);
    expect(health.othersNow(CHANNEL)).toBe('work');
    now += SECOND;
    health.failed(OTHER_CHANNEL);
    expect(health.othersNow(CHANNEL)).toBe('fail');
    now += 2 * MINUTE;
    expect(health.othersNow(CHANNEL)).toBe('unknown');
  });
});
