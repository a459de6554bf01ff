import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/outbox/channel-health.ts';
import { createListFailures } from '#src/outbox/list-failures.ts';
import type { ReadBack } from '#src/outbox/posting.ts';
import { saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, keysOf, sales } from './scenario.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const OTHER_CHANNEL = '2000';

/** Both channels have a rule, and a message whose answer was lost for longer than its nonce is kept. */
async function twoLostAnswers() {
  const scenario = await createScenario();
  await scenario.reopen();
  const lost = Array.from({ length: 20 }, () => 'lose the answer' as const);
  scenario.channel.plan(...lost);
  scenario.channelOf(OTHER_CHANNEL).plan(...lost);
  return scenario;
}

const stateOf = async ({ store }: Awaited<ReturnType<typeof createScenario>>) => {
  const [queue] = await store.queueStatuses([CHANNEL]);
  return { state: queue?.state, code: queue?.problemCode };
};

describe('a channel whose messages Discord cannot list', () => {
  it('is held after five minutes, and not before', async () => {
    await using scenario = await twoLostAnswers();
    scenario.channel.setReadBack('no list');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(5 * MINUTE);
    expect(await stateOf(scenario)).toEqual({ state: 'open', code: null });
    await scenario.clock.advance(2 * MINUTE);
    expect(await stateOf(scenario)).toEqual({ state: 'paused', code: 3 });
    expect(scenario.stopped()).toBe(1);
    expect(await scenario.store.heldPosts([CHANNEL])).toHaveLength(1);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(1)));
  });

  it('is not held while Discord shows no single message either', async () => {
    await using scenario = await twoLostAnswers();
    scenario.channel.setReadBack('no answer');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(2 * 60 * MINUTE);
    expect(await stateOf(scenario)).toEqual({ state: 'open', code: null });
    scenario.channel.setReadBack('readable');
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(1)));
  });

  it('is held only after an hour while channels of other servers cannot be listed either', async () => {
    await using scenario = await twoLostAnswers();
    scenario.channel.setReadBack('no list');
    scenario.channelOf(OTHER_CHANNEL).setReadBack('no list');
    await scenario.takeIn({ to: [CHANNEL, OTHER_CHANNEL], alerts: [saleAlert(1)] });
    await scenario.clock.advance(55 * MINUTE);
    expect(await stateOf(scenario)).toEqual({ state: 'open', code: null });
    await scenario.clock.advance(10 * MINUTE);
    expect(await stateOf(scenario)).toEqual({ state: 'paused', code: 3 });
  });

  it('is held after five minutes once channels of other servers can be listed', async () => {
    await using scenario = await twoLostAnswers();
    scenario.channel.setReadBack('no list');
    scenario.channelOf(OTHER_CHANNEL).setReadBack('no list');
    await scenario.takeIn({ to: [CHANNEL, OTHER_CHANNEL], alerts: [saleAlert(1)] });
    await scenario.clock.advance(10 * MINUTE);
    scenario.channelOf(OTHER_CHANNEL).setReadBack('readable');
    await scenario.clock.advance(MINUTE);
    expect(await stateOf(scenario)).toEqual({ state: 'paused', code: 3 });
  });
});

describe('whether channels of other servers can be listed', () => {
  it.each<readonly [string, ReadBack, boolean]>([
    ['is shown by a search that finds nothing', { type: 'absent' }, true],
    ['is not shown by one that may not read', { type: 'unreadable' }, false],
  ])('%s', (_, seen, isUnlistable) => {
    let now = 0;
    const listHealth = createChannelHealth(() => now);
    const [one, other] = [CHANNEL, OTHER_CHANNEL].map(() =>
      createListFailures({ listHealth, now: () => now }),
    );
    const noList: ReadBack = { type: 'unavailable', detail: '500', isListOnly: true };
    one?.isUnlistable(noList, 'server');
    now += 5 * MINUTE;
    other?.isUnlistable(noList, 'another');
    expect(one?.isUnlistable(noList, 'server')).toBe(false);
    now += 1;
    other?.isUnlistable(seen, 'another');
    expect(one?.isUnlistable(noList, 'server')).toBe(isUnlistable);
  });
});
