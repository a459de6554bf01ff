import { statfsSync } from 'node:fs';
import { bad, type CheckResult, good, warning } from './check-result.ts';

const MB = 1_024 * 1_024;
/** Below this, writes to the database may fail soon. */
const MIN_FREE = 100 * MB;
/** Recommended free space for the write-ahead log, in addition to the database's size, which a backup needs. */
const RECOMMENDED_FREE = 400 * MB;

const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / MB).toLocaleString('en')} MB`;

/**
 * Checks the free space on the database's disk.
 * @param folder an existing folder
 * @param databaseBytes current size of the database
 */
export function checkDisk(folder: string, databaseBytes: number): CheckResult {
  const { bavail, bsize } = statfsSync(folder);
  return checkFreeSpace(folder, bavail * bsize, databaseBytes);
}

/** @param free available bytes */
export function checkFreeSpace(folder: string, free: number, databaseBytes: number): CheckResult {
  const message = `${formatMegabytes(free)} are free on the disk of ${folder}`;
  const remedy = 'Free some space there, or move the database to a larger disk with DATABASE_URL.';
  if (free < MIN_FREE) return bad(`Only ${message}; the database may stop at any moment.`, remedy);
  if (free < RECOMMENDED_FREE + databaseBytes)
    return warning(`Only ${message}; a backup may not fit.`, remedy);
  return good(`${message}.`);
}
