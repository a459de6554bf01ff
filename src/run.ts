import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { GavelError } from './domain/errors.ts';
import { createLog } from './ops/log.ts';
import { createLevelSwitch } from './ops/log-level.ts';
import { createLogLines } from './ops/log-lines.ts';

/** An orderly stop settles what is under way; what takes longer than this is left for the next start to settle. */
const STOP_WITHIN_MS = 14_000;
/** Exit status after a mistake that a restart does not mend (sysexits: EX_CONFIG), so that a supervisor can leave it. */
const EXIT_NEEDS_OPERATOR = 78;

/** Exit status after what a restart may mend. */
const EXIT_TRY_AGAIN = 1;

function tellAndExit(error: GavelError, log: Logger): never {
  log.fatal({ code: error.code, cause: error.cause }, error.message);
  process.exit(error.code === 'DISCORD_UNAVAILABLE' ? EXIT_TRY_AGAIN : EXIT_NEEDS_OPERATOR);
}

/** Exit status after an error that nobody foresaw (sysexits: EX_SOFTWARE); a supervisor starts the bot again. */
const EXIT_BROKEN = 70;
/** What the bot writes is for its owner alone: the database, its log, backups and their folders. */
const FILE_MASK = 0o077;

/**
 * Ends the process over an error outside of everything, and over a promise whose rejection nobody hears (which Node makes such
 * an error of): by Node's own hand it would be printed with all that it holds.
 */
function endOnUnforeseen(log: () => Logger): void {
  process.once('uncaughtException', (error) => {
    log().fatal({ err: error }, 'an error that nobody foresaw ends the bot');
    process.exit(EXIT_BROKEN);
  });
}

/**
 * Runs the bot until it is told to stop, or cannot go on.
 * @param environment the settings; `stop` resolves when the process is to end
 */
export async function run(
  environment: Readonly<Record<string, string | undefined>>,
  stop: Promise<NodeJS.Signals>,
): Promise<void> {
  const terminal = process.stdout.isTTY;
  let log = createLog({ level: 'info', forPeople: terminal });
  endOnUnforeseen(() => log);
  process.umask(FILE_MASK);
  try {
    const config = readConfig(environment);
    const lines = createLogLines();
    log = createLog({ level: config.logLevel, forPeople: terminal, onLine: lines.take });
    if (process.platform !== 'win32') process.on('SIGUSR2', createLevelSwitch(log));
    await using app = await createApp(config, log, { lines });
    // A process that is killed would leave nothing for the next start; that it did not come online is told elsewhere.
    app.ready.then(flushCompileCache, () => undefined);
    const end = await Promise.race([stop, app.failed]);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    if (end instanceof GavelError) throw end;
    log.info({ signal: end }, 'stopping: finishing what is under way');
  } catch (error) {
    if (error instanceof GavelError) tellAndExit(error, log);
    throw error;
  }
  log.info('stopped');
}
