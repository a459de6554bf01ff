import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { saleAlert, soldItem } from '../support/build-alert.ts';
import { createScenario, type Scenario, sales } from './scenario.ts';

const COIN = 10n ** 18n;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const soldFor = (id: number, coins: bigint): Alert =>
  saleAlert(id, { item: soldItem({ price: coins * COIN }) });

async function channelWith(settings: Partial<ChannelSettings>): Promise<Scenario> {
  const scenario = await createScenario();
  await scenario.choose(settings);
  return scenario;
}
const silences = ({ channel }: Scenario) => channel.messages.map(({ isSilent }) => isSilent);

describe('the messages of a channel', () => {
  it('notify people by default', async () => {
    await using scenario = await channelWith({});
    await scenario.enqueue(saleAlert(1));
    expect(silences(scenario)).toEqual([false]);
  });

  it('are silent where the channel chose so', async () => {
    await using scenario = await channelWith({ sound: 'silent' });
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    expect(silences(scenario)).toEqual([true, true]);
  });

  it('notify with a ping, and from a price, where only important ones do', async () => {
    const ping = { roleId: '77', minimum: 50n * COIN, coolDownMinutes: 0 };
    await using scenario = await channelWith({ sound: 'important', loudFrom: 10n * COIN, ping });
    await scenario.enqueue(soldFor(1, 9n));
    await scenario.enqueue(soldFor(2, 10n));
    await scenario.enqueue(soldFor(3, 50n));
    expect(scenario.channel.messages.map(({ isSilent, pingRoleIds }) => [isSilent, pingRoleIds])).toEqual([
      [true, []],
      [false, []],
      [false, ['77']],
    ]);
  });

  it('are silent in a summary without an important alert, and notify with one', async () => {
    const quiet = { from: 0, to: 60 };
    await using scenario = await channelWith({ sound: 'important', loudFrom: 10n * COIN, quiet });
    await scenario.enqueue(soldFor(1, 1n), soldFor(2, 2n));
    await scenario.clock.advance(HOUR);
    await scenario.choose({ sound: 'important', loudFrom: 10n * COIN, quiet: { from: 60, to: 120 } });
    await scenario.enqueue(soldFor(3, 1n), soldFor(4, 20n));
    await scenario.clock.advance(HOUR);
    expect(scenario.channel.messages.map(({ layout, isSilent }) => [layout, isSilent])).toEqual([
      ['summary', true],
      ['summary', false],
    ]);
  });

  it('are as silent in plain text as in the embeds that Discord refused', async () => {
    await using scenario = await channelWith({ sound: 'silent' });
    scenario.channel.plan('refuse as invalid');
    await scenario.enqueue(saleAlert(1));
    expect(scenario.channel.messages.map(({ layout, isSilent }) => [layout, isSilent])).toEqual([
      ['text', true],
    ]);
  });

  it.each([
    ['silent', 'loud', true],
    ['loud', 'silent', false],
  ] as const)(
    'stay %s after a lost answer when the channel is %s by then',
    async (before, after, isSilent) => {
      await using scenario = await channelWith({ sound: before });
      scenario.channel.plan('fail before accepting');
      await scenario.enqueue(saleAlert(1));
      expect(scenario.channel.messages).toEqual([]);
      await scenario.choose({ sound: after });
      await scenario.clock.advance(30 * SECOND);
      expect(silences(scenario)).toEqual([isSilent]);
    },
  );

  it('stay silent when another process sends them again', async () => {
    await using scenario = await channelWith({ sound: 'silent' });
    scenario.channel.plan('crash before the request');
    await scenario.enqueue(...sales(1));
    await scenario.choose({ sound: 'loud' });
    await scenario.restart();
    await scenario.clock.advance(30 * SECOND);
    expect(silences(scenario)).toEqual([true]);
  });
});
