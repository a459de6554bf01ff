import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts/command.ts';
import { createServerDirectory } from '#src/discord/access/server-directory.ts';
import { type CommandBot, startCommandBot } from '../discord/command-bot.ts';
import { inMemoryServices, summary, type TestData } from '../discord/command-services.ts';
import { address } from '../support/build-activity.ts';
import { ruleOf } from '../support/build-alert.ts';

async function startBot(known: Partial<TestData> = {}) {
  const { services, subscriptions } = inMemoryServices(known);
  const bot: CommandBot = await startCommandBot({
    commands: [alerts],
    services: () => ({ ...services, serverDirectory: createServerDirectory(bot.guilds, Date.now) }),
  });
  return { bot, subscriptions };
}

const add = async (bot: CommandBot, collection?: string) => {
  const options = {
    channel: bot.channelId,
    alerts: 'sales',
    ...(collection === undefined ? {} : { collection }),
  };
  const { message } = await bot.owner.command('alerts add', options);
  if (message !== null) await bot.owner.press(message, 'Confirm');
};

describe('/alerts list', () => {
  it('says how to begin where nothing is followed', async () => {
    const { bot } = await startBot();
    await using _bot = bot;
    const reply = await bot.owner.command('alerts list');
    expect(reply.message?.content).toBe('No alerts yet. Add one with `/alerts add`.');
    expect(reply.ephemeral).toBe(true);
  });

  it('shows every subscription of this server with the state of its channel', async () => {
    const { services, subscriptions } = inMemoryServices();
    const bot = await startCommandBot({ commands: [alerts], services });
    await using _bot = bot;
    await add(bot);
    subscriptions.push({
      id: 9,
      guildId: 'another server',
      channelId: '1',
      ...ruleOf(),
      createdBy: '1',
      createdAt: 0,
      pausedAt: null,
      lastMatchAt: null,
      lastPostAt: null,
    });
    const reply = await bot.owner.command('alerts list');
    expect(reply.message?.embeds[0]?.description).toBe(
      `**#1** <#${bot.channelId}> Sales · all collections\n-# ▶ active · nothing posted yet`,
    );
  });
});

describe('/alerts remove', () => {
  it('takes the number with or without #, and asks before anything is no longer followed', async () => {
    const { bot, subscriptions } = await startBot();
    await using _bot = bot;
    await add(bot);
    await add(bot, 'Punks');
    const ask = async (subscription: string) =>
      (await bot.owner.command('alerts remove', { alert: subscription })).message;
    const remove = async (subscription: string) => (await ask(subscription))?.content;
    const one = await ask('#1');
    expect(one?.content).toBe(`Remove alert #1 in <#${bot.channelId}>?\nSales · all collections`);
    expect(subscriptions.map(({ id }) => id)).toEqual([1, 2]);
    if (one !== null) await bot.owner.press(one, 'Yes, remove it');
    expect(subscriptions.map(({ id }) => id)).toEqual([2]);
    const two = await ask(' 2 ');
    expect(two?.content).toBe(`Remove alert #2 in <#${bot.channelId}>?\nSales · Punks`);
    if (two !== null) await bot.owner.press(two, 'Yes, remove it');
    for (const unknown of ['2', '0', 'Punks', '1e3', '-1', '9'.repeat(20)]) {
      expect(await remove(unknown)).toBe(
        'This server has no such alert. See the alert numbers in `/alerts list`.',
      );
    }
  });

  it('does not remove another server’s subscription', async () => {
    const { bot, subscriptions } = await startBot();
    await using _bot = bot;
    subscriptions.push({
      id: 1,
      guildId: 'another server',
      channelId: '1',
      ...ruleOf(),
      createdBy: '1',
      createdAt: 0,
      pausedAt: null,
      lastMatchAt: null,
      lastPostAt: null,
    });
    await bot.owner.command('alerts remove', { alert: '1' });
    expect(subscriptions).toHaveLength(1);
  });

  it('offers what there is while one types, without escapes, which the choices would show', async () => {
    const { bot } = await startBot({ collections: [summary({ name: 'Punks (v2) _x_' })] });
    await using _bot = bot;
    await add(bot, address(0xc0));
    await add(bot);
    const offered = (typed: string) => bot.owner.autocomplete('alerts remove', { alert: typed }, 'alert');
    expect(await offered('')).toEqual([
      { name: '#1 in sales: Sales · Punks (v2) _x_', value: '1' },
      { name: '#2 in sales: Sales · all collections', value: '2' },
      { name: 'All 2 alerts in sales', value: `all:${bot.channelId}` },
    ]);
    expect(await offered('all coll')).toHaveLength(1);
    expect(await offered('nothing like it')).toEqual([]);
  });
});
