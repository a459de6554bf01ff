import type { APIEmbed } from 'discord.js';
import type { Dated } from '../../domain/dated.ts';

/** Discord: 4,096 characters a description. */
const DESCRIPTION_LENGTH = 4_096;

/** The embed with the age of what it shows, where the marketplace did not answer and the last known is shown instead. */
export function withAge(embed: APIEmbed, known: Pick<Dated<unknown>, 'asOf' | 'stale'>): APIEmbed {
  if (!known.stale) return embed;
  const line = `-# The marketplace does not answer; this is what it said <t:${Math.floor(known.asOf / 1_000)}:R>.`;
  const description = embed.description ?? '';
  const kept = description.slice(0, DESCRIPTION_LENGTH - line.length - 1);
  return { ...embed, description: kept === '' ? line : `${kept}\n${line}` };
}
