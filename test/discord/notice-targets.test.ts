import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import type { MutableGuilds } from '#src/discord/guilds/guilds.ts';
import { createNoticeTargets } from '#src/discord/posting/notice-targets.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { connectBot } from './connect-bot.ts';

interface Scene extends AsyncDisposable {
  readonly world: TestWorld;
  readonly guilds: MutableGuilds;
  /** Whose direct messages it waited for to be opened. */
  readonly turns: readonly string[];
  /** Makes a channel; its position follows those made before. */
  add(name: string, fields?: { readonly type?: ChannelType; readonly parentId?: string }): string;
  forbid(channelId: string): void;
  /** Name of the channel chosen for the notice, or its id where it has none. */
  nearest(channelId: string, stopped?: readonly string[]): Promise<string | null>;
  /** The direct message channels of these users; without any, the nearest channel. */
  places(
    channelId: string,
    askers: readonly string[],
    stopped?: readonly string[],
  ): Promise<readonly string[]>;
}

const { signal } = new AbortController();

/** A server with one channel, `sales`, in which the bot may not write. */
async function createScene(): Promise<Scene> {
  const world = await startTestWorld();
  const { discord, guildId, applicationId } = world;
  const forbid = (id: string) =>
    discord.setOverwrite(id, { id: applicationId, type: 'member', deny: Bits.SendMessages });
  forbid(world.channelId);
  const bot = await connectBot(world);
  const { guilds } = bot;
  const turns: string[] = [];
  const names = new Map([[world.channelId, 'sales']]);
  const places: Scene['places'] = async (channelId, askers, stopped = []) => {
    const known = [...names.keys()].filter((id) => discord.channelExists(id));
    await expect.poll(() => known.every((id) => guilds.findChannel(id) !== null)).toBe(true);
    const finder = createNoticeTargets({
      guilds,
      rest: createOutboxRest({ apiUrl: discord.apiUrl, token: world.token }),
      channelAccess: createChannelAccess(guilds, Date.now),
      stoppedAmong: async () => new Set(stopped),
      turn: async (userId) => void turns.push(userId),
    });
    if (askers.length > 0) {
      const found = await finder.directMessages({ guildId, channelId, askers }, signal);
      return found.map((target) => target.channelId);
    }
    const nearest = await finder.nearestChannel({ guildId, channelId });
    return nearest === null ? [] : [nearest];
  };
  return {
    world,
    guilds,
    turns,
    forbid,
    places,
    add(name, fields = {}) {
      const { id } = discord.createChannel({ guildId, name, ...fields });
      names.set(id, name);
      return id;
    },
    async nearest(channelId, stopped) {
      const [place = null] = await places(channelId, [], stopped);
      return place === null ? null : (names.get(place) ?? place);
    },
    async [Symbol.asyncDispose]() {
      await bot[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

describe('where the notice of a stopped channel is posted', () => {
  it('is a channel of the same category before a nearer one', async () => {
    await using scene = await createScene();
    const parentId = scene.add('market', { type: ChannelType.GuildCategory });
    const watched = scene.add('watched', { parentId });
    scene.add('closer');
    scene.add('same category', { parentId });
    scene.forbid(watched);
    expect(await scene.nearest(watched)).toBe('same category');
  });

  it('is the closest by position where none shares its category', async () => {
    await using scene = await createScene();
    scene.add('far');
    scene.add('near');
    const watched = scene.add('watched');
    scene.forbid(watched);
    scene.add('further');
    scene.add('furthest');
    expect(await scene.nearest(watched)).toBe('near');
  });

  it('is the system channel only when no other is left', async () => {
    await using scene = await createScene();
    const { world, guilds } = scene;
    const lobby = scene.add('lobby');
    guilds.apply('GUILD_UPDATE', { id: world.guildId, system_channel_id: lobby });
    expect(await scene.nearest(world.channelId)).toBe('lobby');
    scene.add('far');
    expect(await scene.nearest(world.channelId)).toBe('far');
  });

  it('is the channel above a thread', async () => {
    await using scene = await createScene();
    const { discord } = scene.world;
    scene.add('other');
    const parent = scene.add('parent');
    const { id } = discord.createThread({ channelId: parent, name: 'talk', locked: true });
    await expect.poll(() => scene.guilds.findChannel(id) !== null).toBe(true);
    expect(await scene.nearest(id)).toBe('parent');
  });

  it('is never a channel where the bot may not write, a stopped one, or an announcement channel', async () => {
    await using scene = await createScene();
    scene.forbid(scene.add('forbidden'));
    const stopped = scene.add('stopped');
    scene.add('news', { type: ChannelType.GuildAnnouncement });
    scene.add('voice', { type: ChannelType.GuildVoice });
    scene.add('free');
    expect(await scene.nearest(scene.world.channelId, [stopped])).toBe('free');
  });

  it('is in the same server when the channel was deleted', async () => {
    await using scene = await createScene();
    const { discord } = scene.world;
    const doomed = scene.add('doomed');
    scene.add('free');
    await scene.nearest(doomed);
    discord.deleteChannel(doomed);
    await expect.poll(() => scene.guilds.findChannel(doomed) !== null).toBe(false);
    expect(await scene.nearest(doomed)).toBe('free');
  });

  it('is a direct message to each creator whom Discord lets the bot reach, to five at most', async () => {
    await using scene = await createScene();
    const { world } = scene;
    const { discord, applicationId } = world;
    const directTo = (userId: string) => discord.openDirectMessage(userId, applicationId).id;
    const others = Array.from(
      { length: 4 },
      (_, number) => discord.createUser({ name: `other-${number}` }).id,
    );
    for (const userId of others) discord.addMember({ guildId: world.guildId, userId });
    const askers = ['404', world.memberId, world.ownerId, ...others];

    expect(await scene.places(world.channelId, askers)).toEqual(askers.slice(1, 5).map(directTo));
    // Who left takes no turn.
    expect(scene.turns).toEqual(askers.slice(1, 5));
  });

  it('is none where nobody can be reached', async () => {
    await using scene = await createScene();
    expect(await scene.places(scene.world.channelId, ['404'])).toEqual([]);
  });

  it('is none after the bot was removed', async () => {
    await using scene = await createScene();
    const { world, guilds } = scene;
    world.discord.kickBot(world.guildId, world.applicationId);
    await expect.poll(() => guilds.has(world.guildId)).toBe(false);
    const finder = createNoticeTargets({
      guilds,
      rest: createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token }),
      channelAccess: createChannelAccess(guilds, Date.now),
      stoppedAmong: async () => new Set(),
      turn: () => expect.unreachable(),
    });
    const stopped = { guildId: world.guildId, channelId: world.channelId, askers: [world.ownerId] };
    expect(await finder.directMessages(stopped, signal)).toEqual([]);
    expect(await finder.nearestChannel(stopped)).toBeNull();
  });

  it('is unknown while the server is unavailable, or while Discord does not answer', async () => {
    await using scene = await createScene();
    const { world, guilds } = scene;
    world.discord.faults.add({ do: 'reset' }, { method: 'POST', route: '/users/@me/channels', times: 1 });
    await expect(scene.places(world.channelId, [world.ownerId])).rejects.toThrow();
    world.discord.setGuildUnavailable(world.guildId, true);
    await expect.poll(() => guilds.isAvailable(world.guildId)).toBe(false);
    await expect(scene.nearest(world.channelId)).rejects.toThrow('has not reported');
  });
});
