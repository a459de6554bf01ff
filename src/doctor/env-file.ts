import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The content of the file `.env`, or why there is none. */
export type EnvFile =
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly reason: string }
  | {
      readonly state: 'read';
      readonly variables: Readonly<Record<string, string | undefined>>;
      /** Whether other users of the machine can read it. */
      readonly readableByOthers: boolean;
    };

const OTHERS_READ = 0o004;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Reads the file as Node does for the bot. Node's own option would end the program without a helpful message if the
 * file cannot be read.
 */
export function readEnvFile(file: string): EnvFile {
  try {
    const text = readFileSync(file, 'utf8');
    const readableByOthers = process.platform !== 'win32' && (statSync(file).mode & OTHERS_READ) !== 0;
    return { state: 'read', variables: parseEnv(text), readableByOthers };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { state: 'absent' };
    if (code === 'EISDIR') return { state: 'unreadable', reason: 'it is a folder' };
    if (code === 'EACCES' || code === 'EPERM')
      return { state: 'unreadable', reason: 'this user may not read it' };
    return { state: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}
