import { Client, Guild as DiscordJsGuild } from 'discord.js';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import type { Guild } from '#src/discord/guilds/guild.ts';
import { readGuild } from '#src/discord/guilds/payloads.ts';
import { permissionsIn } from '#src/discord/guilds/permissions.ts';
import { startTestWorld } from '../../sandbox/discord/world.ts';
import { connectBot } from '../connect-bot.ts';

const BOT = '70';
const GUILD = '1';
const ROLES = [GUILD, '2', '3', '4'] as const;
const NOW = Date.UTC(2026, 10, 22);

const anyBits = fc
  .subarray([
    Bits.ViewChannel,
    Bits.SendMessages,
    Bits.EmbedLinks,
    Bits.ReadMessageHistory,
    Bits.SendMessagesInThreads,
    Bits.ManageThreads,
    Bits.MentionEveryone,
  ])
  .map((bits) => bits.reduce((all, bit) => all | bit, 0n));

const anyOverwrites = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ROLES, BOT), allow: anyBits, deny: anyBits }),
  { selector: ({ id }) => id, maxLength: 5 },
);

/** A GUILD_CREATE with a channel, a thread in it, and a thread whose channel is unknown. */
const anyPayload = fc
  .record({
    permissions: fc.tuple(anyBits, anyBits, anyBits, fc.oneof(anyBits, fc.constant(Bits.Administrator))),
    overwrites: anyOverwrites,
    roles: fc.subarray(ROLES.slice(1)),
    ownerId: fc.constantFrom('9', BOT),
  })
  .map(({ permissions, overwrites, roles, ownerId }) => ({
    id: GUILD,
    name: 'Fox Den',
    owner_id: ownerId,
    roles: ROLES.map((id, at) => ({
      id,
      name: id,
      permissions: String(permissions[at] ?? 0n),
      mentionable: false,
      position: at,
      colors: { primary_color: 0 },
    })),
    channels: [
      {
        id: '10',
        type: 0,
        name: 'sales',
        position: 0,
        permission_overwrites: overwrites.map(({ id, allow, deny }) => ({
          id,
          type: id === BOT ? 1 : 0,
          allow: String(allow),
          deny: String(deny),
        })),
      },
    ],
    threads: [
      { id: '11', type: 11, name: 'talk', guild_id: GUILD, parent_id: '10', thread_metadata: {} },
      { id: '12', type: 11, name: 'lost', guild_id: GUILD, parent_id: '404', thread_metadata: {} },
    ],
    members: [{ user: { id: BOT, username: 'gavel' }, roles }],
  }));

type Payload = typeof anyPayload extends fc.Arbitrary<infer T> ? T : never;

function read(payload: Payload): Guild {
  const guild = readGuild(payload, BOT);
  if (guild === null) throw new Error('It is a server.');
  return guild;
}

/** What discord.js makes of the same payload. */
function discordJsGuild(payload: Payload): DiscordJsGuild {
  const client = new Client({ intents: [] });
  const guild: unknown = Reflect.construct(DiscordJsGuild, [client, structuredClone(payload)]);
  if (!(guild instanceof DiscordJsGuild)) throw new TypeError('It is no server.');
  return guild;
}

describe('permissions in the channels of a server', () => {
  it('are those that discord.js computes', () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const guild = read(payload);
        const theirs = discordJsGuild(payload);
        const member = theirs.members.cache.get(BOT);
        const roleIds = guild.self?.roleIds ?? [];
        for (const channel of guild.channels.values()) {
          const ours = permissionsIn(guild, channel, { userId: BOT, roleIds, timedOutUntil: null }, NOW);
          const known = theirs.channels.cache.get(channel.id);
          expect(ours).toBe((member && known?.permissionsFor(member)?.bitfield) ?? null);
        }
      }),
    );
  });

  it('are only to see and to read during a time-out, and all of them after it', () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const guild = read({ ...payload, owner_id: '9' });
        const channel = guild.channels.get('10');
        if (channel === undefined) throw new Error('It has the channel.');
        const roleIds = guild.self?.roleIds ?? [];
        const at = (timedOutUntil: number | null) =>
          permissionsIn(guild, channel, { userId: BOT, roleIds, timedOutUntil }, NOW) ?? 0n;
        expect(at(NOW)).toBe(at(null));
        const isAdministrator = roleIds.some((id) => guild.roles.get(id)?.permissions === Bits.Administrator);
        const kept = isAdministrator ? at(null) : at(null) & (Bits.ViewChannel | Bits.ReadMessageHistory);
        expect(at(NOW + 1)).toBe(kept);
      }),
    );
  });

  it('are those by which Discord takes or refuses a message', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    const { discord, guildId, applicationId } = world;
    discord.kickBot(guildId, applicationId);
    discord.installBot({ guildId, applicationId, permissions: 0n });
    const roleIds = ['Bots', 'Posters'].map((name) => {
      const { id } = discord.createRole({ guildId, name });
      discord.setRolePermissions(guildId, id, Bits.EmbedLinks);
      return id;
    });
    discord.setMemberRoles(guildId, applicationId, roleIds);
    const anyCase = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom(guildId, ...roleIds, applicationId),
        allow: anyBits,
        deny: anyBits,
      }),
      { selector: ({ id }) => id, maxLength: 4 },
    );
    const channelIds = fc.sample(anyCase, 60).map((overwrites, at) => {
      const { id } = discord.createChannel({ guildId, name: `case-${at}` });
      for (const { id: whose, allow, deny } of overwrites) {
        const type = whose === applicationId ? 'member' : 'role';
        discord.setOverwrite(id, { id: whose, type, allow, deny });
      }
      return id;
    });
    await using bot = await connectBot(world);
    const access = createChannelAccess(bot.guilds, Date.now);
    const taken: boolean[] = [];
    for (const channelId of channelIds) {
      const embeds = [{ title: 'Sold' }];
      const { status } = await world.call('POST', `/channels/${channelId}/messages`, { embeds });
      taken.push(status === 200);
      expect([channelId, access.missingForAlerts(channelId).length === 0]).toEqual([
        channelId,
        status === 200,
      ]);
    }
    expect(new Set(taken)).toEqual(new Set([true, false]));
  });
});
