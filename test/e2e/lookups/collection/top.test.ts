import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../../support/bot-world.ts';
import { sellFoxes } from '../../../support/sell-foxes.ts';
import { choiceOf, description, labelsOf, messageOf } from '../reading.ts';
import { FOXES, startReadyWorld, titleOf } from './foxes.ts';

describe('/collection top', () => {
  it('ranks the sales that the bot has seen, and opens a profile', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { member } = world.home;
    world.clock.advance(60_000);
    sellFoxes(world, 3);
    await bot.app.poll();

    const list = await member.command('collection top', { collection: FOXES, what: 'sellers' });

    expect(list).toMatchObject({ outcome: 'message', ephemeral: false });
    expect(titleOf(list)).toBe('Lantern Foxes top sellers');
    expect(description(list)).toMatch(/data since <t:\d+:f>\n1\\\. .+ · \*\*[\d.,]+ S\*\* · \d sales?/);
    const [seller = ''] = labelsOf(list, 'menu.top');
    const profile = await member.select(messageOf(list), 'menu.top', [choiceOf(list, 'menu.top', seller)]);
    expect(profile.message?.embeds[0]?.url).toMatch(/^https:\/\/market\.example\/profile\/0x/);
  });

  it('answers from what is stored while the marketplace is down', async () => {
    await using world = await startReadyWorld();
    world.marketplace.faults.set({ drop: true });

    const list = await world.home.member.command('collection top', { collection: FOXES });

    expect(titleOf(list)).toBe('Lantern Foxes top buyers');
    expect(description(list)).not.toContain('The marketplace has sent no newer data');
    expect(description(list)).toMatch(/^-# Volume .* data since <t:\d+:f>\n1\\\. /);
  });
});
