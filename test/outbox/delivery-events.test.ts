import { expect, it } from 'vitest';
import { saleAlert } from '../support/build-alert.ts';
import { createScenario } from './scenario.ts';

const HOUR = 3_600_000;

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

it('alerts that expire are reported after the commit, and not when it fails', async () => {
  await using scenario = await createScenario();
  scenario.channel.plan('take permission away');
  await scenario.enqueue(saleAlert(1));
  await scenario.clock.advance(7 * HOUR);
  const { expire } = scenario.store;
  Object.assign(scenario.store, { expire: () => Promise.reject(new Error('The disk is full.')) });
  const expired = () => scenario.events.filter(({ type }) => type === 'expired');
  await scenario.restart();
  await scenario.reopen();
  expect(expired()).toEqual([]);
  Object.assign(scenario.store, { expire });
  await scenario.restart();
  await scenario.clock.advance(HOUR);
  expect(expired()).toEqual([{ type: 'expired', deliveries: 1 }]);
});
