import { spawn } from 'node:child_process';
import { mkdirSync, watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CrashWorld } from './world.ts';

const BACKUP = fileURLToPath(new URL('../../src/bin/backup.ts', import.meta.url));

/** The folder of the backups that are made in a run. */
export function backupsOf({ folder }: Pick<CrashWorld, 'folder'>): string {
  return path.join(folder, 'backups');
}

/**
 * Makes a backup while the bot runs. As soon as the backup file exists the bot is killed, and every other time the backup
 * tool too.
 */
export function killInBackup(world: CrashWorld, kill: () => void): () => void {
  const backups = backupsOf(world);
  mkdirSync(backups, { recursive: true });
  const tool = spawn(process.execPath, [BACKUP], {
    env: { PATH: process.env['PATH'] ?? '', ...world.environment },
    stdio: 'ignore',
  });
  const together = (world.discord.gateway.identifies() & 1) === 0;
  const watcher = watch(backups, (_event, file) => {
    if (file?.endsWith('.unfinished') !== true) return;
    kill();
    if (together) tool.kill('SIGKILL');
  });
  return () => watcher.close();
}
