import type { Observation } from '../observation.ts';
import { BOT_ID, directChannelIdOf, type SimulatedChannel } from '../world/discord/state.ts';

/** Somebody who watches something. */
export interface Person {
  readonly userId: string;
  /** Their direct messages; without messages where they were never opened. */
  readonly channel: SimulatedChannel;
  /** Whether some of what is due to them may wait for longer than the history lasts. */
  readonly isSlowed: boolean;
}

/** Messages to one person in an hour, beyond which the rest waits for a summary. */
const HOURLY_LIMIT = 20;

/** The people of a history, in the order of their first watches. */
export function peopleOf({ watches, channels, quiet }: Observation): readonly Person[] {
  return [...new Set(watches.map(({ userId }) => userId))].map((userId) => {
    const id = directChannelIdOf(userId);
    const none = { guildId: null, recipientId: userId, isAnnouncement: false, isVoice: false };
    const channel: SimulatedChannel = channels.find((one) => one.id === id) ?? {
      id,
      name: `dm-${userId}`,
      messages: [],
      renames: [],
      renamesBeyondLimit: [],
      denied: new Set(),
      thread: 'open',
      isListable: true,
      ...none,
    };
    const own = channel.messages.filter(({ authorId }) => authorId === BOT_ID);
    return {
      userId,
      channel,
      isSlowed: own.length >= HOURLY_LIMIT || quiet.some((one) => one.userId === userId),
    };
  });
}
