import { afterEach, describe, expect, it } from 'vitest';
import { add } from '../../../commands/alerts/add.ts';
import { edit } from '../../../commands/alerts/edit.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import type { Subscription } from '../../../src/domain/subscription.ts';
import { startCommandBot } from '../../discord/command-bot.ts';
import { type Known, memoryServices } from '../../discord/command-services.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';

const ETH = 10n ** 18n;
const bots: AsyncDisposable[] = [];
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot[Symbol.asyncDispose]();
});

/** A bot whose server has subscription #3: sales of Punks above 1 ETH, rank 50 or better. */
async function startBot(known: Partial<Known> = {}) {
  const memory = memoryServices(known);
  const bot = await startCommandBot({
    commands: [{ definition: { name: 'alerts', description: 'Alerts' }, subcommands: [add, edit] }],
    services: memory.services,
  });
  bots.push(bot);
  const filter = {
    ...EVERYTHING,
    collections: { type: 'these', addresses: [address(0xc0)] },
    priceFrom: ETH,
    rankAtMost: 50,
  } as const;
  const subscription: Subscription = {
    ...newSubscription(bot.channelId, { guildId: bot.guildId, filter }),
    id: 3,
    pausedAt: null,
    lastMatchAt: null,
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
    const reply = await bot.owner.command('alerts edit', { subscription: '#3', price_from: '2', rank: '-' });
    expect(reply.ephemeral).toBe(true);
    expect(textOf(reply).split('\n').slice(0, 2)).toEqual([
      `**Alert #3 in <#${bot.channelId}>, changed**`,
      'Sales of Punks above 2 ETH.',
    ]);
    expect(subscriptions[0]?.filter.priceFrom).toBe(ETH);
    const saved = await bot.owner.press(messageOf(reply), 'Save');
    expect(textOf(saved)).toBe(
      `✅ Alert #3 is changed: <#${bot.channelId}> gets sales of Punks above 2 ETH from now on. Until now it was sales of Punks above 1 ETH, rank 50 or better.`,
    );
    expect(subscriptions).toMatchObject([{ id: 3, filter: { priceFrom: 2n * ETH, rankAtMost: null } }]);
  });

  it('shows the alert with its forms where nothing is given', async () => {
    const { bot } = await startBot();
    const reply = await bot.owner.command('alerts edit', { subscription: '3' });
    expect(textOf(reply)).toContain('Sales of Punks above 1 ETH, rank 50 or better.');
    const { modal } = await bot.owner.press(messageOf(reply), 'Change filter');
    if (modal === null) throw new Error('There is no form.');
    const changed = await bot.owner.submit(modal, { below_floor: '5' });
    expect(textOf(changed)).toContain(`**Alert #3 in <#${bot.channelId}>, changed**`);
  });

  it('says so where nothing was changed, and where the alert is gone meanwhile', async () => {
    const { bot, subscriptions } = await startBot();
    const same = await bot.owner.command('alerts edit', { subscription: '3' });
    expect(textOf(await bot.owner.press(messageOf(same), 'Save'))).toContain('Nothing was changed');
    const late = await bot.owner.command('alerts edit', { subscription: '3', rank: '5' });
    subscriptions.length = 0;
    expect(textOf(await bot.owner.press(messageOf(late), 'Save'))).toContain('was removed meanwhile');
    expect(subscriptions).toEqual([]);
  });

  it('keeps everything when it is cancelled', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await bot.owner.command('alerts edit', { subscription: '3', rank: '5' });
    expect(textOf(await bot.owner.press(messageOf(reply), 'Cancel'))).toBe('Alert #3 stays as it was.');
    expect(subscriptions[0]?.filter.rankAtMost).toBe(50);
  });

  it.each(['4', '#0', 'Punks', '1e3', '9'.repeat(20)])('knows no subscription “%s”', async (subscription) => {
    const { bot } = await startBot();
    expect(textOf(await bot.owner.command('alerts edit', { subscription }))).toBe(
      'This server has no such alert. `/alerts list` shows the numbers.',
    );
  });

  it('knows nothing of other servers’ subscriptions', async () => {
    const { bot, subscriptions } = await startBot();
    subscriptions.push({
      ...newSubscription('1', { guildId: 'other' }),
      id: 5,
      pausedAt: null,
      lastMatchAt: null,
    });
    expect(textOf(await bot.owner.command('alerts edit', { subscription: '5' }))).toContain('no such alert');
    const offered = await bot.owner.autocomplete('alerts edit', { subscription: '' }, 'subscription');
    expect(offered).toHaveLength(1);
  });

  it('may be used in a channel that takes no messages, and says what is missing there', async () => {
    const { bot } = await startBot({ missing: ['Send Messages'] });
    const reply = await bot.owner.command('alerts edit', { subscription: '3', rank: '5' });
    expect(textOf(reply)).toContain('⚠️ I cannot post in');
    expect(textOf(await bot.owner.press(messageOf(reply), 'Save'))).toContain('✅');
  });
});

describe('what comes up while one types an alert', () => {
  const hints = {
    traits: () => [
      {
        type: 'Hat',
        values: [
          { value: 'Beanie', count: 3, rarity: 1 },
          { value: 'Crown', count: 1, rarity: 1 },
        ],
      },
    ],
    tokens: () => [],
    tokenName: () => null,
    auctions: () => [],
  };
  const values = (choices: readonly { readonly value: unknown }[]) => choices.map(({ value }) => value);

  it('are subscriptions by number, channel and words', async () => {
    const { bot } = await startBot();
    const offered = (typed: string) =>
      bot.owner.autocomplete('alerts edit', { subscription: typed }, 'subscription');
    expect(await offered('')).toEqual([
      { name: '#3 in sales: sales of Punks above 1 ETH, rank 50 or better', value: '3' },
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
    expect(await offered('')).toEqual(['Every collection', 'All whitelisted collections', address(0xc0)]);
    expect(await offered('pun')).toEqual([address(0xc0)]);
    expect(await offered('Lantern Foxes, pun')).toEqual(['Lantern Foxes, Punks']);
    expect(await offered(`${'x'.repeat(99)}, pun`)).toEqual([]);
  });

  it('are traits of the collections that were chosen before, behind others too', async () => {
    const { bot } = await startBot({ hints });
    const offered = async (traits: string, collection?: string) =>
      values(
        await bot.owner.autocomplete(
          'alerts add',
          { traits, ...(collection === undefined ? {} : { collection }) },
          'traits',
        ),
      );
    expect(await offered('')).toEqual([]);
    expect(await offered('', 'Punks')).toEqual(['Hat: Beanie', 'Hat: Crown']);
    expect(await offered('Hat: Beanie, cr', 'nobody, Punks ✓')).toEqual(['Hat: Beanie, Hat: Crown']);
  });

  it('is nothing for somebody who may not manage alerts', async () => {
    const { bot } = await startBot();
    expect(await bot.member.autocomplete('alerts edit', { subscription: '' }, 'subscription')).toEqual([]);
    expect(await bot.member.autocomplete('alerts add', { collection: '' }, 'collection')).toEqual([]);
  });
});
