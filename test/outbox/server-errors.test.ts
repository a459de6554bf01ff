import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/outbox/channel-health.ts';
import { createFailingMessages } from '#src/outbox/failing-messages.ts';
import { createServerErrors } from '#src/outbox/server-errors.ts';
import type { Post } from '#src/store/model/delivery.ts';
import { saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, type Scenario, sales } from './scenario.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const OTHER_CHANNEL = '2000';

/** Time passes while Discord accepts messages in another channel. */
async function whileOthersWork(scenario: Scenario, from: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    await scenario.takeIn({ to: [OTHER_CHANNEL], alerts: [saleAlert(from + second)] });
    await scenario.clock.advance(5 * SECOND);
  }
}

describe('a message that Discord answers with 500 for half a minute', () => {
  it.each([
    ['not at all', 0],
    ['ahead', 8 * HOUR],
    ['back', -8 * HOUR],
  ])('is posted with its embed although the clock is set %s meanwhile', async (_, leap) => {
    await using scenario = await createScenario();
    scenario.channel.plan(...Array.from({ length: 5 }, () => 'fail before accepting' as const));
    await scenario.enqueue(saleAlert(1));
    await whileOthersWork(scenario, 100, 20);
    scenario.clock.set(scenario.clock.now() + leap);
    await whileOthersWork(scenario, 200, 120);
    expect(scenario.channel.postedKeys()).toHaveLength(1);
    expect(scenario.channel.messages[0]?.layout).toBe('card');
  });
});

describe('a message that Discord answers with 500 after another one of its channel', () => {
  it('is tried with its embed as often as any other: earlier failures do not count once a message was accepted', async () => {
    await using scenario = await createScenario();
    const failures = (count: number) => Array.from({ length: count }, () => 'fail before accepting' as const);
    scenario.channel.plan(...failures(6), 'accept', ...failures(5));
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    await whileOthersWork(scenario, 100, 180);
    expect(scenario.channel.messages.map(({ keys, layout }) => [...keys, layout])).toEqual([
      ['sale:id:1', 'card'],
      ['sale:id:2', 'card'],
    ]);
    expect(scenario.channel.requests).toEqual(Array.from({ length: 13 }, () => 'send'));
  });
});

const givenUpIn = async ({ store }: Scenario) =>
  (await store.deadDeliveries([CHANNEL], 0)).reduce((sum, { count }) => sum + count, 0);

describe('an alert that Discord answers with 500 in every layout', () => {
  it('is kept for a quarter of an hour where its channel gets nothing else either', async () => {
    await using scenario = await createScenario();
    for (const alert of [saleAlert(1), saleAlert(2)]) scenario.channel.poison(alert.key);
    await scenario.enqueue(saleAlert(1));
    await whileOthersWork(scenario, 100, 60);
    await scenario.enqueue(saleAlert(2));
    await whileOthersWork(scenario, 200, 780);
    expect(await givenUpIn(scenario)).toBe(0);

    scenario.channel.heal();
    await whileOthersWork(scenario, 2_000, 120);
    expect(scenario.channel.postedKeys().toSorted()).toEqual(['sale:id:1', 'sale:id:2']);
  });

  it('is kept for a quarter of an hour where its channel has nothing else to post, and then given up', async () => {
    await using scenario = await createScenario();
    scenario.channel.poison('sale:id:1');
    await scenario.enqueue(saleAlert(1));
    await whileOthersWork(scenario, 100, 890);
    expect(await givenUpIn(scenario)).toBe(0);
    await whileOthersWork(scenario, 2_000, 120);
    expect(await givenUpIn(scenario)).toBe(1);
    const [delivery] = await scenario.store.events.deliveries(CHANNEL, ['sale:id:1']);
    expect(delivery).toMatchObject({ state: 'dead', post: { deadReason: 'refused', refusalCode: null } });
  });

  it('holds its channel for twenty minutes where the next one is of the same kind', async () => {
    await using scenario = await createScenario();
    for (const alert of [saleAlert(1), saleAlert(2)]) scenario.channel.poison(alert.key);
    await scenario.enqueue(saleAlert(1), saleAlert(2), saleAlert(3));
    await whileOthersWork(scenario, 100, 1_260);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:3']);
    expect(await givenUpIn(scenario)).toBe(2);
  });

  it('is given up when Discord accepts the next message of its channel', async () => {
    await using scenario = await createScenario();
    scenario.channel.poison('sale:id:1');
    await scenario.enqueue(saleAlert(1));
    await whileOthersWork(scenario, 100, 300);
    await scenario.enqueue(saleAlert(2));
    await whileOthersWork(scenario, 500, 120);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:2']);
    expect(await givenUpIn(scenario)).toBe(1);
  });
});

const RICH = { layout: 'card', alerts: sales(1) } as const;
const PLAIN = { layout: 'text', alerts: sales(1) } as const;
const BATCH = { layout: 'card', alerts: sales(2) } as const;

/** The 5xx of a channel at times that a test says, ms, while others work. */
function createTimeline() {
  let now = 10 * 60 * SECOND;
  const channelHealth = createChannelHealth(() => now);
  const deps = { channelId: CHANNEL, channelHealth, now: () => now };
  const errors = createServerErrors(deps);
  const messages = createFailingMessages(deps);
  return {
    ...errors,
    messages,
    othersWork: () => channelHealth.accepted(OTHER_CHANNEL),
    othersFail: () => channelHealth.failed(OTHER_CHANNEL),
    pass(ms: number) {
      now += ms;
    },
    /** Three answers with 5xx now. */
    failThrice() {
      for (let answer = 0; answer < 3; answer += 1) errors.record();
    },
    isMessageAtFault: (post: Pick<Post, 'layout' | 'alerts'>) => errors.isMessageAtFault(post),
  };
}

describe('a message that Discord answers with 5xx, while it accepts others', () => {
  it('is at fault after three answers at once, where it can be split', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    timeline.record();
    timeline.record();
    expect(timeline.isMessageAtFault(BATCH)).toBe(false);
    timeline.record();
    expect(timeline.isMessageAtFault(BATCH)).toBe(true);
  });

  it.each([
    ['with its embed', RICH, 90 * SECOND],
    ['as plain text', PLAIN, 180 * SECOND],
  ])('is at fault, as one alert %s, some time after the first answer', (_form, post, afterMs) => {
    const timeline = createTimeline();
    timeline.othersWork();
    timeline.failThrice();
    timeline.pass(afterMs - 1);
    expect(timeline.isMessageAtFault(post)).toBe(false);
    timeline.pass(1);
    expect(timeline.isMessageAtFault(post)).toBe(true);
  });

  it('is not at fault before any such answer', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    expect(timeline.isMessageAtFault(BATCH)).toBe(false);
  });

  it('is not at fault any more once others fail, and needs three answers again', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    timeline.pass(SECOND);
    timeline.failThrice();
    expect(timeline.isMessageAtFault(BATCH)).toBe(true);
    timeline.othersFail();
    expect(timeline.isMessageAtFault(BATCH)).toBe(false);
    timeline.record();
    timeline.othersWork();
    timeline.record();
    timeline.record();
    expect(timeline.isMessageAtFault(BATCH)).toBe(false);
    timeline.record();
    expect(timeline.isMessageAtFault(BATCH)).toBe(true);
  });

  it('gets three tries in another layout, and its time goes on', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    timeline.failThrice();
    timeline.pass(180 * SECOND);
    timeline.resetTries();
    expect(timeline.isMessageAtFault(PLAIN)).toBe(false);
    timeline.failThrice();
    expect(timeline.isMessageAtFault(PLAIN)).toBe(true);
  });

  it('is judged anew after Discord accepted one in the channel', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    timeline.failThrice();
    timeline.pass(90 * SECOND);
    timeline.reset();
    timeline.othersWork();
    timeline.record();
    expect(timeline.isMessageAtFault(BATCH)).toBe(false);
    timeline.failThrice();
    expect(timeline.isMessageAtFault(RICH)).toBe(false);
    timeline.pass(90 * SECOND);
    expect(timeline.isMessageAtFault(RICH)).toBe(true);
  });
});

describe('messages that cannot be changed', () => {
  /** Discord answers a change of the message with 5xx, at once, and three minutes later. */
  function failForMinutes(
    { messages, othersWork, pass }: ReturnType<typeof createTimeline>,
    message: string,
  ) {
    const answers = [messages.isAtFault(message), messages.isAtFault(message)];
    pass(180 * SECOND);
    othersWork();
    return [...answers, messages.isAtFault(message)];
  }

  it('are given up one by one after three minutes, and forgotten then', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    expect(failForMinutes(timeline, 'a')).toEqual([false, false, true]);
    expect(timeline.messages.isAtFault('b')).toBe(false);
    expect(timeline.messages.isAtFault('a')).toBe(false);
  });

  it('count anew after a change that worked', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    timeline.messages.isAtFault('a');
    timeline.messages.isAtFault('a');
    timeline.messages.forget('a');
    timeline.pass(180 * SECOND);
    timeline.othersWork();
    expect(timeline.messages.isAtFault('a')).toBe(false);
  });

  it('are remembered up to a hundred, the latest', () => {
    const timeline = createTimeline();
    timeline.othersWork();
    for (let message = 0; message <= 100; message += 1)
      for (let answer = 0; answer < 2; answer += 1) timeline.messages.isAtFault(String(message));
    timeline.pass(180 * SECOND);
    timeline.othersWork();
    expect(timeline.messages.isAtFault('1')).toBe(true);
    expect(timeline.messages.isAtFault('100')).toBe(true);
    expect(timeline.messages.isAtFault('0')).toBe(false);
  });
});
