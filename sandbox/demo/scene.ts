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

/** A bot that is starved of processor time may miss Discord's three seconds many times in a row. */
const ANSWERED_WITHIN_MS = 120_000;

/**
 * Acts again while the bot misses Discord's three seconds, as people do. Confirming twice is confirming once.
 * @throws Error when the bot does not answer before `deadline` (ms since 1970)
 */
async function untilAnswered(what: string, deadline: number, act: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await act();
    if (reply.message !== null) return reply;
    if (Date.now() >= deadline) throw new Error(`${what} got no answer: ${reply.outcome}`);
  }
}

/**
 * Sets the alerts up as the admins would: by slash command in the channel itself, and confirmed.
 * @param options `withinMs`: how long the bot may take for all of it
 * @returns what they read in the end
 * @throws Error when one was not set up
 */
export async function subscribe(
  discord: LocalDiscord,
  scene: Scene,
  { withinMs = ANSWERED_WITHIN_MS }: { readonly withinMs?: number } = {},
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  const deadline = Date.now() + withinMs;
  for (const { channelId, adminId, collection, options } of scene.followings) {
    const person = discord.person({ userId: adminId, channelId });
    const asked = () =>
      person.command('alerts add', {
        channel: channelId,
        ...(collection === null ? {} : { collection }),
        ...options,
      });
    const { message: draft } = await untilAnswered('/alerts add', deadline, asked);
    if (draft === null) throw new Error('There is no draft to confirm.');
    replies.push(await untilAnswered('Confirm', deadline, () => person.press(draft, 'Confirm')));
  }
  return replies;
}
