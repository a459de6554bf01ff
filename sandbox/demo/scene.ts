import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import type { Following } from './audit.ts';

/** The world that the demo's bot lives in: two servers, their people and channels. */
export interface Scene {
  readonly applicationId: string;
  readonly token: string;
  /** Who is told what once `subscribe` was run. */
  readonly followings: readonly SceneFollowing[];
}

/** A channel that is to follow sales, and the admin who sets that up. */
export interface SceneFollowing extends Following {
  readonly channelName: string;
  readonly adminId: string;
}

const BOT_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory;

/**
 * Two servers, because the second server that follows a collection is the one that other bots forget: one follows
 * everything in one channel and the busiest collection in another, the other follows that collection too.
 */
export function createScene(discord: LocalDiscord, marketplace: EmbeddedMarketplace): Scene {
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const [favourite] = marketplace.collections();
  const collection = favourite?.address ?? null;
  const collectionChannel = favourite?.path.replaceAll(/[^a-z0-9-]+/g, '-') ?? 'one-collection';

  function server(
    name: string,
    admin: string,
    channels: readonly { readonly name: string; readonly collection: string | null }[],
  ) {
    const { id: adminId } = discord.createUser({ name: admin });
    const { id: guildId } = discord.createGuild({ name, ownerId: adminId });
    discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
    return channels.map((channel): SceneFollowing => {
      const { id: channelId } = discord.createChannel({ guildId, name: channel.name });
      return { channelId, channelName: `${name} #${channel.name}`, adminId, collection: channel.collection };
    });
  }

  return {
    applicationId,
    token,
    followings: [
      ...server('Auction House', 'ada', [
        { name: 'all-sales', collection: null },
        { name: collectionChannel, collection },
      ]),
      ...server('Night Market', 'grace', [{ name: 'sales', collection }]),
    ],
  };
}

/** Sets the subscriptions up as the admins would: by slash command, in the channel itself. */
export async function subscribe(discord: LocalDiscord, scene: Scene): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const { channelId, adminId, collection } of scene.followings) {
    const person = discord.person({ userId: adminId, channelId });
    replies.push(
      await person.command('alerts add', {
        channel: channelId,
        ...(collection === null ? {} : { collection }),
      }),
    );
  }
  return replies;
}
