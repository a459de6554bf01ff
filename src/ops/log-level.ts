import type { Logger } from 'pino';

const VERBOSE_LEVEL = 'debug';
const DEFAULT_LEVEL = 'info';
const VERBOSE_LEVELS: readonly string[] = ['trace', 'debug'];

/**
 * Returns a function that switches the log level while the bot runs: from the configured level to `debug` and, called
 * again, back (if `debug` or `trace` is configured, to `info` and back). Each change is logged at `warn`, so that it
 * appears at both levels, unless the configured level omits warnings. Channel queues that are sending keep the old
 * level until they finish.
 */
export function createLevelSwitch(log: Logger): () => void {
  const configured = log.level;
  const other = VERBOSE_LEVELS.includes(configured) ? DEFAULT_LEVEL : VERBOSE_LEVEL;
  return () => {
    const before = log.level;
    log.level = before === configured ? other : configured;
    log.warn({ before, now: log.level }, 'log level changed');
  };
}
