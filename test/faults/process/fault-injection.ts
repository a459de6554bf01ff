import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BotChild, startBotChild } from '../../support/bot-child.ts';
import type { BotWorld } from '../../support/bot-world.ts';

const PROGRAM = new URL('../../support/bot-with-machine-faults.ts', import.meta.url);

/** The file of the world's database. */
export function databaseOf({ environment }: BotWorld): string {
  return (environment['DATABASE_URL'] ?? '').replace('sqlite:', '');
}

/** A bot on a machine into which the test injects faults. Disposing it kills the bot. */
export interface FaultyBot extends BotChild {
  /** Sets its clock ahead, ms. */
  setClockAhead(ms: number): Promise<void>;
  setDiskFull(full: boolean): Promise<void>;
}

/** Starts the bot with a poll every second. */
export async function launchFaultyBot(
  world: BotWorld,
  environment: Readonly<Record<string, string>> = {},
): Promise<FaultyBot> {
  const folder = path.dirname(databaseOf(world));
  const clockFile = path.join(folder, 'clock');
  const fullFile = path.join(folder, 'full');
  await writeFile(clockFile, '0');
  const bot = startBotChild(
    {
      ...world.environment,
      POLL_SCHEDULE: '* * * * * *',
      LOG_LEVEL: 'trace',
      ...environment,
      BOT_CLOCK_AHEAD_FILE: clockFile,
      BOT_DISK_FULL_FILE: fullFile,
    },
    PROGRAM,
  );
  return {
    ...bot,
    setClockAhead: (ms) => writeFile(clockFile, String(ms)),
    setDiskFull: (full) => (full ? writeFile(fullFile, '') : rm(fullFile, { force: true })),
  };
}
