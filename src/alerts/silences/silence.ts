import { DAY_MS } from '#src/chain/durations.ts';

/** What a silence is about: all alerts of a server, or those of one channel, rule, collection, wallet or token. */
export const SILENCE_SCOPES = ['server', 'channel', 'rule', 'collection', 'wallet', 'token'] as const;
export type SilenceScope = (typeof SILENCE_SCOPES)[number];

/** Maximum active silences of a server, or of a user's watches. */
export const MAX_SILENCES = 50;
/** Minimum and maximum duration. */
export const MIN_SILENCE_MS = 60_000;
export const MAX_SILENCE_MS = 366 * DAY_MS;

/** A silence as somebody asks for it. Times are whole seconds of Discord's clock, epoch ms. */
export interface NewSilence {
  /** The server, or the user as the target of their own rules. */
  readonly guildId: string;
  readonly scope: SilenceScope;
  /** Id or address of the channel, rule, collection or wallet; the key of a token (`tokenKey`); empty for a server. */
  readonly target: string;
  /** The only channel in which it applies; `null` for all. Set for a channel and for a rule. */
  readonly channelId: string | null;
  readonly startsAt: number;
  /** The first moment that is not silenced. */
  readonly endsAt: number;
  readonly createdBy: string;
  /** Whether a summary of what it left out is posted after its end. Only for a channel; false by default. */
  readonly isSummarised?: boolean;
}

/** A saved silence. */
export interface Silence extends NewSilence {
  readonly id: number;
  readonly isSummarised: boolean;
  /** When its summary was queued, epoch ms; `null` before, and without one. */
  readonly summarisedAt: number | null;
  /** Alerts that it has left out so far. */
  readonly dropped: number;
}

/** @param at Discord's time, epoch ms */
export const isOver = ({ endsAt }: Pick<Silence, 'endsAt'>, at: number): boolean => endsAt <= at;

/** @param at epoch ms */
export const wholeSeconds = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** How long after its end a silence is summed up: the marketplace may report its last events late. */
const REPORTED_WITHIN_MS = 60_000;
/** How long the summary waits for a feed that cannot be read. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Returns the latest end of silences that can be summed up now by one clock, epoch ms.
 * @param now its time
 * @param readUpTo its time up to which the feed was read; `null` before the first poll
 */
export const summarisedUpTo = (now: number, readUpTo: number | null): number =>
  Math.max(now - MAX_WAIT_MS, (readUpTo ?? 0) - REPORTED_WITHIN_MS);
