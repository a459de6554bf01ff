import { ChannelType } from 'discord-api-types/v10';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import { TRICK_TEXTS } from '../../discord/nasty-text.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';
import { withTexts } from './cyrillic.ts';
import type { Choosable } from './steps.ts';
import type { TypedTexts } from './typed.ts';

const FOXES = 'lantern-foxes';
const CHANNELS = 20;
const ALERTS_IN_CHANNEL = 25;
/** Of the 25 that a list of a rule may have: with all of them, 500 alerts make a file of more than 1 MB, which is refused. */
const ENTRIES = 8;
/** Tokens with the longest ids that a rule leaves out, for the same reason. */
const TOKENS = 2;
/** Discord: the name of a channel or role. */
const MAX_NAME = 100;
const HOUR_MS = 3_600_000;

/** A hostile text of several hundred characters; another one for each text. */
function hostile(text: string): string {
  const place = Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const tricks = TRICK_TEXTS.filter((trick) => trick.trim() !== '');
  return `${tricks[place % tricks.length]} ${text} ${tricks[(place + 7) % tricks.length]}`
    .repeat(3)
    .slice(0, 1_900);
}

function rewrite(text: string): string {
  try {
    return JSON.stringify(withTexts(JSON.parse(text), hostile));
  } catch {
    // Pictures are passed on as they are.
    return text;
  }
}

const wallets = (from: number) =>
  Array.from({ length: ENTRIES }, (_, n) => `0x${(from + n).toString(16).padStart(40, 'f')}`);

/** A server with as much of everything as the bot allows, in a market whose texts are long and hostile. */
export interface LimitsWorld extends AsyncDisposable {
  readonly world: BotWorld;
  readonly bot: Bot;
  readonly of: Choosable;
  readonly texts: TypedTexts;
  /** Fills the server again where rules were taken away; the values stay as they are. */
  prepare(command: string, values: OptionValues): Promise<OptionValues>;
}

export async function startLimitsWorld(): Promise<LimitsWorld> {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startBotWorld({ channelName: 'c'.repeat(MAX_NAME) }));
  const { home, marketplace, discord, clock } = world;
  const proxy = parts.use(await startMarketplaceProxy(marketplace.url, rewrite));
  const bot = await world.start({ MARKETPLACE_URL: proxy.url });
  const foxes = marketplace.collections().find(({ path }) => path === FOXES);
  if (foxes === undefined) throw new Error('The market has no foxes.');
  const collections = marketplace.collections().map(({ address }) => address);
  const roles = Array.from({ length: 5 }, (_, n) =>
    discord.createRole({ guildId: home.guildId, name: `${n}`.repeat(MAX_NAME), mentionable: true }),
  );

  const rule = (number: number) => ({
    alerts: ['sale', 'listing', 'auction_ended'],
    collection: collections.slice(0, ENTRIES),
    price_from: `${10n ** 30n + BigInt(number)}.123456789123456789`,
    price_to: `${10n ** 40n + BigInt(number)}`,
    below_floor: 99,
    rank: 1_000_000_000,
    wallets: wallets(number * 100),
    not_wallets: wallets(number * 100 + 50_000_000),
    not_tokens: wallets(number * 100 + 60_000_000)
      .slice(0, TOKENS)
      .map((one) => `${one}-${'9'.repeat(77)}`),
    amount: '9'.repeat(30),
  });
  const channels = Array.from({ length: CHANNELS }, (_, n) => home.addChannel(`${n}-`.padEnd(MAX_NAME, 'x')));
  const fileOf = (ids: readonly string[], perChannel: number, from: number) => ({
    name: 'alerts.json',
    content: JSON.stringify({
      format: 'gavel-alerts',
      version: 1,
      channels: ids.map((id, at) => ({
        id,
        name: `#${'y'.repeat(MAX_NAME - 1)}`,
        alerts: Array.from({ length: perChannel }, (_, n) => rule(from + at * perChannel + n)),
      })),
    }),
  });
  async function fill(): Promise<void> {
    clock.advance(20_000);
    const file = fileOf(channels, ALERTS_IN_CHANNEL, 1);
    const draft = await home.admin.command('alerts import', { file, mode: 'replace' });
    if (draft.message === null) throw new Error(`The import was not answered: ${draft.outcome}`);
    if ((draft.message.components ?? []).length === 0)
      throw new Error(`The import was refused: ${draft.message.content}`);
    const { message } = await home.admin.press(draft.message, 'Confirm');
    if (message?.content.includes('500 alerts') !== true)
      throw new Error(`Not everything was imported: ${JSON.stringify([draft.message, message])}`);
    clock.advance(20_000);
  }
  await fill();

  for (let sales = 0; sales < 60; sales += 1) marketplace.cause.sale({ collection: FOXES });
  for (let auctions = 0; auctions < 30; auctions += 1) marketplace.cause.auction({ endsInMs: HOUR_MS });
  for (let bids = 0; bids < 12; bids += 1) marketplace.cause.bid();
  for (let offers = 0; offers < 12; offers += 1) marketplace.cause.offer({ collection: FOXES, tokenId: '7' });
  await bot.app.poll();
  clock.advance(HOUR_MS);
  const [trade] = marketplace.ledger.records();
  const buyer = trade?.buyer ?? foxes.address;
  const [role] = roles;
  const owned = parts.move();
  return {
    world,
    bot,
    of: {
      channelId: channels[0] ?? home.channelId,
      voiceChannelId: discord.createChannel({
        guildId: home.guildId,
        name: 'voice',
        type: ChannelType.GuildVoice,
      }).id,
      roleId: role?.id ?? '',
      userId: home.adminId,
      longest: true,
      files: [fileOf(channels.slice(0, 3), ALERTS_IN_CHANNEL, 1), fileOf(['100000000000000001'], 5, 9_000)],
    },
    texts: {
      collection: [foxes.address, 'x'.repeat(6_000), hostile('Lantern')],
      token: ['7', '9'.repeat(78)],
      trait: [hostile('Fur')],
      value: [hostile('Ash')],
      who: [buyer],
      alert: ['1', 'all', '77'],
      alerts: ['Everything'],
      price_from: ['0', '9'.repeat(60)],
      price_to: ['5'],
      below_floor: ['99'],
      rank: ['500'],
      wallets: [wallets(1).join(' ')],
      not_wallets: [wallets(90).join(' ')],
      amount: ['9'.repeat(30)],
      traits: [hostile('Fur')],
      language: ['de-DE'],
      time_zone: ['America/Argentina/ComodRivadavia'],
      duration: ['4 hours', '9'.repeat(60)],
      what: [`${foxes.address}-7`],
      watch: ['1', 'all', '77'],
      price: ['9'.repeat(60)],
      add: [buyer],
      remove: [buyer],
    },
    async prepare(command, values) {
      if (command.startsWith('alerts ') || command.startsWith('settings ')) {
        const offered = await home.admin.autocomplete('alerts edit', { alert: '' }, 'alert');
        if (offered.length < ALERTS_IN_CHANNEL) await fill();
      }
      return values;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
