import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { behavioursOf } from '#src/discord/command.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { type Exchange, useEverything } from './every-interaction.ts';
import { startHttpWorld, startOverHttp } from './http-world.ts';

const STOPPED_AT = Date.UTC(2026, 5, 1, 12);

async function overGateway(): Promise<readonly Exchange[]> {
  await using world = await startBotWorld({ stoppedAt: STOPPED_AT });
  await world.start();
  return await useEverything(world);
}

async function overHttp(): Promise<{ readonly exchanges: readonly Exchange[]; readonly accepted: number }> {
  await using http = await startHttpWorld({ stoppedAt: STOPPED_AT });
  await startOverHttp(http);
  const exchanges = await useEverything(http.world);
  const accepted = await http.pages.metric('gavel_interaction_requests_total', 'outcome="accepted"');
  return { exchanges, accepted };
}

/** The kinds and names, in order. */
const names = (exchanges: readonly Exchange[]) => exchanges.map(({ kind, what }) => `${kind}: ${what}`);

describe('interactions over HTTP', () => {
  it('get byte for byte the answers that they get through the gateway: every command, completion, button, menu, modal and file', {
    timeout: 120_000,
  }, async () => {
    const through = await overGateway();
    const over = await overHttp();

    expect(names(over.exchanges)).toEqual(names(through));
    const different = over.exchanges.findIndex(({ text }, index) => text !== through[index]?.text);
    expect(over.exchanges[different]).toEqual(through[different]);
    expect(different).toBe(-1);

    const used = new Set(through.filter(({ kind }) => kind === 'command').map(({ what }) => what));
    expect([...behavioursOf(commands).keys()].filter((name) => !used.has(name))).toEqual([]);
    for (const kind of ['autocomplete', 'button', 'menu', 'modal'] as const)
      expect([kind, through.filter((one) => one.kind === kind).length > 0]).toEqual([kind, true]);
    expect(through.filter(({ hasFile }) => hasFile).length).toBeGreaterThan(0);
    expect(through.filter(({ kind }) => kind === 'command').length).toBeGreaterThanOrEqual(40);
    // What the person's client refuses is not sent.
    expect(over.accepted).toBeGreaterThan(100);
  });
});
