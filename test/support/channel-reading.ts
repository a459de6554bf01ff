import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import type { BotWorld } from './bot-world.ts';
import { waitUntil } from './wait-until.ts';

/** The title of an embed as people read it, without emphasis. */
export const titleOf = ({ title = '' }: APIEmbed): string => title.replaceAll('**', '');

/** The text of a message: its content, then title, description and fields of each embed. */
function textOf({ content, embeds }: APIMessage): string {
  const parts = embeds.flatMap(({ description, fields, ...embed }) => [
    titleOf(embed),
    description,
    ...(fields ?? []).map(({ name, value }) => `${name}: ${value}`),
  ]);
  return [content, ...parts].filter((part) => part !== undefined && part !== '').join('\n');
}

/** The texts of the messages in a channel, oldest first. */
export function readChannel({ discord }: BotWorld, channelId: string): readonly string[] {
  return discord.messages(channelId).map(({ payload }) => textOf(payload));
}

/** Titles of the messages in a channel, oldest first, without emphasis. */
export function titlesIn({ discord }: BotWorld, channelId: string): readonly string[] {
  return discord.messages(channelId).map(({ payload }) => titleOf(payload.embeds[0] ?? {}));
}

/** Number of edits of all messages in a channel. */
export function editsIn({ discord }: BotWorld, channelId: string): number {
  return discord.messages(channelId).reduce((sum, { edits }) => sum + edits.length, 0);
}

/** Waits until the channel's texts satisfy the condition, and returns them. */
export function untilChannelTexts(
  world: BotWorld,
  channelId: string,
  matches: (texts: readonly string[]) => boolean,
): Promise<readonly string[]> {
  return waitUntil({
    read: () => {
      const texts = readChannel(world, channelId);
      return matches(texts) ? texts : undefined;
    },
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `something else in the channel than:\n${readChannel(world, channelId).join('\n---\n')}`,
  });
}

/** Waits until the channel has at least `count` messages, and returns their texts. */
export function untilMessages(world: BotWorld, channelId: string, count: number): Promise<readonly string[]> {
  return untilChannelTexts(world, channelId, (texts) => texts.length >= count);
}

/** Waits until these are the titles of the channel's messages, oldest first. */
export async function untilTitles(
  world: BotWorld,
  channelId: string,
  titles: readonly string[],
): Promise<void> {
  const isReached = () => titlesIn(world, channelId).join('\n') === titles.join('\n');
  await untilChannelTexts(world, channelId, isReached);
}

/** Waits until one message contains all these words, and returns the texts of all messages. */
export function untilMessageIncludes(
  world: BotWorld,
  channelId: string,
  ...words: readonly string[]
): Promise<readonly string[]> {
  return untilChannelTexts(world, channelId, (texts) =>
    texts.some((text) => words.every((word) => text.includes(word))),
  );
}
