import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';

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

/** A channel that is to follow sales, and the admin who sets that up. */
export interface SceneFollowing {
  readonly channelId: string;
  /** Address of the collection, or `null` for all. */
  readonly collection: string | null;
  readonly adminId: string;
}

interface ChannelPlan {
  readonly name: string;
  /** What it follows from the start; left out where a person is to set that up. */
  readonly follows?: string | null;
  /** Only the admin and the bot see it. */
  readonly hidden?: true;
}

const BOT_PERMISSIONS = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.ReadMessageHistory;

/**
 * Two servers, because the second server that follows a collection is the one that other bots forget: one follows
 * everything in one channel and the busiest collection in another, the other follows that collection too. Each has a
 * channel that follows nothing yet, and one has a channel that the plain member does not see.
 */
export function createScene(discord: LocalDiscord, marketplace: EmbeddedMarketplace): Scene {
  const { applicationId, token, botUser } = discord.createApplication({ name: 'Gavel' });
  const { id: adminId } = discord.createUser({ name: 'ada' });
  const { id: memberId } = discord.createUser({ name: 'ben' });
  const [favourite] = marketplace.collections();
  const follows = favourite?.address ?? null;
  const collectionChannel = favourite?.path.replaceAll(/[^a-z0-9-]+/g, '-') ?? 'one-collection';
  const channels: SceneChannel[] = [];
  const followings: SceneFollowing[] = [];

  function addServer(serverName: string, plans: readonly ChannelPlan[]): void {
    const { id: guildId } = discord.createGuild({ name: serverName, ownerId: adminId });
    discord.addMember({ guildId, userId: memberId });
    discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
    for (const plan of plans) {
      const { id } = discord.createChannel({ guildId, name: plan.name });
      channels.push({ id, guildId, name: `${serverName} #${plan.name}` });
      if (plan.follows !== undefined) followings.push({ channelId: id, adminId, collection: plan.follows });
      if (plan.hidden === true) {
        discord.setOverwrite(id, { id: guildId, type: 'role', deny: Bits.ViewChannel });
        discord.setOverwrite(id, { id: botUser.id, type: 'member', allow: Bits.ViewChannel });
      }
    }
  }

  addServer('Auction House', [
    { name: 'general' },
    { name: 'all-sales', follows: null },
    { name: collectionChannel, follows },
    { name: 'moderators', hidden: true },
  ]);
  addServer('Night Market', [{ name: 'general' }, { name: 'sales', follows }]);

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

/**
 * Sets the alerts up as the admins would: by slash command in the channel itself, and confirmed.
 * @returns what they read in the end
 * @throws Error when one was not set up
 */
export async function subscribe(discord: LocalDiscord, scene: Scene): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const { channelId, adminId, collection } of scene.followings) {
    const person = discord.person({ userId: adminId, channelId });
    const { message: draft, outcome } = await person.command('alerts add', {
      channel: channelId,
      ...(collection === null ? {} : { collection }),
    });
    if (draft === null) throw new Error(`There is no draft to confirm: ${outcome}`);
    replies.push(await person.press(draft, 'Confirm'));
  }
  return replies;
}
