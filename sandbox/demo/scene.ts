import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { type RulePlan, SALES_SERVERS, type ServerPlan } from './servers.ts';

/** The world that the demo's bot lives in: two servers, two people in both, and their channels. */
export interface Scene {
  readonly applicationId: string;
  readonly botId: string;
  readonly token: string;
  /** Who can be played: the admin first. */
  readonly people: readonly ScenePerson[];
  readonly channels: readonly SceneChannel[];
  /** Who is told what once `subscribe` was run. */
  readonly followings: readonly SceneFollowing[];
}

export interface ScenePerson {
  readonly id: string;
  readonly name: string;
  /** What they may do, in a few words. */
  readonly about: string;
}

export interface SceneChannel {
  readonly id: string;
  /** With the server in front. */
  readonly name: string;
  readonly guildId: string;
}

/** What a channel is to follow, and the admin who sets that up. */
export interface SceneFollowing extends Pick<RulePlan, 'kinds' | 'filter' | 'options'> {
  readonly channelId: string;
  /** Address of the collection, or `null` for all. */
  readonly collection: string | null;
  readonly adminId: string;
}

const BOT_PERMISSIONS = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;

/** Builds the servers that are planned; what they follow is still to be set up. */
export function createScene(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  servers: readonly ServerPlan[] = SALES_SERVERS,
): Scene {
  const { applicationId, token, botUser } = discord.createApplication({ name: 'Gavel' });
  const { id: adminId } = discord.createUser({ name: 'ada' });
  const { id: memberId } = discord.createUser({ name: 'ben' });
  const [favourite] = marketplace.collections();
  const collectionChannel = favourite?.path.replaceAll(/[^a-z0-9-]+/g, '-') ?? 'one-collection';
  const channels: SceneChannel[] = [];
  const followings: SceneFollowing[] = [];

  function addServer(server: ServerPlan): void {
    const { id: guildId } = discord.createGuild({ name: server.name, ownerId: adminId });
    discord.addMember({ guildId, userId: memberId });
    discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
    for (const { name: planned, rules, hidden } of server.channels) {
      const name = planned ?? collectionChannel;
      const { id } = discord.createChannel({ guildId, name });
      channels.push({ id, guildId, name: `${server.name} #${name}` });
      for (const { of, kinds, filter, options } of rules) {
        const collection = of === 'favourite' ? (favourite?.address ?? null) : null;
        followings.push({ channelId: id, adminId, collection, kinds, filter, options });
      }
      if (hidden === true) {
        discord.setOverwrite(id, { id: guildId, type: 'role', deny: Bits.ViewChannel });
        discord.setOverwrite(id, { id: botUser.id, type: 'member', allow: Bits.ViewChannel });
      }
    }
  }

  for (const server of servers) addServer(server);

  return {
    applicationId,
    botId: botUser.id,
    token,
    people: [
      { id: adminId, name: 'ada', about: 'Admin of both servers' },
      { id: memberId, name: 'ben', about: 'A plain member of both servers' },
    ],
    channels,
    followings,
  };
}

const TRIES = 3;

/**
 * Sets the alerts up as the admins would: by slash command in the channel itself, and confirmed.
 * @returns what they read in the end
 * @throws Error when one was not set up
 */
export async function subscribe(discord: LocalDiscord, scene: Scene): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const { channelId, adminId, collection, options } of scene.followings) {
    const person = discord.person({ userId: adminId, channelId });
    const asked = () =>
      person.command('alerts add', {
        channel: channelId,
        ...(collection === null ? {} : { collection }),
        ...options,
      });
    let reply = await asked();
    // On a machine that is busy with other things an answer may miss Discord's three seconds: people ask again then.
    for (let again = 1; again < TRIES && reply.message === null; again += 1) reply = await asked();
    if (reply.message === null) throw new Error(`There is no draft to confirm: ${reply.outcome}`);
    replies.push(await person.press(reply.message, 'Confirm'));
  }
  return replies;
}
