import type { APIEmbed } from 'discord.js';
import type { Dated } from '../../domain/dated.ts';

/** Discord: 4,096 characters a description. */
const DESCRIPTION_LENGTH = 4_096;

/** The embed with the age of what it shows, where that is not fresh: the last known answer while a new one is not here. */
export function withAge(embed: APIEmbed, known: Pick<Dated<unknown>, 'asOf' | 'stale'>): APIEmbed {
  if (!known.stale) return embed;
  const line = `-# As of <t:${Math.floor(known.asOf / 1_000)}:R>; the marketplace has told nothing newer.`;
  const description = embed.description ?? '';
  const kept = description.slice(0, DESCRIPTION_LENGTH - line.length - 1);
  return { ...embed, description: kept === '' ? line : `${kept}\n${line}` };
}
