import { describe, expect, it } from 'vitest';
import type { ReadBack } from '#src/outbox/posting.ts';
import { newSubscription, saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, keysOf, type Scenario, sales } from './scenario.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Counts the readings of the channel, which have this result. */
function countReadings(scenario: Scenario, result: () => ReadBack): () => number {
  let readings = 0;
  scenario.channel.notifier.readBack = async () => {
    readings += 1;
    return result();
  };
  return () => readings;
}

/** A channel whose only message got no answer, and whose nonce Discord has forgotten. */
async function sceneWithLostAnswer(): Promise<Scenario> {
  const scenario = await createScenario();
  await scenario.reopen();
  scenario.channel.plan('fail before accepting');
  await scenario.enqueue(saleAlert(1));
  scenario.clock.set(2 * MINUTE);
  return scenario;
}

describe('a message without an answer', () => {
  it('is given up when its channel is gone by then, and the channel is closed', async () => {
    await using scenario = await sceneWithLostAnswer();
    countReadings(scenario, () => ({ type: 'gone', code: 10_003, detail: '404 10003' }));
    await scenario.clock.advance(MINUTE);
    expect(await scenario.store.deadDeliveries([CHANNEL], 0)).toMatchObject([
      { count: 1, reason: 'unverifiable' },
    ]);
    expect(await scenario.store.queueStatuses([CHANNEL])).toMatchObject([
      { state: 'closed', problemCode: 10_003 },
    ]);
    expect(scenario.stopped()).toBe(1);
  });

  it('is searched for until Discord shows the channel, less and less often', async () => {
    await using scenario = await sceneWithLostAnswer();
    let isDown = true;
    const readings = countReadings(scenario, () =>
      isDown ? { type: 'unavailable', detail: 'status 500', isListOnly: false } : { type: 'absent' },
    );
    await scenario.clock.advance(10 * SECOND);
    const early = readings();
    await scenario.clock.advance(5 * MINUTE);
    expect(early).toBeGreaterThan(1);
    // Fifteen seconds at most, of which the test's chance takes half.
    expect(readings() - early).toBeGreaterThanOrEqual(36);
    expect(readings() - early).toBeLessThanOrEqual(42);
    isDown = false;
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(1)));
  });

  it('is searched for, and not sent again, where the clock was set back since', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer');
    await scenario.enqueue(saleAlert(1));
    scenario.clock.set(-HOUR);
    await scenario.clock.advance(30 * SECOND);
    expect(scenario.channel.requests).toEqual(['send']);
    expect((await scenario.store.channelWork(CHANNEL, 10)).unsettled).toBeNull();
  });

  it('is sent however late, once an admin said that it is not there', async () => {
    await using scenario = await sceneWithLostAnswer();
    scenario.channel.setReadBack('unreadable');
    await scenario.clock.advance(MINUTE);
    const [held] = await scenario.store.heldPosts([CHANNEL]);
    if (held === undefined) throw new Error('No message is held.');
    scenario.channel.plan('take permission away');
    await scenario.store.resolveHeldPost(newSubscription(CHANNEL).guildId, held.postId, 'absent');
    await scenario.choose({});
    await scenario.clock.advance(7 * HOUR);
    await scenario.reopen();
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(1)));
  });
});

describe('a message that Discord refuses for a missing permission', () => {
  it('is sent again at once when the permission came back meanwhile', async () => {
    await using scenario = await createScenario();
    await scenario.reopen();
    const { channel, store } = scenario;
    const { send } = channel.notifier;
    channel.notifier.send = async () => {
      channel.notifier.send = send;
      await store.recordFacts([
        {
          channelId: CHANNEL,
          guildId: newSubscription(CHANNEL).guildId,
          facts: {
            missingPermissions: [],
            isHistoryReadable: true,
            isPublishing: false,
            isAttachingFiles: true,
            missingRoleIds: [],
          },
        },
      ]);
      return { type: 'stopped', state: 'paused', code: 50_013, detail: '403 50013' };
    };
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(0);
    expect(channel.postedKeys()).toEqual(keysOf(sales(1)));
    expect(scenario.stopped()).toBe(0);
  });
});
