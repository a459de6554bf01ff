import { z } from 'zod';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { CARD_PARTS, type ChannelSettings, type GuildSettings } from '#src/alerts/settings.ts';
import { DEFAULT_LANGUAGE, languageOfTag } from '#src/messages/languages.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import { noteChange } from './note-change.ts';

const coloursJson = jsonColumn('the colours of a server', z.partialRecord(z.enum(TOPICS), z.number()));

const hiddenPartsJson = jsonColumn('the hidden parts of cards', z.array(z.enum(CARD_PARTS)));

const selectGuilds = (queries: Queries) => queries.selectFrom('guildSettings').selectAll().orderBy('guildId');
type GuildRow = Awaited<ReturnType<ReturnType<typeof selectGuilds>['execute']>>[number];

function readGuild({ guildId, colours, language, ...row }: GuildRow): readonly [string, GuildSettings] {
  return [
    guildId,
    {
      ...row,
      // Another version may have supported more languages.
      language: languageOfTag(language) ?? DEFAULT_LANGUAGE,
      colours: coloursJson.read(colours),
    },
  ];
}

const selectChannels = (queries: Queries) =>
  queries.selectFrom('channelSettings').selectAll().orderBy('channelId');
type ChannelRow = Awaited<ReturnType<ReturnType<typeof selectChannels>['execute']>>[number];

function readChannel(row: ChannelRow): readonly [string, ChannelSettings] {
  const { pingRoleId, pingMinimum, pingCoolDown, quietFrom, quietTo } = row;
  const ping =
    pingRoleId === null
      ? null
      : {
          roleId: pingRoleId,
          minimum: pingMinimum === null ? null : BigInt(pingMinimum),
          coolDownMinutes: pingCoolDown ?? 0,
        };
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  const { channelId, size, auctions, isPublishing, hourlyLimit, sound } = row;
  const loudFrom = row.loudFrom === null ? null : BigInt(row.loudFrom);
  const hiddenParts = hiddenPartsJson.read(row.hiddenParts);
  return [
    channelId,
    { ping, size, auctions, publish: isPublishing, quiet, hourlyLimit, sound, loudFrom, hiddenParts },
  ];
}

/** Finds the settings of a server, `null` for none, and of its channels. */
export async function findSettings(
  queries: Queries,
  guildId: string,
): Promise<{
  readonly guild: GuildSettings | null;
  readonly channels: ReadonlyMap<string, ChannelSettings>;
}> {
  const [guild] = await selectGuilds(queries).where('guildId', '=', guildId).execute();
  const channels = await selectChannels(queries).where('guildId', '=', guildId).execute();
  return {
    guild: guild === undefined ? null : readGuild(guild)[1],
    channels: new Map(channels.map(readChannel)),
  };
}

async function saveGuild(
  transaction: Transaction,
  guildId: string,
  { timeZone, language, currencyDisplay, colours, defaultChannelId, managerRoleId }: GuildSettings,
): Promise<void> {
  const values = {
    timeZone,
    language,
    currencyDisplay,
    colours: coloursJson.write(colours),
    defaultChannelId,
    managerRoleId,
  };
  await transaction
    .insertInto('guildSettings')
    .values({ guildId, ...values })
    .onConflict((conflict) => conflict.column('guildId').doUpdateSet(values))
    .execute();
}

/** Saves the settings of channels of one server, without duplicates. */
export async function saveChannelSettings(
  transaction: Transaction,
  guildId: string,
  settings: readonly { readonly channelId: string; readonly settings: ChannelSettings }[],
): Promise<void> {
  for (const { channelId, settings: chosen } of settings) {
    const { ping, size, auctions, publish, quiet, hourlyLimit, sound, loudFrom, hiddenParts } = chosen;
    const values = {
      guildId,
      size,
      auctions,
      isPublishing: publish,
      pingRoleId: ping?.roleId ?? null,
      pingMinimum: ping?.minimum?.toString() ?? null,
      pingCoolDown: ping?.coolDownMinutes ?? null,
      quietFrom: quiet?.from ?? null,
      quietTo: quiet?.to ?? null,
      hourlyLimit,
      sound,
      loudFrom: loudFrom?.toString() ?? null,
      hiddenParts: hiddenPartsJson.write([...hiddenParts]),
    };
    await transaction
      .insertInto('channelSettings')
      .values({ channelId, ...values })
      .onConflict((conflict) => conflict.column('channelId').doUpdateSet(values))
      .execute();
  }
}

/** Creates the store of settings of servers and their channels. */
export function createSettingsStore(database: Database) {
  return {
    allGuildSettings: (): Promise<ReadonlyMap<string, GuildSettings>> =>
      database.read(
        'allGuildSettings',
        async (queries) => new Map((await selectGuilds(queries).execute()).map(readGuild)),
      ),

    allChannelSettings: (): Promise<ReadonlyMap<string, ChannelSettings>> =>
      database.read(
        'allChannelSettings',
        async (queries) => new Map((await selectChannels(queries).execute()).map(readChannel)),
      ),

    /** Saves settings; `null` resets to the defaults. */
    saveGuildSettings: (guildId: string, settings: GuildSettings | null): Promise<void> =>
      database.transaction('saveGuildSettings', async (transaction) => {
        if (settings === null)
          await transaction.deleteFrom('guildSettings').where('guildId', '=', guildId).execute();
        else await saveGuild(transaction, guildId, settings);
        await noteChange(transaction, guildId);
      }),

    saveChannelSettings: (
      guildId: string,
      channelId: string,
      settings: ChannelSettings | null,
    ): Promise<void> =>
      database.transaction('saveChannelSettings', async (transaction) => {
        if (settings === null)
          await transaction
            .deleteFrom('channelSettings')
            .where('channelId', '=', channelId)
            .where('guildId', '=', guildId)
            .execute();
        else await saveChannelSettings(transaction, guildId, [{ channelId, settings }]);
        await noteChange(transaction, guildId);
      }),
  };
}
