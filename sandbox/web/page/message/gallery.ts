import type { APIEmbed } from 'discord-api-types/v10';

/** An embed with the pictures that stand in it. */
export interface ShownEmbed {
  readonly embed: APIEmbed;
  /** Addresses, four at most. */
  readonly pictures: readonly string[];
}

const MOST_PICTURES = 4;

const holdsOnlyAPicture = ({ title, description, fields, footer, author, thumbnail }: APIEmbed): boolean =>
  [title, description, fields, footer, author, thumbnail].every((part) => part === undefined);

/**
 * The embeds as Discord shows them: those that lead to the same address as the one before and hold nothing but a picture
 * are part of its gallery.
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
  return shown.map(({ embed, pictures }) => ({ embed, pictures: pictures.slice(0, MOST_PICTURES) }));
}
