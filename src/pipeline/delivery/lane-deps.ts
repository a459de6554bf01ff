import type { Logger } from 'pino';
import type { ChannelRules, Clock, Notifier } from '../ports.ts';
import type { EditPace } from './edit-pace.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { LaneOutbox } from './in-slices.ts';
import type { Turns } from './turns.ts';

/** What a lane needs of its surroundings. */
export interface LaneDeps {
  readonly outbox: LaneOutbox;
  readonly notifier: Notifier;
  readonly rules: ChannelRules;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** The queue of all lanes for requests to Discord. */
  readonly turns: Turns;
  readonly editPace: EditPace;
  /** How messages of other lanes fare. */
  readonly elsewhere: Elsewhere;
  /** The time by which what waits grows old, epoch ms (`domain/elapsed.ts`). */
  readonly ageNow: () => number;
  /** A lane was stopped: those who made its rules are to be told. */
  readonly onStopped: () => void;
  /** The token was refused: nothing can be sent any more. */
  readonly onUnauthorized: () => void;
}

/** One lane at work. */
export interface LaneRun extends LaneDeps {
  readonly channelId: string;
  /** Aborts when no more work is to be begun. */
  readonly signal: AbortSignal;
}
