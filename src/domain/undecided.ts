import type { MarketAlert } from './alert.ts';
import type { Addressee } from './intake.ts';
import type { Lacking } from './lacking.ts';

/** So long what rules ask about is waited for, ms. */
export const DECIDED_WITHIN_MS = 10 * 60_000;

/** What some rule cannot be decided without. */
export interface Undecided {
  readonly lacking: Lacking;
  /** The feed itself has to tell something that it left out: a price, or who took part. */
  readonly awaitsFeed: boolean;
}

/** An alert that some rule cannot be decided about yet. */
export interface UndecidedAlert extends Undecided {
  readonly alert: MarketAlert;
  /** When it came, epoch ms: rules that are younger are not asked. */
  readonly since: number;
  /** Of the alert; grows with every change. */
  readonly version: number;
}

/** An alert that came before, as it is now. */
export interface RevisedAlert {
  readonly alert: MarketAlert;
  /** Everybody that it fits by now; who has it already gets it no second time. */
  readonly channels: readonly Addressee[];
  /** `null` once every rule is decided; left out where that does not change. */
  readonly undecided?: Undecided | null;
  /** When it came, epoch ms. */
  readonly since: number;
  /** Of the alert that this was made from: where there is a newer one by now, nothing is written; `null` for any. */
  readonly version: number | null;
}

/** Rules that could not be decided for good: those of these channels that were not told by another one. */
export interface GivenUpAlert {
  readonly key: string;
  readonly channelIds: readonly string[];
}
