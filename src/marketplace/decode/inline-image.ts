import { isRecord } from './record.ts';

/** Larger inline images are dropped, to limit memory. */
const MAX_PICTURE_BYTES = 256 * 1_024;
const MAX_PICTURE_LENGTH = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 64;
/** Formats that Discord displays; SVG is not one of them. */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/i;

function readInlinePicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PICTURE_LENGTH) return null;
  const text = value.trim();
  return INLINE_PICTURE.test(text) ? text : null;
}

/** Reads the image embedded in a token's record as a `data:` URL of at most 256 KiB; `null` without one. */
export function readInlineImage(record: unknown): string | null {
  if (!isRecord(record)) return null;
  const { image, metadata } = record;
  return readInlinePicture(image) ?? (isRecord(metadata) ? readInlinePicture(metadata['image']) : null);
}
