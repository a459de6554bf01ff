import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { address } from '../../support/build-activity.ts';
import { type ManageBot, messageOf, startManageBot, textOf } from './manage-bot.ts';

const ETH = 10n ** 18n;

/** A rule with everything set that can be. */
const RICH = {
  topics: TOPICS,
  filter: {
    collection: [address(0xc0), address(0xc1)],
    price_from: ETH / 2n + 1n,
    price_to: 1_000n * ETH,
    below_floor: 10,
    rank: 500,
    traits: [{ type: 'hat', value: 'beanie' }],
    trait_mode: 'all',
    wallets: [address(1)],
    not_wallets: [address(2)],
    amount: 2n ** 100n,
    ending: 30,
  },
} as const;

function fileIn({ bot }: ManageBot, reply: Reply) {
  const attachment = messageOf(reply).attachments[0];
  if (attachment === undefined) throw new Error(`There is no file: ${textOf(reply)}`);
  return bot.owner.download(attachment);
}

const importing = ({ bot }: ManageBot, content: string, mode?: string) =>
  bot.owner.command('alerts import', {
    file: { name: 'alerts.json', content },
    ...(mode === undefined ? {} : { mode }),
  });

const described = (reply: Reply) => messageOf(reply).embeds[0]?.description ?? '';

const fileWith = (channels: unknown, change: object = {}) =>
  JSON.stringify({ format: 'gavel-alerts', version: 1, channels, ...change });

describe('/alerts export and import', () => {
  it('give back the same alerts and settings, to the wei', async () => {
    await using managing = await startManageBot();
    const { bot, keep, services, subscriptions } = managing;
    keep(RICH);
    keep({ pausedAt: 5 });
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Whales', mentionable: true }).id;
    const settings = {
      ping: { roleId: role, minimum: 5n, coolDownMinutes: 7 },
      size: 'compact',
      auctions: 'card',
      publish: false,
      quiet: { from: 1_320, to: 485 },
      hourlyLimit: 12,
      sound: 'important',
      loudFrom: 9n,
      hiddenParts: ['picture', 'buttons'],
    } as const;
    await services.settings.saveChannel(bot.guildId, bot.channelId, settings);
    const exported = await bot.owner.command('alerts export');
    expect(exported.ephemeral).toBe(true);
    const { text } = fileIn(managing, exported);
    expect(JSON.parse(text)).toMatchObject({
      format: 'gavel-alerts',
      version: 1,
      server: { id: bot.guildId, name: 'Collectors' },
      channels: [
        {
          id: bot.channelId,
          name: 'sales',
          settings: { ping: { role: { id: role, name: 'Whales' } }, quiet: { from: '22:00', to: '08:05' } },
          alerts: [{ price_from: '0.500000000000000001', price_to: '1000' }, { paused: true }],
        },
      ],
    });
    const before = subscriptions.map(({ topics, filter }) => ({ topics, filter }));
    subscriptions.length = 0;
    await services.settings.saveChannel(bot.guildId, bot.channelId, null);

    const asked = await importing(managing, text);
    expect(described(asked)).toMatch(/^2 alerts to add, 0 to remove\./);
    expect(subscriptions).toEqual([]);
    const done = await bot.owner.press(messageOf(asked), 'Confirm');
    expect(textOf(done)).toContain('✅ Done: 2 alerts added');
    expect(subscriptions.map(({ topics, filter }) => ({ topics, filter }))).toEqual(before);
    expect(subscriptions.map(({ pausedAt }) => pausedAt !== null)).toEqual([false, true]);
    expect(services.settings.channel(bot.channelId)).toEqual(settings);
  });

  it('carry the templates of the server, its channels and their alerts', async () => {
    await using managing = await startManageBot();
    const { bot, keep, services, subscriptions } = managing;
    const { guildId, channelId } = bot;
    const { templates } = services.store;
    const { id } = keep({});
    const titled = (title: string) => ({ message: null, title, text: null });
    const saved = [
      {
        scope: 'server',
        target: '',
        topic: 'listing',
        template: { message: 'a\nb', title: null, text: '{token}' },
      },
      { scope: 'channel', target: channelId, topic: 'sale', template: titled('{token} in here') },
      { scope: 'rule', target: String(id), topic: 'sale', template: titled('{token} of this rule') },
    ] as const;
    for (const { template, ...place } of saved) await templates.save({ guildId, ...place }, template);
    const { text } = fileIn(managing, await bot.owner.command('alerts export'));
    expect(textOf(await importing(managing, text))).toBe('Nothing to import.');
    subscriptions.length = 0;
    for (const { template: _template, ...place } of saved) await templates.remove({ guildId, ...place });

    const asked = await importing(managing, text);
    expect(described(asked)).toContain('📝 2 server and channel templates');
    const done = await bot.owner.press(messageOf(asked), 'Confirm');
    expect(textOf(done)).toContain('2 server and channel templates imported');
    const target = String(subscriptions[0]?.id);
    expect((await templates.ofGuild(guildId)).map(({ guildId: _guildId, ...one }) => one)).toEqual(
      expect.arrayContaining([saved[0], saved[1], { ...saved[2], target }]),
    );
  });

  it('refuse a template that cannot be saved, with the reason', async () => {
    await using managing = await startManageBot();
    const { id } = { id: managing.bot.channelId };
    const alert = { alerts: ['sale'], templates: { sale: { title: '{tokn}', text: 'x'.repeat(2_003) } } };
    const asked = await importing(managing, fileWith([{ id, name: 'sales', alerts: [alert] }]));
    expect(textOf(asked)).toContain(
      'In channel “sales”, alert 1: **templates.sale.title** is not a valid template. There is no placeholder \\`{tokn}\\` \\(character 2\\). Did you mean \\`{token}\\`?',
    );
    expect(textOf(asked)).toContain('**templates.sale.text** must be 3 characters shorter');
  });

  it('add nothing twice, neither by two files nor by two presses', async () => {
    await using managing = await startManageBot();
    const { bot, subscriptions } = managing;
    const alert = { alerts: ['sale'] };
    const text = fileWith([{ id: bot.channelId, name: 'sales', alerts: [alert, alert] }]);
    const asked = await importing(managing, text);
    expect(described(asked)).toMatch(/^1 alert to add/);
    const id = JSON.stringify(messageOf(asked).components).match(/do\.import-confirm\.[^"]+/)?.[0] ?? '';
    const message = messageOf(asked);
    const presses = await Promise.all([bot.owner.press(message, id), bot.owner.press(message, id)]);
    expect(presses.map(textOf).filter((said) => said.includes('This import was completed'))).toHaveLength(1);
    expect(subscriptions).toHaveLength(1);
    expect(textOf(await importing(managing, text))).toBe('Nothing to import.');
  });

  it('give an alert that is there another name or end', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep();
    const ends = '2099-12-31T22:00:00.000Z';
    const alert = { alerts: ['sale'], name: 'Whales', ends };
    const text = fileWith([{ id: bot.channelId, name: 'sales', alerts: [alert] }]);
    const asked = await importing(managing, text);
    expect(described(asked)).toMatch(
      /^0 alerts to add, 0 to remove\. 1 alert gets a new name, end time or template\./,
    );
    expect(textOf(await bot.owner.press(messageOf(asked), 'Confirm'))).toContain('1 alert updated');
    expect(subscriptions.map(({ extras }) => extras)).toEqual([{ name: 'Whales', endsAt: Date.parse(ends) }]);
    expect(textOf(await importing(managing, text))).toBe('Nothing to import.');
    const exported = fileIn(managing, await bot.owner.command('alerts export')).text;
    expect(JSON.parse(exported)).toMatchObject({ channels: [{ alerts: [{ name: 'Whales', ends }] }] });
  });

  it('remove what the file does not have only when that is asked for and confirmed', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep(RICH);
    keep();
    const text = fileWith([{ id: bot.channelId, name: 'sales', alerts: [{ alerts: ['sale'] }] }]);
    expect(textOf(await importing(managing, text))).toBe('Nothing to import.');
    const asked = await importing(managing, text, 'replace');
    expect(described(asked)).toMatch(/^0 alerts to add, 1 to remove\. 1 already exists\./);
    expect(textOf(await bot.owner.press(messageOf(asked), 'Cancel'))).toBe('Nothing was changed.');
    expect(subscriptions).toHaveLength(2);
    const again = await importing(managing, text, 'replace');
    await bot.owner.press(messageOf(again), 'Confirm');
    expect(subscriptions.map(({ id, filter }) => [id, filter])).toEqual([[2, MATCH_ALL]]);
  });

  it('find channels of another server by their name, and leave out what is not there', async () => {
    await using managing = await startManageBot();
    const { bot, subscriptions } = managing;
    const alerts = [{ alerts: ['sale'] }];
    const text = fileWith([
      { id: '100000000000000001', name: 'sales', alerts },
      { id: '100000000000000002', name: 'elsewhere', alerts },
    ]);
    const asked = await importing(managing, text);
    expect(described(asked)).toContain('Skipped: This server has no channel named “elsewhere”.');
    await bot.owner.press(messageOf(asked), 'Confirm');
    expect(subscriptions.map(({ channelId }) => channelId)).toEqual([bot.channelId]);
  });

  it('ask by menus where alerts go whose channel has another name here', async () => {
    await using managing = await startManageBot();
    const { bot, subscriptions } = managing;
    const other = bot.discord.createChannel({ guildId: bot.guildId, name: 'whales' }).id;
    const ids = Array.from({ length: 6 }, (_, at) => `10000000000000000${at}`);
    const text = fileWith(
      ids.map((id, at) => ({
        id,
        name: `room-${at}`,
        alerts: [{ alerts: ['sale'], price_from: String(at + 1) }],
      })),
    );
    let asked = await importing(managing, text);
    expect(described(asked)).toMatch(/^0 alerts to add/);
    expect(textOf(asked)).toContain('Choose where their alerts go');
    await expect(bot.owner.press(messageOf(asked), 'Confirm')).rejects.toThrow();
    const menus = (reply: Reply) =>
      [...JSON.stringify(messageOf(reply).components).matchAll(/do\.import-channel\.[^"]+/g)].map(
        ([id]) => id,
      );
    expect(menus(asked)).toHaveLength(4);
    for (const channelId of [bot.channelId, other, bot.channelId]) {
      asked = await bot.owner.select(messageOf(asked), menus(asked)[0] ?? '', [channelId]);
    }
    expect(menus(asked)).toHaveLength(3);
    expect(described(asked)).toMatch(/^3 alerts to add/);
    expect(described(asked)).not.toContain('“room-0”');
    expect(described(asked)).toContain('Skipped: This server has no channel named “room-3”.');
    expect(textOf(await bot.owner.press(messageOf(asked), 'Confirm'))).toContain('3 alerts added');
    expect(subscriptions.map(({ channelId, filter }) => [channelId, filter.price_from])).toEqual([
      [bot.channelId, ETH],
      [other, 2n * ETH],
      [bot.channelId, 3n * ETH],
    ]);
  });

  it('say once which role is left out, with all its channels', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    const other = bot.discord.createChannel({ guildId: bot.guildId, name: 'whales' }).id;
    const role = { id: '100000000000000009', name: 'Gone' };
    const text = fileWith(
      [bot.channelId, other].map((id) => ({
        id,
        name: 'x',
        settings: { ping: { role } },
        alerts: [
          { alerts: ['sale'], ping_roles: [role] },
          { alerts: ['mint'], ping_roles: [role] },
        ],
      })),
    );
    const lines = described(await importing(managing, text)).split('\n');
    expect(lines.filter((line) => line.includes('Gone'))).toEqual([
      `⚠️ Skipped: <#${bot.channelId}> and <#${other}>: this server has no “Gone” role to ping.`,
    ]);
  });

  it('neither add to nor remove from a channel in which I may not post', async () => {
    await using managing = await startManageBot({ missing: ['Send Messages'] });
    const { bot, keep } = managing;
    keep();
    const text = fileWith([
      { id: bot.channelId, name: 'sales', alerts: [{ alerts: ['sale'] }, { alerts: ['mint'] }] },
    ]);
    const asked = await importing(managing, text, 'replace');
    expect(textOf(asked)).toBe('Nothing to import.');
    expect(described(asked)).toContain('Give me “Send Messages” there');
  });

  it('are refused to who may not manage alerts any more, also at the button', async () => {
    await using managing = await startManageBot();
    const { bot, services, subscriptions } = managing;
    const managerRoleId = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    await services.settings.saveGuild(bot.guildId, { ...DEFAULT_GUILD_SETTINGS, managerRoleId });
    bot.discord.setMemberRoles(bot.guildId, bot.memberId, [managerRoleId]);
    const content = fileWith([{ id: bot.channelId, name: 'sales', alerts: [{ alerts: ['sale'] }] }]);
    const ask = () => bot.member.command('alerts import', { file: { name: 'a.json', content } });
    const asked = await ask();
    expect(described(asked)).toMatch(/^1 alert to add/);
    bot.discord.setMemberRoles(bot.guildId, bot.memberId, []);
    for (const reply of [await bot.member.press(messageOf(asked), 'Confirm'), await ask()]) {
      expect(textOf(reply)).toContain('You need the “Manage Server”');
    }
    expect(subscriptions).toEqual([]);
  });
});

describe('a file that cannot be taken', () => {
  const channel = (alert: object) => fileWith([{ id: '100000000000000001', name: 'sales', alerts: [alert] }]);

  it.each([
    ['no JSON', '{', 'This file is not valid JSON (line 1, column 2)'],
    ['of something else', '{"format":"x"}', 'This is not an alert file.'],
    ['of a later version', fileWith([], { version: 2 }), 'This file is from a newer version'],
    [
      'with a number for a price',
      channel({ alerts: ['sale'], price_from: 1.5 }),
      'In channel “sales”, alert 1: **price\\_from**',
    ],
    [
      'with an unknown kind',
      channel({ alerts: ['gossip'] }),
      'In channel “sales”, alert 1: **alerts\\[0\\]** must be one of: ',
    ],
    ['with a misspelt part', channel({ alerts: ['sale'], rarity: 5 }), 'In channel “sales”, alert 1:'],
    [
      'with too exact a price',
      channel({ alerts: ['sale'], price_from: `0.${'0'.repeat(18)}1` }),
      'too many decimal places',
    ],
    [
      'with prices the wrong way round',
      channel({ alerts: ['sale'], price_from: '2', price_to: '1' }),
      'is above the maximum (1 ETH)',
    ],
    ['with a bad collection', channel({ alerts: ['sale'], collection: ['punks'] }), '**collection** must be'],
    ['that is too large', 'x'.repeat(1_024 * 1_024 + 1), 'larger than 1 MB'],
  ])('%s is refused with the entry and the reason', async (_name, content, sentence) => {
    await using managing = await startManageBot();
    expect(textOf(await importing(managing, content))).toContain(sentence);
    expect(managing.subscriptions).toEqual([]);
  });
});
