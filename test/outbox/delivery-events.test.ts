import { describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#src/outbox/delivery-events.ts';
import type { ReadBack, SendOutcome } from '#src/outbox/posting.ts';
import type { Store } from '#src/store/open.ts';
import { saleAlert } from '../support/build-alert.ts';
import { CHANNEL, createScenario, type Scenario } from './scenario.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('a message that Discord takes is reported once, with its alerts', async () => {
  await using scenario = await createScenario();
  await scenario.enqueue(saleAlert(1), saleAlert(2));
  expect(scenario.events).toMatchObject([
    {
      type: 'attempted',
      outcome: { type: 'sent' },
      post: { alerts: [{ key: 'sale:id:1' }, { key: 'sale:id:2' }] },
    },
  ]);
});

it('a lost answer is reported as an attempt, and so is the try that Discord recognises', async () => {
  await using scenario = await createScenario();
  scenario.channel.plan('lose the answer');
  await scenario.enqueue(saleAlert(1));
  await scenario.clock.advance(10_000);
  expect(scenario.events).toMatchObject([
    { type: 'attempted', outcome: { type: 'ambiguous' } },
    { type: 'attempted', outcome: { type: 'sent' } },
  ]);
});

/** Lets one function of the store fail until it is disposed of. A restart takes over the change. */
function failing(store: Store, name: 'expire' | 'holdPost' | 'markDead'): Disposable {
  const before = store[name];
  Object.assign(store, { [name]: () => Promise.reject(new Error('The disk is full.')) });
  return { [Symbol.dispose]: () => Object.assign(store, { [name]: before }) };
}

const ofType = (scenario: Scenario, type: DeliveryEvent['type']) =>
  scenario.events.filter((event) => event.type === type);

/** A channel whose only message got no answer, and where a search ends like this once the nonce is forgotten. */
async function sceneWithLostAnswer(readBack: ReadBack): Promise<Scenario> {
  const scenario = await createScenario();
  await scenario.reopen();
  scenario.channel.notifier.readBack = async () => readBack;
  scenario.channel.plan('fail before accepting');
  await scenario.enqueue(saleAlert(1));
  scenario.clock.set(2 * MINUTE);
  return scenario;
}

describe('what changes the store is reported after the commit, and not when it fails:', () => {
  it('alerts that expire', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('take permission away');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(7 * HOUR);
    {
      using _disk = failing(scenario.store, 'expire');
      await scenario.restart();
      await scenario.reopen();
      expect(ofType(scenario, 'expired')).toEqual([]);
    }
    await scenario.restart();
    await scenario.clock.advance(HOUR);
    expect(ofType(scenario, 'expired')).toEqual([{ type: 'expired', deliveries: 1 }]);
  });

  it('a message that is held', async () => {
    await using scenario = await sceneWithLostAnswer({ type: 'unreadable' });
    {
      using _disk = failing(scenario.store, 'holdPost');
      await scenario.restart();
      await scenario.clock.advance(MINUTE);
      expect(ofType(scenario, 'searched')).not.toEqual([]);
      expect(ofType(scenario, 'held')).toEqual([]);
    }
    await scenario.restart();
    await scenario.clock.advance(HOUR);
    expect(ofType(scenario, 'held')).toEqual([{ type: 'held', reason: 'unreadable' }]);
  });

  it('a message that is given up', async () => {
    await using scenario = await sceneWithLostAnswer({ type: 'gone', code: 10_003, detail: '404 10003' });
    {
      using _disk = failing(scenario.store, 'markDead');
      await scenario.restart();
      await scenario.clock.advance(MINUTE);
      expect(ofType(scenario, 'searched')).not.toEqual([]);
      expect(ofType(scenario, 'given up')).toEqual([]);
    }
    await scenario.restart();
    await scenario.clock.advance(HOUR);
    expect(ofType(scenario, 'given up')).toEqual([{ type: 'given up', reason: 'unverifiable', messages: 1 }]);
  });
});

it('a channel that waits for Discord holds no turn: another channel posts meanwhile', async () => {
  await using scenario = await createScenario();
  const answer = Promise.withResolvers<SendOutcome>();
  scenario.channelOf('slow').notifier.send = () => answer.promise;
  await scenario.takeIn({ to: ['slow'], alerts: [saleAlert(1)] });
  await scenario.takeIn({ to: [CHANNEL], alerts: [saleAlert(2)] });
  expect(scenario.channel.messages).toHaveLength(1);
  answer.resolve({ type: 'sent', messageId: '1' });
  await scenario.clock.advance(0);
  expect(ofType(scenario, 'attempted')).toHaveLength(2);
});
