import { ChannelType } from 'discord-api-types/v10';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import { allComponents } from '../../../sandbox/discord/person/components.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { cyrillic, inCyrillic, latin } from './cyrillic.ts';
import type { Choosable } from './steps.ts';
import type { TypedTexts } from './typed.ts';

const LOOKS = ['auto', 'compact', 'normal', 'big'] as const;
const COIN = 10n ** 18n;
const FOXES = 'lantern-foxes';
/** What somebody types to choose a topic. @param name of the choice, in English */
const choice = (name: string): string => `⟦${name}⟧`;

/** Is replaced by the number of a rule that exists. */
const FIRST_RULE = '1';
const HOUR_MS = 3_600_000;

/** A bot that speaks the pseudo-language, in a market whose names are all Cyrillic. */
export interface CrawlWorld extends AsyncDisposable {
  readonly world: BotWorld;
  readonly bot: Bot;
  readonly of: Choosable;
  readonly texts: TypedTexts;
  /** Adds a rule where a command needs one and there is none, and returns its values with the number of a rule. */
  withRule(command: string, values: OptionValues): Promise<OptionValues>;
  /** Lets everything happen that is posted. */
  letEverythingHappen(): Promise<void>;
}

/** Presses the button whose custom id is of this kind. */
async function pressKind(person: Person, reply: Reply, kind: string): Promise<Reply> {
  const ids = allComponents(reply.message?.components).map((component) => component['custom_id']);
  const id = ids.find((one) => typeof one === 'string' && one.startsWith(`${kind}.`));
  if (reply.message === null || typeof id !== 'string')
    throw new Error(`There is no button ${kind}: ${JSON.stringify(reply.message)}`);
  return person.press(reply.message, id);
}

function rewrite(text: string): string {
  try {
    return JSON.stringify(inCyrillic(JSON.parse(text)));
  } catch {
    // Pictures are passed on as they are.
    return text;
  }
}

export async function startCrawlWorld(): Promise<CrawlWorld> {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(
    await startBotWorld({ messagesFor: () => pseudoMessages, channelName: cyrillic('channel') }),
  );
  const { home, marketplace, discord, clock } = world;
  for (let sales = 0; sales < 30; sales += 1) marketplace.cause.sale();
  const [trade] = marketplace.ledger.records();
  const foxes = marketplace.collections().find(({ path }) => path === FOXES);
  if (trade?.buyer === undefined || trade.buyer === null || foxes === undefined)
    throw new Error('The market has no trades.');
  marketplace.cause.auction({ collection: FOXES });
  marketplace.cause.bid();
  marketplace.cause.listing({ collection: FOXES, tokenId: '7' });
  marketplace.cause.offer({ collection: FOXES, tokenId: '7' });
  const proxy = parts.use(
    await startMarketplaceProxy(marketplace.url, rewrite, (path) =>
      latin(decodeURI(path)).replaceAll(/[^!-~]/g, encodeURIComponent),
    ),
  );
  const bot = await world.start({
    MARKETPLACE_URL: proxy.url,
    MARKETPLACE_NAME: cyrillic('Test Market'),
    CURRENCY_SYMBOL: 'Ξ',
  });
  const { id: roleId } = discord.createRole({
    guildId: home.guildId,
    name: cyrillic('role'),
    mentionable: true,
  });

  let distinctPrice = 1_000;
  async function addRule(options: OptionValues): Promise<void> {
    clock.advance(20_000);
    const draft = await home.admin.command('alerts add', options);
    await pressKind(home.admin, draft, 'do.draft-confirm');
  }

  await addRule({ channel: home.channelId, alerts: choice('Sales'), price_from: '777' });
  const exported = (await home.admin.command('alerts export')).message?.attachments[0];
  if (exported === undefined) throw new Error('No file was exported.');
  const exportedText = home.admin.download(exported).text;
  const of = {
    channelId: home.channelId,
    voiceChannelId: discord.createChannel({
      guildId: home.guildId,
      name: cyrillic('voice'),
      type: ChannelType.GuildVoice,
    }).id,
    roleId,
    userId: home.adminId,
    // A rule that is there, one that is not, and one of a channel that is not.
    files: [
      exportedText,
      exportedText.replaceAll('777', '778'),
      exportedText
        .replaceAll('777', '779')
        .replaceAll(home.channelId, '100000000000000001')
        .replaceAll(cyrillic('channel'), cyrillic('elsewhere')),
      '{}',
      cyrillic('nonsense'),
    ].map((content, at) => ({
      name: `${at}.json`,
      content,
    })),
  };
  const owned = parts.move();
  return {
    world,
    bot,
    of,
    texts: {
      collection: [foxes.address, cyrillic('Lantern'), cyrillic('abc')],
      token: ['7', '999999999'],
      trait: [cyrillic('Fur')],
      value: [cyrillic('red')],
      who: [trade.buyer],
      alert: [FIRST_RULE, 'all', '77'],
      alerts: [choice('Everything'), choice('Sales'), choice('Listings below floor')],
      price_from: ['0', '9'],
      price_to: ['5'],
      below_floor: ['10'],
      rank: ['500'],
      wallets: [trade.buyer],
      not_wallets: [trade.buyer],
      not_collections: [cyrillic('Lantern')],
      not_tokens: ['7', cyrillic('Lantern')],
      quantity: ['2'],
      amount: ['2'],
      time_zone: ['Europe/Berlin'],
      duration: ['4 hours', '8 tomorrow'],
      language: ['en-GB', 'de-DE'],
      colour: ['gold'],
      ping_minimum: ['100'],
      quiet_from: ['22:00'],
      quiet_to: ['08:00'],
      what: [`${foxes.address}-7`, trade.buyer],
      watch: ['1', 'all', '77'],
      price: ['5'],
      from: ['22:00', '-'],
      to: ['08:00'],
      add: [trade.buyer],
      remove: [trade.buyer],
    },
    async withRule(command, values) {
      if (command.startsWith('watch ')) {
        const watches = () => home.admin.autocomplete('watch remove', { watch: '' }, 'watch');
        const wanted = { when: 'collection.listed_rank', what: foxes.address, rank: 500 };
        if ((await watches()).length === 0) await home.admin.command('watch add', wanted);
        const [first] = (await watches()).filter(({ value }) => /^\d+$/.test(String(value)));
        return values['watch'] === '1' ? { ...values, watch: String(first?.value) } : values;
      }
      if (!command.startsWith('alerts ') && command !== 'settings erase') return values;
      const rules = () => home.admin.autocomplete('alerts edit', { alert: '' }, 'alert');
      // An exact duplicate of what is left could not be confirmed.
      if ((await rules()).length < 2)
        await addRule({
          channel: of.channelId,
          alerts: choice('Sales'),
          price_from: String(++distinctPrice),
        });
      const first = (await rules()).find(({ value }) => /^\d+$/.test(String(value)));
      return values['alert'] === FIRST_RULE ? { ...values, alert: String(first?.value) } : values;
    },
    async letEverythingHappen() {
      const { cause } = marketplace;
      for (const look of LOOKS) {
        const channel = home.addChannel(look);
        clock.advance(20_000);
        await home.admin.command('alerts channel', { channel, look });
        await addRule({ channel, alerts: choice('Everything') });
      }
      cause.sale();
      cause.sweep(5);
      cause.transfer();
      cause.transfers(3);
      cause.offer();
      cause.listing();
      cause.mint(3);
      cause.wash(8);
      cause.auction({ collection: FOXES, endsInMs: HOUR_MS });
      await bot.app.poll();
      cause.bid();
      cause.bid({ amount: 50n * COIN });
      await bot.app.poll();
      clock.advance(HOUR_MS - 60_000);
      await bot.app.poll();
      clock.advance(120_000);
      await bot.app.poll();
      cause.settle();
      cause.auction({ collection: FOXES });
      await bot.app.poll();
      cause.cancelAuction();
      for (let sales = 0; sales < 60; sales += 1) cause.sale();
      await bot.app.poll();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
