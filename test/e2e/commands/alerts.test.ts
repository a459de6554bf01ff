import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { listOf, removeAlert, startDraft, textOf } from '../setup/set-up.ts';

const LETTERS = 'deep-sea-post';

function addressOf({ marketplace }: BotWorld, path: string): string {
  const collection = marketplace.collections().find((one) => one.path === path);
  if (collection === undefined) throw new Error(`There is no collection ${path}.`);
  return collection.address;
}

describe('/alerts add', () => {
  it('adds a rule for all collections, and answers only the admin', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await admin.command('alerts add', { channel: channelId, alerts: 'sales' });
    const confirmed = await admin.press(draft.message ?? { id: '' }, 'Confirm');

    expect(textOf(confirmed)).toBe(
      `✅ Alert #1 added in <#${channelId}>: Sales · all collections\nPost an example with \`/alerts test\`.`,
    );
    expect([draft.ephemeral, confirmed.ephemeral]).toEqual([true, true]);
  });

  it('uses the current channel when none is given', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    expect((await startDraft(admin, {})).content).toContain(`**New alert in <#${channelId}>**`);
  });

  it('accepts a collection as a choice, path, pasted URL or name', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const address = addressOf(world, FOXES);
    const typed = await home.admin.autocomplete(
      'alerts add',
      { channel: home.channelId, collection: 'fox' },
      'collection',
    );
    const chosen = String(typed[0]?.value);
    expect(chosen).toBe(address);

    const spellings = [
      chosen,
      FOXES,
      `https://market.example/collections/${FOXES}?tab=items`,
      'lantern FOXES',
    ];
    for (const collection of spellings) {
      const channel = home.addChannel('another');
      expect(await home.subscribe(channel, { collection })).toMatch(
        `<#${channel}> now gets Lantern Foxes sales.`,
      );
    }
  });

  it.each([
    ['a part of its name', 'lantern'],
    ['a misspelling', 'Lantren Foxes'],
    ['a torn name', 'Lanternfoxes'],
  ])('suggests the nearest collection for %s, and begins nothing', async (_what, collection) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const reply = await admin.command('alerts add', { channel: channelId, collection });

    expect(textOf(reply)).toContain('“Lantern Foxes”');
    expect(reply.message?.components ?? []).toEqual([]);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });

  it('reports a duplicate, however the collection is given', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.follow(home.channelId, FOXES);

    const draft = await startDraft(home.admin, {
      channel: home.channelId,
      collection: addressOf(world, FOXES),
    });

    expect(draft.content).toContain('⚠️ Alert #1 in this channel is identical.');
    await expect(home.admin.press(draft, 'Confirm')).rejects.toThrow('disabled');
  });

  it('is refused to a plain member in an ephemeral reply', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, member, channelId } = world.home;

    const reply = await member.command('alerts add', { channel: channelId });

    expect(textOf(reply)).toBe('You need the “Manage Server” permission in this server.');
    expect(reply.ephemeral).toBe(true);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });
});

describe('/alerts list', () => {
  it('explains the first step when there are no rules', async () => {
    await using world = await startBotWorld();
    await world.start();

    expect(await listOf(world.home.admin)).toBe('No alerts yet. Add one with `/alerts add`.');
  });

  it('shows only this server’s alerts', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = world.addServer('other');
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, LETTERS);

    expect(await listOf(home.admin)).toMatch(/^\*\*#1\*\* .* Sales · Lantern Foxes\n-# [^\n]+$/);
    expect(await listOf(other.admin)).toMatch(/^\*\*#2\*\* .* Sales · Deep Sea Post\n-# [^\n]+$/);
  });
});

describe('/alerts remove', () => {
  it('removes only the chosen one', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId);

    const choices = await home.admin.autocomplete('alerts remove', { alert: '' }, 'alert');
    const said = await removeAlert(home.admin, String(choices[0]?.value));
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(choices).toEqual([{ name: '#1 in sales: Sales · Lantern Foxes', value: '1' }]);
    expect(said).toContain('🗑 Alert #1 removed.');
    expect(itemsPosted(await world.untilPosted(other.channelId, 1))).toEqual(due);
    expect(world.embeds(home.channelId)).toEqual([]);
  });
});

describe('the number of an alert', () => {
  it.each(['edit', 'pause', 'resume', 'remove', 'test'])(
    'that is another server’s, unknown or none is refused by /alerts %s',
    async (command) => {
      await using world = await startBotWorld();
      const { home } = world;
      const other = world.addServer('other');
      await world.start();
      await other.follow(other.channelId);

      for (const subscription of ['1', '77', 'the first one']) {
        expect(textOf(await home.admin.command(`alerts ${command}`, { alert: subscription }))).toBe(
          'This server has no such alert. See the alert numbers in `/alerts list`.',
        );
      }
      expect(await listOf(other.admin)).toMatch(/\*\*#1\*\* .*\n-# ▶ active/);
    },
  );

  it('of another server is refused by /alerts copy', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    await world.start();
    await other.follow(other.channelId);

    const reply = await home.admin.command('alerts copy', { alert: '1', channel: home.channelId });

    expect(textOf(reply)).toBe('This server has no such alert. See the alert numbers in `/alerts list`.');
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });
});
