import { fileURLToPath } from 'node:url';
import type { Answered } from '../../marketplace/http/requests.ts';
import type { DemoOptions } from '../options.ts';
import type { DrivenClock } from './driven-clock.ts';

/** World seconds a second from which on the clock of the bot runs as fast as the market: below, weeks take hours. */
const FAST_FROM = 5_000;
const FEED_PATH = '/api/activities';
const READ_CLOCK = fileURLToPath(new URL('read-clock.mjs', import.meta.url));

/** Whether the demo's time itself runs fast (docs/decisions/045). Several bots share a database, whose clock does not. */
export const runsFast = ({ replay, speed, nodes, database }: DemoOptions): boolean =>
  replay.length > 0 && speed >= FAST_FROM && nodes === 1 && database === 'sqlite';

/** What a bot needs that reads the demo's clock. */
export const fastEnvironment = (clockFile: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${READ_CLOCK}`,
  DEMO_CLOCK_FILE: clockFile,
  POLL_SCHEDULE: '* * * * * *',
});

/** Keeps the clock near the bot's requests of the feed. */
export const noteFeedReads =
  (clock: Pick<DrivenClock, 'noteAsked'>) =>
  ({ path, askedAtMs }: Answered): void => {
    if (path === FEED_PATH) clock.noteAsked(askedAtMs);
  };
