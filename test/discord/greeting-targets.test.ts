import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { createGuilds } from '#src/discord/guilds/guilds.ts';
import { createGreetingTargets } from '#src/discord/posting/greeting-targets.ts';

const SERVER = '200000000000000001';
const BOT = '100000000000000001';
const ALL = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;

interface Fields {
  readonly type?: ChannelType;
  readonly parent?: string;
  readonly position?: number;
  /** Permissions that everyone lacks there. */
  readonly deny?: bigint;
}

/** Finds the channel for the greeting of a server with these channels. */
function channelFor(
  channels: Readonly<Record<string, Fields>>,
  {
    systemChannelId = null,
    stopped = [],
    ruled = [],
  }: {
    systemChannelId?: string | null;
    stopped?: readonly string[];
    /** Channels with rules. */
    ruled?: readonly string[];
  } = {},
) {
  const guilds = createGuilds();
  guilds.start({ botId: BOT, guildIds: [SERVER], isOfShard: () => true, isHeldElsewhere: () => false });
  guilds.apply('GUILD_CREATE', {
    id: SERVER,
    name: 'Fox Den',
    owner_id: '100000000000000009',
    joined_at: '2026-01-01T00:00:00.123456+00:00',
    system_channel_id: systemChannelId,
    roles: [{ id: SERVER, name: '@everyone', permissions: ALL.toString() }],
    members: [{ user: { id: BOT }, roles: [] }],
    channels: Object.entries(channels).map(
      ([id, { type = ChannelType.GuildText, parent, position = 0, deny }]) => ({
        id,
        type,
        name: `channel-${id}`,
        parent_id: parent ?? null,
        position,
        permission_overwrites:
          deny === undefined ? [] : [{ id: SERVER, type: 0, allow: '0', deny: deny.toString() }],
      }),
    ),
    threads: [],
  });
  const targets = createGreetingTargets({
    guilds,
    channelAccess: createChannelAccess(guilds, () => 0),
    stoppedAmong: async () => new Set(stopped),
    channelsWithRules: async () => new Set(ruled),
  });
  expect(targets.joinedAt(SERVER)).toBe(Date.UTC(2026, 0, 1) + 123);
  return targets.channelFor(SERVER);
}

describe('the channel for a greeting', () => {
  it('is the system channel', async () => {
    const found = await channelFor({ 11: {}, 12: { position: 5 } }, { systemChannelId: '12' });
    expect(found).toEqual({ channelId: '12', missing: [] });
  });

  it('is the first text channel in which the bot may write, as Discord lists them', async () => {
    const found = await channelFor(
      {
        10: { type: ChannelType.GuildCategory, position: 0 },
        11: { parent: '10', position: 0 },
        12: { position: 3 },
        13: { position: 2 },
        14: { position: 1, deny: Bits.SendMessages },
        15: { position: 0, type: ChannelType.GuildAnnouncement },
        16: { position: 0, type: ChannelType.GuildVoice },
      },
      { systemChannelId: '14' },
    );
    expect(found?.channelId).toBe('13');
  });

  it('may be one in which alerts lack permissions, which are named', async () => {
    expect(await channelFor({ 11: { deny: Bits.EmbedLinks | Bits.ReadMessageHistory } })).toEqual({
      channelId: '11',
      missing: ['Embed Links', 'Read Message History'],
    });
  });

  it('is none of those that Discord refuses', async () => {
    expect((await channelFor({ 11: {}, 12: { position: 1 } }, { stopped: ['11'] }))?.channelId).toBe('12');
  });

  it('is a stopped one without rules where all are stopped, because nothing else would open it again', async () => {
    const stopped = ['11', '12'];
    expect((await channelFor({ 11: {}, 12: { position: 1 } }, { stopped, ruled: ['11'] }))?.channelId).toBe(
      '12',
    );
    expect(await channelFor({ 11: {}, 12: { position: 1 } }, { stopped, ruled: stopped })).toBeNull();
  });

  it('is none where the bot may write nowhere', async () => {
    expect(await channelFor({ 11: { deny: Bits.ViewChannel } })).toBeNull();
  });
});
