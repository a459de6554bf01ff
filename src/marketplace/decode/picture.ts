import { isRecord } from './record.ts';
import { readText } from './scalar.ts';

const MAX_URL_LENGTH = 2_048;

/** Files that Discord displays. */
const STILL = /\.(?:png|apng|jpe?g|jfif|gif|webp|avif|svg)$/i;
/** Files that Discord does not display as the picture of an embed: videos, sounds, pages and models. */
const OTHER_FILE =
  /\.(?:mp4|m4v|mov|webm|ogv|avi|mkv|mp3|m4a|wav|ogg|oga|flac|aac|x?html?|json|js|txt|md|pdf|zip|glb|gltf|usdz|obj|fbx|stl|vox)$/i;
const OTHER_MEDIA = /^(?:video|audio|html|text|model|application|pdf|3d|mp4|webm|mp3|glb|gltf)/i;

/** Removes query and fragment from a URL, so that its end shows the file type. */
const fileOf = (url: string): string => url.replace(/[?#].*$/s, '');

/** Removes line breaks and tabs and encodes other spaces, like browsers. */
const withoutBlanks = (url: string): string =>
  url.replaceAll(/[\t\n\r]/g, '').replaceAll(/\s/g, encodeURIComponent);

/**
 * Reads the URL of a picture (http, https, ipfs, ar), or `null`; also of a file of another type, such as a video.
 * `readInlineImage` reads `data:` URLs. Spaces are encoded, and a URL without a scheme (`//host/…`) gets https.
 */
export function readPicture(value: unknown): string | null {
  const text = readText(value)?.trim();
  if (text === undefined || text.length > MAX_URL_LENGTH) return null;
  const url = withoutBlanks(text).replace(/^\/\/(?=[^/]+\.[^/])/, 'https://');
  if (url.length > MAX_URL_LENGTH || !/^(?:https?|ipfs|ar):\/\/\S+$/i.test(url)) return null;
  return OTHER_FILE.test(fileOf(url)) ? null : url;
}

/**
 * Returns the best picture of an item: its original, else a reduced one. An original whose name does not show that it
 * is a picture comes last if the item has another type, such as a video. URLs of http(s) come before others, which need
 * a gateway.
 * @param originals and `reduced`: as returned by `readPicture`, best first
 * @param mediaType marketplace-api: Token, for example `image` or `video`
 */
export function bestPicture(
  originals: readonly (string | null)[],
  reduced: readonly (string | null)[],
  mediaType: string | null,
): string | null {
  const isOther = OTHER_MEDIA.test(mediaType ?? '');
  const known = originals.filter((picture) => picture !== null);
  const [sure, doubtful] = isOther
    ? [known.filter((url) => STILL.test(fileOf(url))), known.filter((url) => !STILL.test(fileOf(url)))]
    : [known, []];
  const pictures = [...sure, ...reduced.filter((picture) => picture !== null)];
  const candidates = pictures.length > 0 ? pictures : doubtful;
  return candidates.find((picture) => /^https?:/i.test(picture)) ?? candidates[0] ?? null;
}

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

/** The image embedded in a token's record as a `data:` URL of at most 256 KiB, or `null`. */
export function readInlineImage(record: unknown): string | null {
  if (!isRecord(record)) return null;
  const { image, metadata } = record;
  return readInlinePicture(image) ?? (isRecord(metadata) ? readInlinePicture(metadata['image']) : null);
}
