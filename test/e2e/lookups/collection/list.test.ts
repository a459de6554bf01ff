import { describe, expect, it } from 'vitest';
import { choiceOf, messageOf } from '../reading.ts';
import { footerOf, startReadyWorld, titleOf } from './foxes.ts';

describe('/collection list', () => {
  it('shows all collections, the most traded first, and opens one from its menu', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const list = await member.command('collection list');
    expect(footerOf(list)).toBe(
      `Test Market · page 1 of 2 · ${world.marketplace.collections().length} collections`,
    );
    expect(list.ephemeral).toBe(false);
    const second = await member.press(messageOf(list), 'Next ›');
    expect(footerOf(second)).toContain('page 2 of 2');
    const back = await member.press(messageOf(second), '‹ Previous');
    const foxesChoice = choiceOf(back, 'menu.collections', 'Lantern Foxes ✓');
    const card = await member.select(messageOf(back), 'menu.collections', [foxesChoice]);

    expect(card.outcome).toBe('updated');
    expect(titleOf(card)).toBe('Lantern Foxes ✓');
  });

  it('sends no request to the marketplace', async () => {
    await using world = await startReadyWorld();
    const before = world.marketplace.requests.total;
    const list = await world.home.member.command('collection list');
    await world.home.member.press(messageOf(list), 'Next ›');
    expect(world.marketplace.requests.total).toBe(before);
  });
});
