import { describe, expect, it } from 'vitest';
import { choiceOf, description, enabledButtons, labelsOf, messageOf } from '../reading.ts';
import { FOXES, footerOf, startReadyWorld } from './foxes.ts';

describe('/collection holders', () => {
  it('shows the largest holders with their share, and opens a profile', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const list = await member.command('collection holders', { collection: FOXES });
    expect(description(list)).toMatch(
      /^-# [\d,]+ holders of 4,000 tokens · these 10 holders own [\d.]+%\n1\\\. /,
    );
    const [holder = ''] = labelsOf(list, 'menu.holders');
    const profile = await member.select(messageOf(list), 'menu.holders', [
      choiceOf(list, 'menu.holders', holder),
    ]);
    expect(profile.outcome).toBe('updated');
    expect(profile.message?.embeds[0]?.url).toMatch(/^https:\/\/market\.example\/profile\/0x/);
  });

  it('accepts a minimum, which a button removes', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const some = await member.command('collection holders', { collection: FOXES, minimum: 3 });
    const none = await member.command('collection holders', { collection: FOXES, minimum: 1_000_000 });

    const counts = [...description(some).matchAll(/\*\*(\d+) tokens?\*\*/g)].map(([, count]) =>
      Number(count),
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
    expect(description(none)).toContain('Nobody holds 1,000,000 tokens or more.');
    expect(enabledButtons(none)).toContain('All holders');
    const everybody = await member.press(messageOf(none), 'All holders');
    expect(footerOf(everybody)).toContain('page 1 of');
  });
});
