import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STORE = new URL('../../src/store/sqlite/', import.meta.url).pathname;

/** Every text in backticks or quotes of the store's source that may be SQL, on one line. */
export function sqlOfStore(): readonly string[] {
  return readdirSync(STORE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(join(STORE, name), 'utf8').match(/`[^`]*`|'[^'\n]*'/g) ?? [])
    .map((text) => text.slice(1, -1).trim().replaceAll(/\s+/g, ' '));
}
