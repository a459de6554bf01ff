import type { APIMessage } from 'discord-api-types/v10';
import type { BotWorld } from './bot-world.ts';
import { untilHeard } from './until-heard.ts';

/** A message as one reads it: its text, then of each embed title, lines and fields. */
function textOf({ content, embeds }: APIMessage): string {
  const parts = embeds.flatMap(({ title, description, fields }) => [
    title,
    description,
    ...(fields ?? []).map(({ name, value }) => `${name}: ${value}`),
  ]);
  return [content, ...parts].filter((part) => part !== undefined && part !== '').join('\n');
}

/** What stands in a channel now, a text for each message, oldest first. */
export function readChannel({ discord }: BotWorld, channelId: string): readonly string[] {
  return discord.messages(channelId).map(({ payload }) => textOf(payload));
}

/** Titles of the messages in a channel, oldest first. */
export function titlesIn({ discord }: BotWorld, channelId: string): readonly string[] {
  return discord.messages(channelId).map(({ payload }) => payload.embeds[0]?.title ?? '');
}

/** How often messages of a channel were edited. */
export function editsIn({ discord }: BotWorld, channelId: string): number {
  return discord.messages(channelId).reduce((sum, { edits }) => sum + edits.length, 0);
}

/** Waits until what stands in the channel is as wanted, and answers it. */
export function untilReads(
  world: BotWorld,
  channelId: string,
  isSo: (texts: readonly string[]) => boolean,
): Promise<readonly string[]> {
  return untilHeard({
    look: () => {
      const texts = readChannel(world, channelId);
      return isSo(texts) ? texts : undefined;
    },
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `something else in the channel than:\n${readChannel(world, channelId).join('\n---\n')}`,
  });
}

/** Waits until there are so many messages in the channel, and answers what stands in them. */
export function untilMessages(world: BotWorld, channelId: string, count: number): Promise<readonly string[]> {
  return untilReads(world, channelId, (texts) => texts.length >= count);
}

/** Waits until one of the channel's messages has all these words in it, and answers what stands in all of them. */
export function untilSaid(
  world: BotWorld,
  channelId: string,
  ...words: readonly string[]
): Promise<readonly string[]> {
  return untilReads(world, channelId, (texts) =>
    texts.some((text) => words.every((word) => text.includes(word))),
  );
}
