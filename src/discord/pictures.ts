import type { Answer } from './answer.ts';
import { imageUrl } from './urls/image-url.ts';

/** An image for an embed, with the file to attach if it has no public URL. */
export interface Picture {
  readonly url: string;
  readonly files: NonNullable<Answer['files']>;
}

const INLINE = /^data:image\/(\w+);base64,/i;

/** Returns whether the image is an SVG, which Discord does not display. */
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
 * Returns the first of these images that Discord can display, or `null`. A URL that ends in `.svg` comes last, because
 * some servers return another format for it.
 * @param sources best first
 * @param own origin of the marketplace
 * @param inline a `data:` URL of a type and size that Discord accepts
 */
export function choosePicture(
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
