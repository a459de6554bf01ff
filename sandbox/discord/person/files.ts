import type { World } from '../state/world.ts';
import { PersonRefusal } from './refusal.ts';

/** A file on a person's own disk, for an option that takes one. Text goes as UTF-8. */
export interface OwnFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** By the name's ending where it is left out. */
  readonly contentType?: string;
}

/** A file as a person finds it after the download. */
export interface Download {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Whether a value for an option is a file. */
export function isOwnFile(value: unknown): value is OwnFile {
  return typeof value === 'object' && value !== null && 'name' in value && 'content' in value;
}

/** Downloads an attachment. Throws a PersonRefusal where nothing is served at its address. */
export function download(world: World, { url }: { readonly url: string }): Download {
  const path = URL.parse(url)?.pathname ?? '';
  const file = world.attachments.get(path);
  if (file === undefined) {
    throw new PersonRefusal('unknown-file', `There is no file at ${url}.`);
  }
  const { contentType, bytes } = file;
  const name = decodeURIComponent(path.split('/').at(-1) ?? '');
  return { name, contentType, bytes, text: new TextDecoder().decode(bytes) };
}
