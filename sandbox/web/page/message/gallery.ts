import type { APIEmbed } from 'discord-api-types/v10';

/** An embed with its pictures. */
export interface ShownEmbed {
  readonly embed: APIEmbed;
  /** Addresses, at most four. */
  readonly pictures: readonly string[];
}

const MAX_PICTURES = 4;

const holdsOnlyAPicture = ({ title, description, fields, footer, author, thumbnail }: APIEmbed): boolean =>
  [title, description, fields, footer, author, thumbnail].every((part) => part === undefined);

/**
 * Merges embeds as Discord does: those with the same URL as the one before and nothing but a picture become
 * part of its gallery.
 */
export function withGalleries(embeds: readonly APIEmbed[]): readonly ShownEmbed[] {
  const shown: { readonly embed: APIEmbed; readonly pictures: string[] }[] = [];
  for (const embed of embeds) {
    const before = shown.at(-1);
    const pictures = embed.image === undefined ? [] : [embed.image.url];
    const same = embed.url !== undefined && before?.embed.url === embed.url && holdsOnlyAPicture(embed);
    if (same && before !== undefined) before.pictures.push(...pictures);
    else shown.push({ embed, pictures });
  }
  return shown.map(({ embed, pictures }) => ({ embed, pictures: pictures.slice(0, MAX_PICTURES) }));
}
