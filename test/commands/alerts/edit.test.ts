import { afterEach, describe, expect, it } from 'vitest';
import { add } from '#commands/alerts/add.ts';
import { edit } from '#commands/alerts/edit.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { createServerDirectory } from '#src/discord/access/server-directory.ts';
import { english } from '#src/messages/messages.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type CommandBot, startCommandBot } from '../../discord/command-bot.ts';
import { inMemoryServices, type TestData } from '../../discord/command-services.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';

const ETH = 10n ** 18n;
const bots: AsyncDisposable[] = [];
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot[Symbol.asyncDispose]();
});

/** A bot whose server has subscription #3: sales of Punks from 1 ETH, rank 50 or better. */
async function startBot(known: Partial<TestData> = {}) {
  const memory = inMemoryServices(known);
  const bot: CommandBot = await startCommandBot({
    commands: [{ name: 'alerts', definition: () => ({ description: 'Alerts' }), subcommands: [add, edit] }],
    services: () => ({ ...memory.services, serverDirectory: createServerDirectory(bot.guilds, Date.now) }),
  });
  bots.push(bot);
  const filter = {
    ...MATCH_ALL,
    collection: [address(0xc0)],
    price_from: ETH,
    rank: 50,
  } as const;
  const subscription: Subscription = {
    ...newSubscription(bot.channelId, { guildId: bot.guildId, filter }),
    id: 3,
    pausedAt: null,
    lastMatchAt: null,
    lastPostAt: null,
  };
  memory.subscriptions.push(subscription);
  return { bot, ...memory };
}

const textOf = (reply: Reply) => reply.message?.content ?? '';
function messageOf(reply: Reply) {
  if (reply.message === null) throw new Error(`There is no message: ${reply.outcome}.`);
  return reply.message;
}

describe('/alerts edit', () => {
  it('changes what is given, clears what is “-”, keeps the rest, and does so when it is saved', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await bot.owner.command('alerts edit', { alert: '#3', price_from: '2', rank: '-' });
    expect(reply.ephemeral).toBe(true);
    expect(textOf(reply).split('\n').slice(0, 2)).toEqual([
      `**Changes to alert #3 in <#${bot.channelId}>**`,
      'Sales · Punks · 2 ETH and up',
    ]);
    expect(subscriptions[0]?.filter.price_from).toBe(ETH);
    const saved = await bot.owner.press(messageOf(reply), 'Save');
    expect(textOf(saved)).toBe(
      `✅ Alert #3 in <#${bot.channelId}> changed: Sales · Punks · 2 ETH and up\nBefore: Sales · Punks · 1 ETH and up · rank 50 or better`,
    );
    expect(subscriptions).toMatchObject([{ id: 3, filter: { price_from: 2n * ETH } }]);
    expect(subscriptions[0]?.filter.rank).toBeUndefined();
  });

  it('shows the alert with its modals where nothing is given', async () => {
    const { bot } = await startBot();
    const reply = await bot.owner.command('alerts edit', { alert: '3' });
    expect(textOf(reply)).toContain('Sales · Punks · 1 ETH and up · rank 50 or better');
    const { modal } = await bot.owner.press(messageOf(reply), 'Edit filter');
    if (modal === null) throw new Error('There is no form.');
    const changed = await bot.owner.submit(modal, { below_floor: '5' });
    expect(textOf(changed)).toContain(`**Changes to alert #3 in <#${bot.channelId}>**`);
  });

  it('says so where nothing was changed, and where the alert is gone meanwhile', async () => {
    const { bot, subscriptions } = await startBot();
    const same = await bot.owner.command('alerts edit', { alert: '3', price_from: '1' });
    expect(textOf(same).split('\n').slice(0, 3)).toEqual([
      `**Alert #3 in <#${bot.channelId}>**`,
      'Sales · Punks · 1 ETH and up · rank 50 or better',
      'No changes yet. Choose below what to change.',
    ]);
    await expect(bot.owner.press(messageOf(same), 'Save')).rejects.toThrow();
    const early = await bot.owner.command('alerts edit', { alert: '3', rank: '9' });
    const [present] = subscriptions;
    if (present === undefined) throw new Error('There is no alert.');
    subscriptions[0] = { ...present, filter: { ...present.filter, rank: 9 } };
    expect(textOf(await bot.owner.press(messageOf(early), 'Save'))).toBe(
      'Nothing was changed. Alert #3: Sales · Punks · 1 ETH and up · rank 9 or better',
    );
    const other = await bot.owner.command('alerts edit', { alert: '3', rank: '8' });
    subscriptions.push({ ...present, id: 4, filter: { ...present.filter, rank: 8 } });
    expect(textOf(await bot.owner.press(messageOf(other), 'Save'))).toBe(
      `Nothing was changed: <#${bot.channelId}> already has this alert (#4).`,
    );
    const late = await bot.owner.command('alerts edit', { alert: '3', rank: '5' });
    subscriptions.length = 0;
    expect(textOf(await bot.owner.press(messageOf(late), 'Save'))).toContain('no longer exists');
    expect(subscriptions).toEqual([]);
  });

  it('keeps everything when it is cancelled', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await bot.owner.command('alerts edit', { alert: '3', rank: '5' });
    expect(textOf(await bot.owner.press(messageOf(reply), 'Cancel'))).toBe('Alert #3 was not changed.');
    expect(subscriptions[0]?.filter.rank).toBe(50);
  });

  it.each(['4', '#0', 'Punks', '1e3', '9'.repeat(20)])('knows no subscription “%s”', async (subscription) => {
    const { bot } = await startBot();
    expect(textOf(await bot.owner.command('alerts edit', { alert: subscription }))).toBe(
      'This server has no such alert. See the alert numbers in `/alerts list`.',
    );
  });

  it('does not find other servers’ subscriptions', async () => {
    const { bot, subscriptions } = await startBot();
    subscriptions.push({
      ...newSubscription('1', { guildId: 'other' }),
      id: 5,
      pausedAt: null,
      lastMatchAt: null,
      lastPostAt: null,
    });
    expect(textOf(await bot.owner.command('alerts edit', { alert: '5' }))).toContain('no such alert');
    const offered = await bot.owner.autocomplete('alerts edit', { alert: '' }, 'alert');
    expect(offered).toHaveLength(1);
  });

  it('may be used in a channel that takes no messages, and says what is missing there', async () => {
    const { bot } = await startBot({ missing: ['Send Messages'] });
    const reply = await bot.owner.command('alerts edit', { alert: '3', rank: '5' });
    expect(textOf(reply)).toContain('⚠️ I can’t post in');
    expect(textOf(await bot.owner.press(messageOf(reply), 'Save'))).toContain('✅');
  });
});

describe('the options of an alert', () => {
  const descriptions = ({ definition }: typeof add) =>
    new Map((definition(english).options ?? []).map(({ name, description }) => [name, description]));

  it('say what a new alert has without them, and that a changed one stays as it is', () => {
    const [adding, editing] = [descriptions(add), descriptions(edit)];
    expect(adding.get('collection')).toBe('Collections, separated by commas (default: all collections)');
    expect(adding.get('rank')).toBe('Maximum rarity rank, for example 500 (1 is the rarest)');
    for (const [name, description] of editing) {
      if (name === 'alert') continue;
      expect(description).toMatch(/ \(unchanged if omitted\)$/);
      expect(description.length).toBeLessThanOrEqual(100);
    }
  });
});

describe('autocomplete choices of an alert', () => {
  const values = (choices: readonly { readonly value: unknown }[]) => choices.map(({ value }) => value);

  it('are subscriptions by number, channel and words', async () => {
    const { bot } = await startBot();
    const offered = (typed: string) => bot.owner.autocomplete('alerts edit', { alert: typed }, 'alert');
    expect(await offered('')).toEqual([
      { name: '#3 in sales: Sales · Punks · 1 ETH and up · rank 50 or better', value: '3' },
    ]);
    expect(await offered('punks')).toHaveLength(1);
    expect(await offered('foxes')).toEqual([]);
  });

  it('are kinds, also behind others', async () => {
    const { bot } = await startBot();
    const offered = async (typed: string) =>
      values(await bot.owner.autocomplete('alerts add', { alerts: typed }, 'alerts'));
    expect((await offered('')).slice(0, 4)).toEqual([
      'Sales',
      'Auctions',
      'Listings',
      'Listings below floor',
    ]);
    expect(await offered('below')).toEqual(['Listings below floor']);
    expect(await offered('Sales, Mi')).toEqual(['Sales, Mints']);
  });

  it('are collections, all of them, and several', async () => {
    const { bot } = await startBot();
    const offered = async (typed: string) =>
      values(await bot.owner.autocomplete('alerts add', { collection: typed }, 'collection'));
    expect(await offered('')).toEqual(['All collections', 'All whitelisted collections', address(0xc0)]);
    expect(await offered('pun')).toEqual([address(0xc0)]);
    expect(await offered('Lantern Foxes, pun')).toEqual(['Lantern Foxes, Punks']);
    expect(await offered(`${'x'.repeat(99)}, pun`)).toEqual([]);
  });

  it('are empty for members who may not manage alerts', async () => {
    const { bot } = await startBot();
    expect(await bot.member.autocomplete('alerts edit', { alert: '' }, 'alert')).toEqual([]);
    expect(await bot.member.autocomplete('alerts add', { collection: '' }, 'collection')).toEqual([]);
  });
});
