import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { createLog } from '#src/ops/log.ts';
import { createLevelSwitch } from '#src/ops/log-level.ts';
import { createLogLines } from '#src/ops/log-lines.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';

/** Time limit of an orderly stop, ms. Requests that are still in progress are settled at the next start. */
const STOP_WITHIN_MS = 14_000;
/**
 * Time limit for closing connections once everything has stopped, ms. A dead connection would keep the process alive
 * for half a minute.
 */
const CLOSE_WITHIN_MS = 1_000;
/**
 * Exit status after an error that a restart cannot fix (sysexits: EX_CONFIG), so that a supervisor does not restart the
 * bot.
 */
const EXIT_NEEDS_OPERATOR = 78;

/** Exit status after an error that a restart may fix. */
const EXIT_TRY_AGAIN = 1;

function logAndExit(error: GavelError, log: Logger): never {
  log.fatal({ code: error.code, cause: error.cause }, error.message);
  process.exit(error.code === 'DISCORD_UNAVAILABLE' ? EXIT_TRY_AGAIN : EXIT_NEEDS_OPERATOR);
}

/** Exit status after an unexpected error (sysexits: EX_SOFTWARE); a supervisor restarts the bot. */
const EXIT_BROKEN = 70;
/** Only the owner may access files that the bot writes: the database, its log, backups and their folders. */
const FILE_MASK = 0o077;

/**
 * Logs an uncaught error or unhandled rejection and exits. Node would print the error with all its properties,
 * including secrets.
 */
function exitOnUncaughtError(log: () => Logger): void {
  process.once('uncaughtException', (error) => {
    log().fatal({ err: error }, 'unexpected error, exiting');
    process.exit(EXIT_BROKEN);
  });
}

/**
 * Runs the bot until `stop` resolves or the bot fails.
 * @param environment environment variables; `stop` resolves with the signal that ends the process
 */
export async function run(
  environment: Readonly<Record<string, string | undefined>>,
  stop: Promise<NodeJS.Signals>,
): Promise<void> {
  const terminal = process.stdout.isTTY;
  let log = createLog({ level: 'info', humanReadable: terminal });
  exitOnUncaughtError(() => log);
  process.umask(FILE_MASK);
  const stopped = new AbortController();
  void stop.then(() => stopped.abort());
  try {
    const config = readConfig(environment);
    const lines = createLogLines();
    log = createLog({ level: config.logLevel, humanReadable: terminal, onLine: lines.write });
    if (process.platform !== 'win32') process.on('SIGUSR2', createLevelSwitch(log));
    await using app = await createApp(config, log, { lines, stop: stopped.signal });
    // Write the cache now, because a killed process would not. A failed start is handled below.
    app.ready.then(flushCompileCache, () => undefined);
    const end = await Promise.race([stop, app.failed]);
    setTimeout(() => {
      log.error({ open: process.getActiveResourcesInfo() }, 'shutdown timed out');
      process.exit(EXIT_TRY_AGAIN);
    }, STOP_WITHIN_MS).unref();
    if (end instanceof GavelError) throw end;
    log.info({ signal: end }, 'stopping: finishing requests in progress');
  } catch (error) {
    if (!(error instanceof GavelError)) throw error;
    if (!stopped.signal.aborted) logAndExit(error, log);
    log.warn({ code: error.code, cause: error.cause }, error.message);
  }
  log.info('stopped');
  setTimeout(() => {
    log.info({ open: process.getActiveResourcesInfo() }, 'connections left open at exit');
    process.exit();
  }, CLOSE_WITHIN_MS).unref();
}
