import type { Logger } from 'pino';

const FINE = 'debug';
const USUAL = 'info';
const ALREADY_FINE: readonly string[] = ['trace', 'debug'];

/**
 * Lets the operator change the log level while the bot runs: answers a function that goes from the level of the settings to
 * `debug` and, called again, back (where the settings say `debug` or `trace` already, to `info` and back). Each change is
 * logged at `warn`, so that it is seen at either level, unless the settings leave warnings out. A channel that is being told
 * something while the level changes goes on at the old one until it has told it.
 */
export function createLevelSwitch(log: Logger): () => void {
  const configured = log.level;
  const other = ALREADY_FINE.includes(configured) ? USUAL : FINE;
  return () => {
    const before = log.level;
    log.level = before === configured ? other : configured;
    log.warn({ before, now: log.level }, `the log level is ${log.level} now`);
  };
}
