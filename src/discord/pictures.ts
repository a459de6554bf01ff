import type { Answer } from './answer.ts';
import { imageUrl } from './image-url.ts';

/** A picture as an embed takes it, with the file that has to be sent along where it is not on the web. */
export interface Picture {
  readonly url: string;
  readonly files: NonNullable<Answer['files']>;
}

const INLINE = /^data:image\/(\w+);base64,/i;

/** Discord shows no SVG, wherever it is. */
function isSvg(url: string): boolean {
  return new URL(url).pathname.toLowerCase().endsWith('.svg');
}

function attached(inline: string | null): Picture | null {
  const kind = INLINE.exec(inline ?? '')?.[1]?.toLowerCase();
  if (inline === null || kind === undefined) return null;
  const name = `picture.${kind}`;
  const attachment = Buffer.from(inline.slice(inline.indexOf(',') + 1), 'base64');
  return { url: `attachment://${name}`, files: [{ name, attachment }] };
}

/**
 * The first of these pictures that Discord can show, or `null`. One that is an SVG by its name comes last, since some
 * servers give it another form.
 * @param sources best first
 * @param own origin of the marketplace
 * @param inline a `data:` URL of a kind and size that Discord takes
 */
export function pictureOf(
  sources: readonly (string | null)[],
  inline: string | null,
  own: string | null = null,
): Picture | null {
  const urls = sources.map((source) => imageUrl(source, own)).filter((url) => url !== null);
  const shown = urls.find((url) => !isSvg(url));
  if (shown !== undefined) return { url: shown, files: [] };
  const [svg] = urls;
  return attached(inline) ?? (svg === undefined ? null : { url: svg, files: [] });
}
