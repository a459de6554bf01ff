import { afterEach, describe, expect, it } from 'vitest';
import { add } from '../../../commands/alerts/add.ts';
import { edit } from '../../../commands/alerts/edit.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import type { Command } from '../../../src/discord/command.ts';
import type { CommandServices } from '../../../src/discord/services.ts';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { ALERT_KINDS } from '../../../src/domain/alert-kind.ts';
import { GavelError } from '../../../src/domain/errors.ts';
import { type CommandBot, startCommandBot } from '../../discord/command-bot.ts';
import { type Known, memoryServices, summary } from '../../discord/command-services.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription, saleAlert } from '../../support/build-alert.ts';

const ETH = 10n ** 18n;
const PUNKS = address(0xc0);
const FOXES = address(0xc1);
const alerts: Command = {
  definition: { name: 'alerts', description: 'Alerts' },
  subcommands: [add, edit],
};

const bots: AsyncDisposable[] = [];
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot[Symbol.asyncDispose]();
});

async function startBot(
  known: Partial<Known> = {},
  change: (services: CommandServices) => CommandServices = (s) => s,
) {
  const memory = memoryServices({
    collections: [summary(), summary({ address: FOXES, name: 'Lantern Foxes', path: 'foxes' })],
    ...known,
  });
  const bot = await startCommandBot({ commands: [alerts], services: change(memory.services) });
  bots.push(bot);
  return { bot, ...memory };
}

const textOf = (reply: Reply) => reply.message?.content ?? '';

/** The message of a reply. */
function messageOf(reply: Reply) {
  if (reply.message === null) throw new Error(`There is no message: ${reply.outcome}.`);
  return reply.message;
}

function formOf(reply: Reply) {
  if (reply.modal === null) throw new Error(`There is no form: ${reply.outcome} ${textOf(reply)}`);
  return reply.modal;
}

const begin = (bot: CommandBot, options: Record<string, string> = {}) =>
  bot.owner.command('alerts add', options);

/** The custom id of the menu that a person would open, by what its id begins with. */
function menuOf(reply: Reply, name: string): string {
  const id = JSON.stringify(messageOf(reply).components).match(
    new RegExp(String.raw`do\.${name}\.[^"]+`),
  )?.[0];
  if (id === undefined) throw new Error(`There is no menu ${name}.`);
  return id;
}

describe('/alerts add', () => {
  it('shows what would be set up and keeps nothing before it is confirmed', async () => {
    const { bot, subscriptions } = await startBot({
      preview: async () => ({
        of: 50,
        matching: [1, 2, 3, 4].map((n) => saleAlert(n * 1_000)),
        auctionsOnly: false,
      }),
    });
    const reply = await begin(bot, {
      channel: bot.channelId,
      collection: 'Punks',
      price_from: '100',
      rank: '500',
    });
    expect(reply.ephemeral).toBe(true);
    expect(textOf(reply).split('\n')).toEqual([
      `**New alert in <#${bot.channelId}>**`,
      'Sales of Punks above 100 ETH, rank 500 or better.',
      '4 of the last 50 activities would have been posted. The newest would look like this:',
    ]);
    expect(messageOf(reply).embeds[0]).toMatchObject({ title: 'A sale', footer: { text: 'sale:id:4000' } });
    expect(subscriptions).toEqual([]);
  });

  it('sets the alert up when it is confirmed', async () => {
    const { bot, subscriptions, drafts } = await startBot();
    const reply = await begin(bot, { collection: 'Punks', price_from: '0.5 ETH' });
    const done = await bot.owner.press(messageOf(reply), 'Confirm');
    expect(done.outcome).toBe('updated');
    expect(textOf(done)).toBe(
      `✅ <#${bot.channelId}> gets sales of Punks above 0.5 ETH from now on (alert #1). \`/alerts test\` posts an example there.`,
    );
    expect(messageOf(done).components).toEqual([]);
    expect(subscriptions).toEqual([
      {
        id: 1,
        guildId: bot.guildId,
        channelId: bot.channelId,
        kinds: ['sale'],
        filter: { ...EVERYTHING, collections: { type: 'these', addresses: [PUNKS] }, priceFrom: ETH / 2n },
        endingLead: 10,
        createdBy: bot.ownerId,
        createdAt: 0,
        pausedAt: null,
        lastMatchAt: null,
      },
    ]);
    expect(drafts.size).toBe(0);
  });

  it('makes one subscription of a draft that is confirmed twice', async () => {
    const { bot, subscriptions } = await startBot();
    const message = messageOf(await begin(bot));
    const confirm = JSON.stringify(message.components).match(/do\.draft-confirm\.[^"]+/)?.[0] ?? '';
    const replies = await Promise.all([bot.owner.press(message, confirm), bot.owner.press(message, confirm)]);
    expect(replies).toHaveLength(2);
    expect(subscriptions).toHaveLength(1);
  });

  it('says so where the channel has that alert already, and that it is paused', async () => {
    const { bot, subscriptions } = await startBot();
    subscriptions.push({ ...newSubscription(bot.channelId), id: 7, pausedAt: 5, lastMatchAt: null });
    const reply = await begin(bot);
    const done = await bot.owner.press(messageOf(reply), 'Confirm');
    expect(textOf(done)).toBe(
      `<#${bot.channelId}> has that already, as alert #7. It is paused; \`/alerts resume\` lets it go on.`,
    );
    expect(subscriptions).toHaveLength(1);
  });

  it('takes every option', async () => {
    const { bot, subscriptions } = await startBot({
      lookups: {
        profile: async () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'not needed')),
      },
    });
    const reply = await begin(bot, {
      alerts: 'Sales, listings below floor and auctions ending soon',
      collection: 'Punks, Lantern Foxes ✓',
      price_from: '1.5k',
      price_to: '2,000 eth',
      below_floor: '10 %',
      rank: '#500',
      traits: 'hat: beanie, eyes: laser',
      trait_mode: 'all',
      wallets: address(1),
      not_wallets: `${address(2)}, ${address(3)}`,
      amount: '5',
      ending: '30',
    });
    expect(textOf(reply)).toContain(
      'Sales, listings and auction endings of Punks and Lantern Foxes between 1,500 ETH and 2,000 ETH, at least 10% below the floor, rank 500 or better, with hat: beanie and eyes: laser,',
    );
    await bot.owner.press(messageOf(reply), 'Confirm');
    expect(subscriptions[0]).toMatchObject({
      kinds: ['sale', 'listing', 'auction_ending'],
      endingLead: 30,
      filter: {
        collections: { type: 'these', addresses: [PUNKS, FOXES] },
        priceFrom: 1_500n * ETH,
        priceTo: 2_000n * ETH,
        belowFloorPercent: 10,
        rankAtMost: 500,
        traits: {
          mode: 'all',
          traits: [
            { type: 'hat', value: 'beanie' },
            { type: 'eyes', value: 'laser' },
          ],
        },
        onlyWallets: [address(1)],
        notWallets: [address(2), address(3)],
        quantityFrom: 5n,
      },
    });
  });

  it('names the option that cannot be read, and what to write', async () => {
    const { bot, drafts } = await startBot();
    expect(textOf(await begin(bot, { price_from: 'much' }))).toBe(
      'I cannot read “much” in **price_from**. Write a price like 100, 0.5 or 1.5k, in ETH.',
    );
    expect(textOf(await begin(bot, { collection: 'Punks, **nobody** @everyone' }))).toBe(
      'I know no collection “\\*\\*nobody\\*\\* @\u200beveryone” (in **collection**). Pick one of the suggestions while you type.',
    );
    expect(drafts.size).toBe(0);
  });

  it('names the permissions that are missing in that very channel and keeps nothing', async () => {
    const { bot, drafts } = await startBot({ missing: ['Send Messages', 'Embed Links'] });
    expect(textOf(await begin(bot, { channel: bot.channelId }))).toBe(
      `I cannot post in <#${bot.channelId}> yet. Give me “Send Messages”, “Embed Links” there (channel settings → Permissions), then try again.`,
    );
    expect(drafts.size).toBe(0);
  });

  it('checks the permissions again when it is confirmed, and keeps the draft where they are missing', async () => {
    let missing: readonly string[] = [];
    const { bot, subscriptions } = await startBot({}, (services) => ({
      ...services,
      channelAccess: { ...services.channelAccess, missingForAlerts: () => missing },
    }));
    const message = messageOf(await begin(bot));
    missing = ['Embed Links'];
    const refused = await bot.owner.press(message, 'Confirm');
    expect(textOf(refused)).toContain('Give me “Embed Links” there');
    expect(subscriptions).toEqual([]);
    missing = [];
    await bot.owner.press(message, 'Confirm');
    expect(subscriptions).toHaveLength(1);
  });

  it('posts where the server usually posts when no channel is named, and here when that channel is gone', async () => {
    const { bot } = await startBot({}, (services) => services);
    expect(textOf(await begin(bot))).toContain(`<#${bot.channelId}>`);
    const other = bot.discord.createChannel({ guildId: bot.guildId, name: 'market' }).id;
    const usual = await startBot({ guildSettings: { defaultChannelId: other } });
    // Each bot has a Discord of its own, where that channel is unknown.
    expect(textOf(await begin(usual.bot))).toContain(`<#${usual.bot.channelId}>`);
    const here = await startBot({ guildSettings: { defaultChannelId: bot.channelId } });
    expect(textOf(await begin(here.bot))).toContain(`<#${here.bot.channelId}>`);
  });

  it('goes on without a preview while the marketplace is silent', async () => {
    const { bot, subscriptions } = await startBot({
      preview: () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down')),
    });
    const reply = await begin(bot);
    expect(textOf(reply)).toContain('The marketplace does not answer right now');
    await bot.owner.press(messageOf(reply), 'Confirm');
    expect(subscriptions).toHaveLength(1);
  });

  it('warns of an alert that would be very chatty, and of one that can never fit', async () => {
    const { bot } = await startBot({
      preview: async () => ({
        of: 50,
        matching: Array.from({ length: 40 }, (_, n) => saleAlert(n * 10)),
        auctionsOnly: false,
      }),
    });
    expect(textOf(await begin(bot))).toContain('⚠️ That may be some 360 messages an hour.');
    expect(textOf(await begin(bot, { alerts: 'offers', below_floor: '5' }))).toContain(
      '⚠️ Nothing can ever fit:',
    );
  });

  it('keeps nothing when it is cancelled', async () => {
    const { bot, subscriptions, drafts } = await startBot();
    const done = await bot.owner.press(messageOf(await begin(bot)), 'Cancel');
    expect(textOf(done)).toBe('Nothing was set up. `/alerts add` begins anew.');
    expect(drafts.size).toBe(0);
    expect(subscriptions).toEqual([]);
  });

  it('changes the filter in a form that holds what is set', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await begin(bot, { collection: 'Punks', price_from: '0.5' });
    const form = formOf(await bot.owner.press(messageOf(reply), 'Change filter'));
    expect(JSON.stringify(form.components)).toContain('"value":"Punks"');
    expect(JSON.stringify(form.components)).toContain('"value":"0.5"');
    const changed = await bot.owner.submit(form, { collection: 'Lantern Foxes', price_from: '', rank: '50' });
    expect(changed.outcome).toBe('updated');
    expect(textOf(changed)).toContain('Sales of Lantern Foxes, rank 50 or better.');
    await bot.owner.press(messageOf(changed), 'Confirm');
    expect(subscriptions[0]?.filter).toEqual({
      ...EVERYTHING,
      collections: { type: 'these', addresses: [FOXES] },
      rankAtMost: 50,
    });
  });

  it('changes traits and wallets in a second form', async () => {
    const { bot } = await startBot();
    const form = formOf(await bot.owner.press(messageOf(await begin(bot)), 'Traits & wallets'));
    const changed = await bot.owner.submit(form, { traits: 'hat: beanie', not_wallets: address(9) });
    expect(textOf(changed)).toContain('with hat: beanie, not involving 0x');
  });

  it('leaves the draft as it is when a form cannot be read', async () => {
    const { bot, subscriptions } = await startBot();
    const message = messageOf(await begin(bot, { price_from: '1' }));
    const form = formOf(await bot.owner.press(message, 'Change filter'));
    const refused = await bot.owner.submit(form, { price_from: 'much' });
    expect(textOf(refused)).toContain('I cannot read “much” in **Price from**.');
    expect(refused.ephemeral).toBe(true);
    await bot.owner.press(message, 'Confirm');
    expect(subscriptions[0]?.filter.priceFrom).toBe(ETH);
  });

  it('changes what is told in a menu, and how early for auctions about to end', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await begin(bot);
    const kinds = menuOf(reply, 'draft-kinds');
    const changed = await bot.owner.select(messageOf(reply), kinds, ['auction_ending', 'mint']);
    expect(textOf(changed)).toContain(
      'Mints and auction endings of every collection, endings told 10 minutes ahead.',
    );
    const later = await bot.owner.select(messageOf(changed), menuOf(changed, 'draft-lead'), ['60']);
    await bot.owner.press(messageOf(later), 'Confirm');
    expect(subscriptions[0]).toMatchObject({ kinds: ['mint', 'auction_ending'], endingLead: 60 });
  });

  it('never confirms anything but what stands beside the button', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await begin(bot);
    const before = JSON.stringify(messageOf(reply).components).match(/do\.draft-confirm\.[^"]+/)?.[0] ?? '';
    await bot.owner.select(messageOf(reply), menuOf(reply, 'draft-kinds'), [...ALERT_KINDS]);
    await expect(bot.owner.press(messageOf(reply), before)).rejects.toThrow('no button');
    expect(subscriptions).toEqual([]);
  });

  it('says kindly that a draft is over', async () => {
    const { bot, drafts } = await startBot();
    const message = messageOf(await begin(bot));
    drafts.clear();
    const late = await bot.owner.press(message, 'Confirm');
    expect(textOf(late)).toContain('This set-up is over');
    expect(late.ephemeral).toBe(true);
  });

  it('lets nobody go on who may no longer manage alerts', async () => {
    let managerRoleId: string | null = null;
    const memory = memoryServices();
    const services = () => ({
      ...memory.services,
      view: { ...memory.services.view, settings: { ...memory.services.view.settings, managerRoleId } },
    });
    const bot = await startCommandBot({ commands: [alerts], services });
    bots.push(bot);
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    bot.discord.setMemberRoles(bot.guildId, bot.memberId, [role]);
    expect(textOf(await bot.member.command('alerts add'))).toBe(
      'You need the permission “Manage Server” in this server to do that.',
    );
    managerRoleId = role;
    const message = messageOf(await bot.member.command('alerts add'));
    managerRoleId = bot.channelId;
    expect(textOf(await bot.member.press(message, 'Confirm'))).toBe(
      `You need the permission “Manage Server” or the role <@&${bot.channelId}> in this server to do that.`,
    );
    expect(memory.subscriptions).toEqual([]);
    managerRoleId = role;
    await bot.member.press(message, 'Confirm');
    expect(memory.subscriptions).toHaveLength(1);
  });
});
