import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { startDraft } from './set-up.ts';

const LETTERS = 'deep-sea-post';

describe('autocomplete', () => {
  it('offers this server’s alerts by number, channel or any word of the rule', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const other = world.addServer('other');
    const letters = home.addChannel('letters');
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId);
    await home.follow(letters, LETTERS);
    const names = async (command: string, typed: string) =>
      (await home.admin.autocomplete(command, { alert: typed }, 'alert')).map(({ name }) => name);

    for (const command of ['pause', 'resume', 'remove', 'copy', 'test', 'edit']) {
      expect(await names(`alerts ${command}`, '')).toEqual([
        '#1 in sales: Sales · Lantern Foxes',
        '#3 in letters: Sales · Deep Sea Post',
      ]);
    }
    expect(await names('alerts edit', 'letters')).toEqual(['#3 in letters: Sales · Deep Sea Post']);
    expect(await names('alerts edit', 'foxes')).toEqual(['#1 in sales: Sales · Lantern Foxes']);
    expect(await names('alerts edit', '#3')).toEqual(['#3 in letters: Sales · Deep Sea Post']);
  });

  it('offers nothing for unknown text, and continues after single commas', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    await world.home.follow(channelId, FOXES);
    const offered = (command: string, option: string, typed: string) =>
      admin.autocomplete(command, { [option]: typed }, option);

    for (const rubbish of [
      'x'.repeat(100),
      '🦊🦊',
      "'; DROP TABLE subscriptions; --",
      '%',
      '\\',
      '<@1>',
      '\u0000',
    ]) {
      for (const option of ['alerts', 'collection']) {
        expect([option, rubbish, await offered('alerts add', option, rubbish)]).toEqual([
          option,
          rubbish,
          [],
        ]);
      }
      expect(await offered('alerts pause', 'alert', rubbish)).toEqual([]);
    }
    const [first] = await offered('alerts add', 'collection', ',, lantern');
    const [second] = await offered('alerts add', 'collection', 'Deep Sea Post,, lantern');

    expect(first?.name).toMatch(/^Lantern Foxes/);
    expect(second?.name).toBe('Deep Sea Post, Lantern Foxes');
  });

  it('completes several collections in turn', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const choices = async (options: Record<string, string>, focused: string) =>
      admin.autocomplete('alerts add', { channel: channelId, ...options }, focused);

    const [first] = await choices({ collection: 'lantern' }, 'collection');
    const [second] = await choices({ collection: 'Lantern Foxes, deep' }, 'collection');
    const draft = await startDraft(admin, { channel: channelId, collection: String(second?.value) });

    expect(first?.name).toContain('Lantern Foxes');
    expect(second?.name).toBe('Lantern Foxes, Deep Sea Post');
    expect(draft.content).toContain('Sales · Lantern Foxes and Deep Sea Post');
  });
});
