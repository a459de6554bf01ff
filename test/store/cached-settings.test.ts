import { describe, expect, it } from 'vitest';
import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  DEFAULT_GUILD_SETTINGS,
  DEFAULT_PERSON_SETTINGS,
} from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { createCachedSettings } from '#src/store/cached-settings.ts';
import { openStore } from '#src/store/open.ts';
import { silentLog } from '../support/silent-log.ts';

const [SERVER, OTHER] = ['800000000000000001', '800000000000000002'];
const [GENERAL, SALES, ELSEWHERE] = ['900000000000000001', '900000000000000002', '900000000000000003'];
const SERVERS = new Map([
  [GENERAL, SERVER],
  [SALES, SERVER],
  [ELSEWHERE, OTHER],
]);
const BIG: ChannelSettings = { ...DEFAULT_CHANNEL_SETTINGS, size: 'big' };
const IN_BERLIN = { ...DEFAULT_GUILD_SETTINGS, timeZone: 'Europe/Berlin' };

async function createSettings() {
  await using parts = new AsyncDisposableStack();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => 5_000_000 }),
  );
  const woken: string[][] = [];
  const changed: string[] = [];
  const open = () =>
    createCachedSettings({
      store,
      guildIdOf: (channelId) => SERVERS.get(channelId) ?? null,
      wake: (channelIds) => void woken.push([...channelIds]),
      onChannel: (guildId) => void changed.push(guildId),
    });
  const kept = parts.move();
  return { settings: await open(), open, woken, changed, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

describe('cached settings', () => {
  it('are the defaults until somebody chooses others', async () => {
    await using given = await createSettings();
    expect(given.settings.channel(GENERAL)).toEqual(DEFAULT_CHANNEL_SETTINGS);
    expect(given.settings.channel(personTarget('700000000000000001'))).toEqual(DEFAULT_PERSON_SETTINGS);
    expect(given.settings.guildOf(GENERAL)).toEqual(DEFAULT_GUILD_SETTINGS);
  });

  it('of a channel are used at once, and again after a restart, until the defaults are restored', async () => {
    await using given = await createSettings();
    await given.settings.saveChannel(SERVER, GENERAL, BIG);
    expect([given.settings.channel(GENERAL), given.settings.channel(SALES)]).toEqual([
      BIG,
      DEFAULT_CHANNEL_SETTINGS,
    ]);
    expect((await given.open()).channel(GENERAL)).toEqual(BIG);
    await given.settings.saveChannel(SERVER, GENERAL, null);
    expect(given.settings.channel(GENERAL)).toEqual(DEFAULT_CHANNEL_SETTINGS);
    expect((await given.open()).channel(GENERAL)).toEqual(DEFAULT_CHANNEL_SETTINGS);
    expect([given.woken, given.changed]).toEqual([
      [[GENERAL], [GENERAL]],
      [SERVER, SERVER],
    ]);
  });

  it('of a server hold for its channels, which are woken if they have settings', async () => {
    await using given = await createSettings();
    const { settings } = given;
    await settings.saveChannel(SERVER, GENERAL, BIG);
    await settings.saveChannel(OTHER, ELSEWHERE, BIG);
    await settings.saveGuild(SERVER, IN_BERLIN);
    expect(given.woken.at(-1)).toEqual([GENERAL]);
    expect([settings.guildOf(SALES), settings.guildOf(ELSEWHERE)]).toEqual([
      IN_BERLIN,
      DEFAULT_GUILD_SETTINGS,
    ]);
    expect((await given.open()).guild(SERVER)).toEqual(IN_BERLIN);
    await settings.saveGuild(SERVER, null);
    expect(settings.guild(SERVER)).toEqual(DEFAULT_GUILD_SETTINGS);
  });

  it('of a server are replaced by those that another process saved, and forgotten with it', async () => {
    await using given = await createSettings();
    const { settings } = given;
    settings.cacheChannel(GENERAL, BIG);
    settings.cacheChannel(ELSEWHERE, BIG);
    expect(settings.replaceServer(SERVER, { guild: IN_BERLIN, channels: new Map([[SALES, BIG]]) })).toEqual([
      GENERAL,
      SALES,
    ]);
    expect([GENERAL, SALES].map((channelId) => settings.channel(channelId).size)).toEqual(['auto', 'big']);
    expect(settings.guild(SERVER)).toEqual(IN_BERLIN);
    settings.forget(SERVER);
    expect([SALES, ELSEWHERE].map((channelId) => settings.channel(channelId).size)).toEqual(['auto', 'big']);
    expect(settings.guild(SERVER)).toEqual(DEFAULT_GUILD_SETTINGS);
  });
});
