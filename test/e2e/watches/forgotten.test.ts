import { expect, it } from 'vitest';
import type { DialectName } from '#src/store/database/database.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type DatabasePlace, describeEachDatabase } from '../../store/database/each-database.ts';
import type { Bot, BotWorld } from '../../support/bot-world.ts';
import { queryDatabase } from '../../support/query-database.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startHttpWorld } from '../interactions/http-world.ts';
import { FOXES } from '../lookups/collection/foxes.ts';
import { findHolder } from '../lookups/marketplace-reading.ts';
import { description, messageOf } from '../lookups/reading.ts';

/** Its holders take no part in what happens here, so that their wallets are in no public data. */
const OTHER = 'night-market-cats';
const HOUR_MS = 3_600_000;

const TABLES_OF: Readonly<Record<DialectName, string>> = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
};

/** The tables that name somebody who used everything. */
const KEPT = [
  'channel_queues',
  'channel_settings',
  'deliveries',
  'direct_message_openings',
  'guild_settings',
  'people',
  'posts',
  'saved_inputs',
  'subscriptions',
];

/** The rows of every table, as JSON. */
async function readTables(
  { url }: DatabasePlace,
  dialect: DialectName,
): Promise<ReadonlyMap<string, string>> {
  const names = (await queryDatabase(url, TABLES_OF[dialect])).map(({ name }) => String(name));
  const rows = await Promise.all(names.map((name) => queryDatabase(url, `select * from "${name}"`)));
  return new Map(names.map((name, at) => [name, JSON.stringify(rows[at])]));
}

/** The tables of which a row has one of these texts in it. */
const tablesWith = (tables: ReadonlyMap<string, string>, texts: readonly string[]): readonly string[] =>
  [...tables].flatMap(([name, rows]) => (texts.some((text) => rows.includes(text)) ? [name] : [])).toSorted();

/** Uses all that keeps something of a member. */
async function useEverything(world: BotWorld, bot: Bot, wallet: string): Promise<void> {
  const { discord, home, marketplace } = world;
  const { member, memberId: userId } = home;
  await member.command('watch me', { add: wallet });
  await member.command('watch add', { when: 'wallet.outbid' });
  await member.command('watch add', { when: 'collection.listed_below', what: FOXES, price: '1000000' });
  marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR_MS });
  await bot.app.poll();
  const [auction] = await member.autocomplete('auction show', { auction: 'lantern' }, 'auction');
  await member.command('watch add', { when: 'auction.bid', what: String(auction?.value) });
  const received = (count: number) =>
    waitUntil({
      read: () => (member.directMessages().length >= count ? true : undefined),
      listen: discord.onMessage,
      what: () => `${count} direct messages`,
    });
  marketplace.cause.listing({ collection: FOXES });
  await bot.app.poll();
  await received(1);
  // One that waits.
  discord.setAcceptsDirectMessages(userId, false);
  marketplace.cause.listing({ collection: FOXES });
  await bot.app.poll();
  await bot.log.until('direct messages rejected');
  await member.command('watch quiet', { from: '22:00', to: '8', time_zone: 'Europe/Berlin' });
  // What is kept until a button is pressed: a subject, and what was typed and refused.
  const asked = await member.press(messageOf(await member.command('profile show', { who: wallet })), 'Watch');
  await member.press(messageOf(asked), 'Is outbid');
  const ofFoxes = await member.press(
    messageOf(await member.command('collection info', { collection: FOXES })),
    'Watch',
  );
  const { modal } = await member.press(messageOf(ofFoxes), 'Floor falls to a price');
  if (modal === null) throw new Error('There is no modal.');
  const refused: Reply = await member.submit(modal, { price: 'a lot' });
  expect(refused.message?.components).not.toEqual([]);
}

interface Way {
  readonly way: string;
  go(world: BotWorld, bot: Bot): Promise<void>;
}

const WAYS: readonly Way[] = [
  {
    way: '/watch forget',
    async go({ home: { member } }) {
      await member.press(messageOf(await member.command('watch forget')), 'Yes, delete it');
    },
  },
  {
    way: 'the removal of the app',
    async go({ discord, home: { memberId }, applicationId }, bot) {
      discord.removeFromAccount(memberId, applicationId);
      await bot.log.until('app deauthorized');
    },
  },
];

describeEachDatabase('what was kept of a person', (kind) => {
  it.each(WAYS)('is exported to them, and in no table after $way', async ({ go }) => {
    await using place = await kind.create();
    await using http = await startHttpWorld();
    const { world } = http;
    const { home, discord, applicationId } = world;
    const bot = await world.start({ ...http.environment, DATABASE_URL: place.url });
    await http.save();
    await discord.webhookEvents.save(applicationId, http.url.replace('/interactions', '/webhook-events'));
    discord.installToAccount(home.memberId, applicationId);
    const tables = () => readTables(place, kind.dialect);
    const before = await tables();
    // What the marketplace shows to all is kept, too.
    const { address: wallet } = await findHolder(
      world,
      OTHER,
      (one) => !one.isPrivate && tablesWith(before, [one.address]).length === 0,
    );

    await useEverything(world, bot, wallet);

    const { id: directChannelId } = discord.openDirectMessage(home.memberId, applicationId);
    const kept = async () => tablesWith(await tables(), [home.memberId, wallet, directChannelId]);
    expect(await kept()).toEqual(expect.arrayContaining([...KEPT]));
    const [file] = messageOf(await home.member.command('watch export')).attachments;
    if (file === undefined) throw new Error('There is no file.');
    const exported: unknown = JSON.parse(home.member.download(file).text);
    const inputs = expect.arrayContaining([
      expect.objectContaining({ guildId: home.guildId, content: { kind: 'wallet', wallets: [wallet] } }),
    ]);
    expect(exported).toMatchObject({ person: { wallets: [wallet] }, inputs });

    await go(world, bot);

    expect(description(await home.member.command('watch list'))).toContain('No watches yet');
    // On PostgreSQL other processes read there, for an hour, that they forget the person.
    expect(await kept()).toEqual(kind.dialect === 'postgres' ? ['guild_changes'] : []);
    expect(tablesWith(await tables(), [wallet, directChannelId])).toEqual([]);
  });
});
