import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#src/messages/languages.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { untilSent } from '../channels/channel.ts';
import { deny, startDraft, textOf } from '../setup/set-up.ts';

const COIN = 10n ** 18n;
const PRICE = 1_234_567n * COIN;
const GREEN = 0x2ecc71;

describe('/settings set', () => {
  it.each([
    ['numbers as they are written in India', { language: 'en-IN' }, '12,34,567 S', '12,34,567 S'],
    ['symbol before the number', { currency: 'before' }, 'S 1,234,567', 'S 1,234,567'],
    ['large amounts shortened', { currency: 'short' }, '1.23M S', '1234567 S'],
  ])('shows %s in alerts, in previews and in rules', async (_what, options, amount, exact) => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    const other = world.addServer('other');
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, FOXES);

    const set = await home.admin.command('settings set', options);
    marketplace.cause.sale({ collection: FOXES, price: PRICE });
    await bot.app.poll();
    const [embed] = await world.untilPosted(home.channelId, 1);
    const [elsewhere] = await world.untilPosted(other.channelId, 1);
    const draft = await startDraft(home.admin, {
      channel: home.channelId,
      collection: FOXES,
      price_from: '1234567',
    });

    expect(textOf(set)).toMatch(/^✅ Saved\./);
    expect(embed?.title).toContain(`sold for **${amount}**`);
    expect(draft.content).toContain(` · ${exact} and up`);
    expect(draft.embeds[0]?.title).toContain(`sold for **${amount}**`);
    expect(elsewhere?.title).toContain('sold for **1,234,567 S**');
  });

  it('uses the colour chosen for a kind, and only for that kind', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { alerts: 'sales, transfers', collection: FOXES });

    const set = await home.admin.command('settings set', { colour_of: 'sale', colour: '#2ecc71' });
    marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    await untilSent(world, home.channelId, 1);
    marketplace.cause.transfer({ collection: FOXES });
    await bot.app.poll();
    const [sale, transfer] = await untilSent(world, home.channelId, 2);

    expect(screenText(set.message)).toContain('**Colours** sales #2ecc71');
    expect(sale?.embeds[0]?.color).toBe(GREEN);
    expect(transfer?.embeds[0]?.color).not.toBe(GREEN);
  });

  it.each([
    ['sale', 'sales'],
    ['listing', 'listings'],
    ['offer', 'offers'],
    ['transfer', 'transfers'],
    ['mint', 'mints'],
    ['auction_started', 'auction starts'],
    ['auction_bid', 'auction bids'],
    ['auction_ending', 'auctions ending soon'],
    ['auction_ended', 'auction results'],
    ['auction_cancelled', 'cancelled auctions'],
  ])('shows language, currency and colour in alerts of each kind: %s', async (kind, alerts) => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const priced = kind === 'transfer' ? {} : { price_from: '1234567' };
    await home.subscribe(home.channelId, { alerts, amount: '1234567', ...priced });
    await home.admin.command('settings set', {
      language: 'en-ZA',
      currency: 'before',
      colour_of: kind,
      colour: '#123456',
    });

    await home.admin.command('alerts test', { alert: '1' });
    const [message] = await untilSent(world, home.channelId, 1);
    const text = JSON.stringify(message?.embeds);

    expect(message?.embeds[0]?.color).toBe(0x123456);
    expect(text).toContain(
      kind === 'transfer' || kind === 'mint' ? '1\u00a0234\u00a0567' : 'S 1\u00a0234\u00a0567',
    );
    expect(text).not.toContain('1,234,567');
  });

  it('sends new alerts to the default channel, as long as it exists', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    await world.start();
    const usual = home.addChannel('usual');
    const here = await startDraft(home.admin, {});
    await home.admin.command('settings set', { default_channel: usual });

    const there = await startDraft(home.admin, {});
    const elsewhere = await startDraft(home.admin, { channel: home.channelId });
    discord.deleteChannel(usual);
    const again = await startDraft(home.admin, {});

    const place = ({ content }: typeof here) => /\*\*New alert in <#(\d+)>\*\*/.exec(content)?.[1];
    expect([here, there, elsewhere, again].map(place)).toEqual([
      home.channelId,
      usual,
      home.channelId,
      home.channelId,
    ]);
  });

  it('checks the default channel’s permissions at once', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const closed = home.addChannel('closed');
    deny(world, closed, 0x800n);

    const refused = await home.admin.command('settings set', { default_channel: closed });

    expect(textOf(refused)).toContain(`I can’t post in <#${closed}>. Give me “Send Messages” there`);
    expect(screenText((await home.admin.command('settings view')).message)).toMatch(
      /the channel where .* is used/,
    );
  });

  it.each([
    ['time_zone', 'Middle-earth/Shire', 'Enter the name of a time zone, for example Europe/Berlin.'],
    ['language', 'gibberish tongue', 'English only'],
    ['language', 'Deutsch', 'English only'],
    ['language', 'fr-FR', 'English only'],
  ])('refuses the %s %s, and says what to do', async (option, value, hint) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;
    const before = screenText((await admin.command('settings view')).message);

    const refused = textOf(await admin.command('settings set', { [option]: value }));

    expect(refused).toContain(hint);
    expect(
      screenText((await admin.command('settings view')).message)
        .split('\n')
        .slice(2),
    ).toEqual(before.split('\n').slice(2));
  });

  it.each([
    ['with its own digits', 'en-ZA-u-nu-arab', 'English (South Africa)'],
    ['with an underscore', 'en_nz', 'English (New Zealand)'],
    ['by its name', 'english (united kingdom)', 'English (United Kingdom)'],
    ['without a region', 'English', 'English (United States)'],
  ])('takes a language that is written %s, and shows it from then on', async (_how, language, name) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;

    const set = screenText((await admin.command('settings set', { language })).message);

    expect(set).toContain(`**Numbers and dates** ${name}, for example `);
    expect(screenText((await admin.command('settings view')).message)).toContain(
      `**Numbers and dates** ${name}, `,
    );
  });

  it('refuses an invalid colour and a colour without a kind', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;

    expect(textOf(await admin.command('settings set', { colour_of: 'sale', colour: 'loud' }))).toContain(
      'Enter a colour like #2ecc71',
    );
    expect(textOf(await admin.command('settings set', { colour: 'red' }))).toContain('**colour_of**');
  });

  it('refuses everyone as the role that may manage alerts', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, guildId } = world.home;

    const refused = textOf(await admin.command('settings set', { manager_role: guildId }));

    expect(refused).toBe('@everyone can’t be the manager role. Choose another role.');
    expect(screenText((await admin.command('settings view')).message)).toMatch(
      /members with “Manage Server”$/m,
    );
  });

  it('completes time zones and languages', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;

    const zones = await admin.autocomplete('settings set', { time_zone: 'berl' }, 'time_zone');
    const languages = await admin.autocomplete('settings set', { language: 'engl' }, 'language');
    const one = await admin.autocomplete('settings set', { language: 'india' }, 'language');

    expect(zones[0]?.value).toBe('Europe/Berlin');
    expect(languages.map(({ value }) => value)).toEqual([...LANGUAGES]);
    expect(one).toEqual([{ name: 'English (India)', value: 'en-IN' }]);
  });
});

describe('/settings view', () => {
  it('shows all settings, with a number, an amount and a date as examples', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const usual = screenText((await admin.command('settings view')).message);
    await admin.command('settings set', {
      time_zone: 'Asia/Tokyo',
      language: 'en-ZA',
      currency: 'before',
      default_channel: channelId,
    });
    const chosen = screenText((await admin.command('settings view')).message);

    expect(usual.split('\n')).toEqual([
      '**Server settings**',
      'Formats',
      expect.stringMatching(/^\*\*Time zone\*\* UTC \(now [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M\)$/),
      '**Numbers and dates** English (United States), for example 1,234,567.89',
      '**Amounts** symbol after the number, for example 123,456 S',
      'Alerts',
      expect.stringMatching(/^\*\*Default channel\*\* the channel where .* is used$/),
      '**Managers** members with “Manage Server”',
      '**Colours** default',
    ]);
    expect(chosen.split('\n').slice(2, 7)).toEqual([
      expect.stringMatching(/^\*\*Time zone\*\* Asia\/Tokyo \(now \d\d [A-Z][a-z]+ \d{4} at \d\d:\d\d\)$/),
      '**Numbers and dates** English (South Africa), for example 1\u00a0234\u00a0567,89',
      '**Amounts** symbol before the number, for example S 123\u00a0456',
      'Alerts',
      `**Default channel** <#${channelId}>`,
    ]);
  });
});

describe('/settings reset', () => {
  it('resets each setting by itself and keeps the others', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const { id: heralds } = discord.createRole({ guildId: home.guildId, name: 'heralds' });
    const lines = async () => {
      const text = screenText((await home.admin.command('settings view')).message);
      // Examples depend on several settings at once.
      return text.split('\n').map((line) => line.replace(/(?:, for example | \(now ).*/, ''));
    };
    const usual = await lines();
    const all = {
      time_zone: 'Asia/Tokyo',
      language: 'en-ZA',
      currency: 'before',
      colour_of: 'sale',
      colour: 'gold',
      default_channel: home.channelId,
      manager_role: heralds,
    };

    /** The line of each setting. */
    const parts = [
      ['time zone', 2],
      ['language', 3],
      ['currency', 4],
      ['default channel', 6],
      ['manager role', 7],
      ['colours', 8],
    ] as const;
    for (const [what, at] of parts) {
      world.clock.advance(5_000);
      await home.admin.command('settings set', all);
      const chosen = await lines();
      await home.admin.command('settings reset', { what });
      const left = await lines();

      const changed = left.flatMap((line, number) => (line === chosen[number] ? [] : [number]));
      expect([what, changed]).toEqual([what, [at]]);
      expect(left[at]).toBe(usual[at]);
    }
  });

  it('resets one setting, then all, and alerts follow', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    const usual = screenText((await home.admin.command('settings view')).message)
      .split('\n')
      .slice(2);
    await home.admin.command('settings set', {
      language: 'en-ZA',
      currency: 'before',
      colour_of: 'sale',
      colour: 'gold',
    });

    const one = screenText((await home.admin.command('settings reset', { what: 'currency' })).message);
    marketplace.cause.sale({ collection: FOXES, price: PRICE });
    await bot.app.poll();
    await untilSent(world, home.channelId, 1);
    const all = screenText((await home.admin.command('settings reset', { what: 'everything' })).message);
    marketplace.cause.sale({ collection: FOXES, price: PRICE });
    await bot.app.poll();
    const [first, second] = await untilSent(world, home.channelId, 2);

    expect(one).toMatch(/^✅ Reset to default\./);
    expect(first?.embeds[0]?.title).toContain('sold for **1\u00a0234\u00a0567 S**');
    expect(first?.embeds[0]?.color).toBe(0xf1c40f);
    expect(all.split('\n').slice(3)).toEqual(usual);
    expect(second?.embeds[0]?.title).toContain('sold for **1,234,567 S**');
    expect(second?.embeds[0]?.color).not.toBe(0xf1c40f);
  });
});

describe('the settings of a server', () => {
  it('survive a restart of the bot and never affect another server', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const other = world.addServer('other');
    const first = await world.start();
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, FOXES);
    await home.admin.command('settings set', { language: 'en-ZA' });
    await first[Symbol.asyncDispose]();

    const second = await world.start();
    marketplace.cause.sale({ collection: FOXES, price: PRICE });
    await second.app.poll();

    expect((await world.untilPosted(home.channelId, 1))[0]?.title).toContain('1\u00a0234\u00a0567 S');
    expect((await world.untilPosted(other.channelId, 1))[0]?.title).toContain('1,234,567 S');
  });

  it('do not change earlier messages', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    const [before] = await world.untilPosted(home.channelId, 1);

    await home.admin.command('settings set', { language: 'en-ZA' });
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    const after = await world.untilPosted(home.channelId, 2);

    expect(itemsPosted(after)).toEqual(due);
    expect(after[0]).toEqual(before);
  });

  it('require the permission to manage alerts', async () => {
    await using world = await startBotWorld();
    await world.start();

    const reply = await world.home.member.command('settings set', { language: 'en-ZA' });

    expect(textOf(reply)).toMatch(/^You need the “Manage Server” permission/);
    expect(reply.ephemeral).toBe(true);
  });
});
