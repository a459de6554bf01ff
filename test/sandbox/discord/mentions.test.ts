import { PermissionFlagsBits as Bits, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

interface Traders {
  readonly world: TestWorld;
  readonly roleId: string;
  say(body: object): Promise<{ mention_roles: string[]; mention_everyone: boolean; id: string }>;
}

async function withTraders(mentionable: boolean): Promise<Traders> {
  const world = await startTestWorld();
  const { guildId, memberId, discord, channelId } = world;
  const { id: roleId } = discord.createRole({ guildId, name: 'Traders', mentionable });
  discord.setMemberRoles(guildId, memberId, [roleId]);
  return {
    world,
    roleId,
    async say(body) {
      const { body: sent } = await world.call('POST', `/channels/${channelId}/messages`, body);
      return sent as { mention_roles: string[]; mention_everyone: boolean; id: string };
    },
  };
}

describe('a mention of a role', () => {
  it('pings the members of a mentionable one, and nobody else', async () => {
    const { world, roleId, say } = await withTraders(true);
    await using _ = world;

    const message = await say({ content: `<@&${roleId}>`, allowed_mentions: { roles: [roleId] } });

    expect(message.mention_roles).toEqual([roleId]);
    expect(world.member.isPinged(message)).toBe(true);
    expect(world.owner.isPinged(message)).toBe(false);
  });

  it.each([
    ['allowed_mentions lists no role', { parse: [] }],
    ['allowed_mentions lists another one', { roles: ['1'] }],
    ['only users are parsed', { parse: ['users'] }],
  ])('pings nobody when %s', async (_what, allowed_mentions) => {
    const { world, roleId, say } = await withTraders(true);
    await using _ = world;

    const message = await say({ content: `<@&${roleId}>`, allowed_mentions });

    expect(message.mention_roles).toEqual([]);
    expect(world.member.isPinged(message)).toBe(false);
  });

  it('pings nobody where the role is not mentionable and the bot lacks Mention Everyone', async () => {
    const { world, roleId, say } = await withTraders(false);
    await using _ = world;

    expect(world.member.isPinged(await say({ content: `<@&${roleId}>` }))).toBe(false);
    world.discord.setRoleMentionable(world.guildId, roleId, true);
    expect(world.member.isPinged(await say({ content: `<@&${roleId}>` }))).toBe(true);
    world.discord.setRoleMentionable(world.guildId, roleId, false);
    const { channelId, applicationId: id } = world;
    world.discord.setOverwrite(channelId, { id, type: 'member', allow: Bits.MentionEveryone });
    expect(world.member.isPinged(await say({ content: `<@&${roleId}>` }))).toBe(true);
  });

  it('pings nobody from within an embed', async () => {
    const { world, roleId, say } = await withTraders(true);
    await using _ = world;

    const message = await say({ embeds: [{ description: `<@&${roleId}> <@${world.memberId}>` }] });

    expect(world.member.isPinged(message)).toBe(false);
  });

  it('pings nobody who cannot view the channel', async () => {
    const { world, roleId, say } = await withTraders(true);
    await using _ = world;
    world.discord.setOverwrite(world.channelId, {
      id: world.memberId,
      type: 'member',
      deny: Bits.ViewChannel,
    });

    expect(world.member.isPinged(await say({ content: `<@&${roleId}>` }))).toBe(false);
  });

  it('pings by the original content, not by an edit', async () => {
    const { world, roleId, say } = await withTraders(true);
    await using _ = world;
    const quiet = await say({ content: 'Sold' });
    const loud = await say({ content: `<@&${roleId}>` });
    const path = `/channels/${world.channelId}/messages`;

    await world.call('PATCH', `${path}/${quiet.id}`, { content: `<@&${roleId}>` });
    await world.call('PATCH', `${path}/${loud.id}`, { content: 'Sold' });

    expect([quiet, loud].map((message) => world.member.isPinged(message))).toEqual([false, true]);
  });
});

describe('@everyone', () => {
  it('pings all with Mention Everyone and where it is allowed', async () => {
    const { world, say } = await withTraders(false);
    await using _ = world;
    const { channelId, applicationId: id } = world;

    expect(world.member.isPinged(await say({ content: '@everyone' }))).toBe(false);
    world.discord.setOverwrite(channelId, { id, type: 'member', allow: Bits.MentionEveryone });
    expect(world.member.isPinged(await say({ content: '@everyone' }))).toBe(true);
    const quiet = await say({ content: '@everyone', allowed_mentions: { parse: [] } });
    expect(world.member.isPinged(quiet)).toBe(false);
  });
});

describe('a silent message', () => {
  it('keeps its flag and still marks the channel as unread', async () => {
    const { world, say } = await withTraders(true);
    await using _ = world;

    const message = await say({
      content: `<@${world.memberId}>`,
      flags: MessageFlags.SuppressNotifications,
    });

    expect(message).toMatchObject({ flags: MessageFlags.SuppressNotifications });
    expect(world.member.isPinged(message)).toBe(true);
  });
});
