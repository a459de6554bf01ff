import type { History } from '../history.ts';
import { channelIdOf, type SimulatedChannel } from '../world/discord/state.ts';

/** After at least so many 5xx in a row, the bot may blame the message instead of the channel. */
const BLAMED_AFTER_TRIES = 10;
/** After at least so many it may have tried all layouts for three minutes, and the message behind as a control. */
const ABANDONED_AFTER_TRIES = 20;

/** What Discord's failures of one channel alone may make the bot do, because they look like failures of its message. */
export interface BlamedChannel {
  /** The last time at which Discord was told to fail there; `-Infinity` for never, or too seldom. */
  readonly until: number;
  /** How many alerts may be given up; health shows them (docs/design/sending.md). */
  readonly abandoned: 0 | 1;
}

/** Reads from the steps for how long Discord answered posts of this channel alone with 5xx. */
export function blamedChannel({ steps }: History, { id }: SimulatedChannel): BlamedChannel {
  const failures = steps.flatMap((step) =>
    step.do === 'discord fault' &&
    step.channel !== null &&
    channelIdOf(step.channel) === id &&
    step.part !== 'read' &&
    (step.fault === 'fail' || step.fault === 'html')
      ? [step]
      : [],
  );
  const tries = failures.reduce((sum, { times }) => sum + times, 0);
  return {
    until: tries < BLAMED_AFTER_TRIES ? Number.NEGATIVE_INFINITY : Math.max(...failures.map(({ at }) => at)),
    abandoned: tries < ABANDONED_AFTER_TRIES ? 0 : 1,
  };
}
