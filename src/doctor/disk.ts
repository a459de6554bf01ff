import { statfsSync } from 'node:fs';
import { bad, type Finding, good, warning } from './finding.ts';

const MB = 1_024 * 1_024;
/** Below this the database can hardly take anything in. */
const TOO_LITTLE = 100 * MB;
/** A backup needs as much as the database; the log of a busy hour comes on top. */
const SPARE = 400 * MB;

const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MB).toLocaleString('en')} MB`;

/**
 * Whether there is room where the database is.
 * @param folder one that exists
 * @param databaseBytes how large the database is now
 */
export function checkDisk(folder: string, databaseBytes: number): Finding {
  const { bavail, bsize } = statfsSync(folder);
  return judgeSpace(folder, bavail * bsize, databaseBytes);
}

/** @param free bytes that the bot may use */
export function judgeSpace(folder: string, free: number, databaseBytes: number): Finding {
  const says = `${inMegabytes(free)} are free on the disk of ${folder}`;
  const remedy = 'Free some space there, or move the database to a larger disk with DATABASE_URL.';
  if (free < TOO_LITTLE) return bad(`Only ${says}; the database may stop at any moment.`, remedy);
  if (free < SPARE + databaseBytes) return warning(`Only ${says}; a backup may not fit.`, remedy);
  return good(`${says}.`);
}
