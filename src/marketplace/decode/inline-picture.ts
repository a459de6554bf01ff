import { isRecord } from './record.ts';

/** Larger pictures are not carried around. */
const LARGEST_BYTES = 256 * 1_024;
const LONGEST = Math.ceil(LARGEST_BYTES / 3) * 4 + 64;
/** Of the kinds that Discord shows; SVG is not among them. */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/i;

function readInlinePicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  const text = value.trim();
  return INLINE_PICTURE.test(text) ? text : null;
}

/** The picture that a token's record holds itself, as a `data:` URL of at most 256 KiB, or `null`. */
export function inlinePictureOf(record: unknown): string | null {
  if (!isRecord(record)) return null;
  const { image, metadata } = record;
  return readInlinePicture(image) ?? (isRecord(metadata) ? readInlinePicture(metadata['image']) : null);
}
