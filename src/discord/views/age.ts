import type { APIEmbed } from 'discord-api-types/v10';
import type { Dated } from '#src/chain/dated.ts';
import type { ViewContext } from './context.ts';

/** Discord's limit for a description, characters. */
const DESCRIPTION_LENGTH = 4_096;

/** Adds the age of the data to the embed, if it is a cached answer because no newer one was received. */
export function withAge(
  embed: APIEmbed,
  known: Pick<Dated<unknown>, 'asOf' | 'stale'>,
  { messages }: ViewContext,
): APIEmbed {
  if (!known.stale) return embed;
  const line = `-# ${messages.lists.asOf(`<t:${Math.floor(known.asOf / 1_000)}:R>`)}`;
  const description = embed.description ?? '';
  const kept = description.slice(0, DESCRIPTION_LENGTH - line.length - 1);
  return { ...embed, description: kept === '' ? line : `${kept}\n${line}` };
}
