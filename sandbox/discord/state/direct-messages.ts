import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import { channelPayload } from '../wire/channel.ts';
import type { ApplicationRecord, ChannelRecord } from './records.ts';
import { applicationIdsAmong, type World } from './world.ts';

/**
 * Why a bot's direct message is refused: by the user's choice (50007), or because the two have no server in common and the
 * user's account has not the application (50278).
 */
export type DirectMessageRefusal = 'closed' | 'no-common-server';

const MINUTE_MS = 60_000;
/** Discord documents no number ("too quickly", Create DM); more than so many new ones in a minute is what we call too fast. */
const OPENED_A_MINUTE = 10;

/** How fast bots opened direct messages with users whom they had none with yet. */
export interface DirectMessageOpenings {
  /** Requests that opened one, or were refused, since the start. Those that found one do not count. */
  readonly count: number;
  readonly mostInAMinute: number;
  readonly isTooFast: boolean;
}

const blockKey = (userId: string, botId: string): string => `${userId}:${botId}`;

/** Blocks a bot for a user, or ends it. */
export function setBlocked(world: World, userId: string, botId: string, blocked: boolean): void {
  const key = blockKey(userId, botId);
  if (blocked) world.blocks.add(key);
  else world.blocks.delete(key);
}

/** Whether user and bot are members of one server. */
export function shareServer(world: World, userId: string, botId: string): boolean {
  return [...world.guilds.values()].some(({ members }) => members.has(botId) && members.has(userId));
}

/** Why the bot's messages to a user are refused; null when they are not. */
export function directMessageRefusal(
  world: World,
  { botId, accountInstalls }: ApplicationRecord,
  userId: string,
): DirectMessageRefusal | null {
  if (!shareServer(world, userId, botId) && !accountInstalls.has(userId)) return 'no-common-server';
  const isClosed = world.rejectingDirectMessages.has(userId) || world.blocks.has(blockKey(userId, botId));
  return isClosed ? 'closed' : null;
}

/** The direct message channels of a user, oldest first. */
export function directMessagesOf(world: World, userId: string): ChannelRecord[] {
  return [...world.channels.values()].filter(
    ({ guildId, recipientIds }) => guildId === null && recipientIds.includes(userId),
  );
}

/** The direct message channel of two users, if there is one. */
export function findDirectMessage(world: World, oneId: string, otherId: string): ChannelRecord | null {
  return directMessagesOf(world, oneId).find(({ recipientIds }) => recipientIds.includes(otherId)) ?? null;
}

/** The direct message channel of two users, created on first use. */
export function directMessageChannel(world: World, oneId: string, otherId: string): ChannelRecord {
  const known = findDirectMessage(world, oneId, otherId);
  if (known !== null) return known;
  const channel: ChannelRecord = {
    id: world.nextId(),
    type: ChannelType.DM,
    guildId: null,
    name: '',
    topic: null,
    position: 0,
    parentId: null,
    nsfw: false,
    slowModeSeconds: 0,
    overwrites: new Map(),
    lastMessageId: null,
    recipientIds: [oneId, otherId],
    thread: null,
  };
  world.channels.set(channel.id, channel);
  for (const application of applicationIdsAmong(world, channel.recipientIds)) {
    world.dispatches.emit({
      event: 'CHANNEL_CREATE',
      data: channelPayload(world, channel),
      guildId: null,
      applicationId: application,
      intents: GatewayIntentBits.DirectMessages,
    });
  }
  return channel;
}

/** The most times within one minute; `times` in ms, oldest first. */
function mostInAMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= MINUTE_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Counts the openings so far. */
export function directMessageOpenings({ directMessageOpenedAt }: World): DirectMessageOpenings {
  const most = mostInAMinute(directMessageOpenedAt);
  return { count: directMessageOpenedAt.length, mostInAMinute: most, isTooFast: most > OPENED_A_MINUTE };
}
