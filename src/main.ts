import type { Logger } from 'pino';
import { readConfig } from './config.ts';
import { GavelError } from './domain/errors.ts';
import { createLog } from './ops/log.ts';
import { createLevelSwitch } from './ops/log-level.ts';
import { createLogLines } from './ops/log-lines.ts';

/** An orderly stop settles what is under way; what takes longer than this is left for the next start to settle. */
const STOP_WITHIN_MS = 14_000;
/** Exit status after a mistake that a restart does not mend (sysexits: EX_CONFIG), so that a supervisor can leave it. */
const EXIT_NEEDS_OPERATOR = 78;

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function tellAndExit(error: GavelError, log: Logger): never {
  log.fatal({ code: error.code, cause: error.cause }, error.message);
  process.exit(EXIT_NEEDS_OPERATOR);
}

async function run(): Promise<void> {
  const stop = stopSignal();
  const terminal = process.stdout.isTTY;
  let log = createLog({ level: 'info', forPeople: terminal });
  try {
    const config = readConfig(process.env);
    const lines = createLogLines();
    log = createLog({ level: config.logLevel, forPeople: terminal, onLine: lines.take });
    if (process.platform !== 'win32') process.on('SIGUSR2', createLevelSwitch(log));
    // Loading it takes most of the time of a start, and who stops the bot meanwhile is heard.
    const { createApp } = await import('./app.ts');
    await using app = await createApp(config, log, { lines });
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

await run();
