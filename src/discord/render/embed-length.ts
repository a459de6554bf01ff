import type { APIEmbed } from 'discord-api-types/v10';

/** Discord's limit for all embeds of a message, characters. */
export const EMBED_LENGTH = 6_000;

/** Returns the length of embeds that counts towards Discord's limit for a message. */
export function embedLength(embeds: readonly APIEmbed[]): number {
  const texts = embeds.flatMap(({ title, description, footer, author, fields }) => [
    title,
    description,
    footer?.text,
    author?.name,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]);
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
