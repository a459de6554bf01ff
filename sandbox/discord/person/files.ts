import type { World } from '../state/world.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

/** A user's local file, for an option that takes one. Text is encoded as UTF-8. */
export interface LocalFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** Derived from the file name's extension where it is left out. */
  readonly contentType?: string;
}

/** A downloaded file. */
export interface Download {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Whether a value for an option is a file. */
export function isLocalFile(value: unknown): value is LocalFile {
  return typeof value === 'object' && value !== null && 'name' in value && 'content' in value;
}

/** Downloads an attachment. Throws a PersonRefusal where nothing is served at its address. */
export function download(world: World, { url }: { readonly url: string }): Download {
  const path = URL.parse(url)?.pathname ?? '';
  const file = world.attachments.get(path);
  if (file === undefined) {
    throw new UnavailableActionError('unknown-file', `There is no file at ${url}.`);
  }
  const { contentType, bytes } = file;
  const name = decodeURIComponent(path.split('/').at(-1) ?? '');
  return { name, contentType, bytes, text: new TextDecoder().decode(bytes) };
}
