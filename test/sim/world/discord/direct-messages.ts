import type { Interval } from '../../interval.ts';

/** Why Discord refuses direct messages to somebody: by their choice, or because they share no server with the bot. */
export type DirectMessageRefusal = 50_007 | 50_278;

/** A request of the bot to write to a person. */
export interface DirectMessageTry {
  readonly userId: string;
  readonly what: 'open' | 'post';
  /** ms since the start of the history. */
  readonly at: number;
  /** `unknown` where a fault or a limit touched the request. */
  readonly answer: 'accepted' | 'refused' | 'unknown';
}

/** Who accepts direct messages, and what the bot tried. */
export interface DirectMessages {
  /** Returns the number of the time for which they are refused. */
  close(userId: string, refusal: DirectMessageRefusal): number;
  /** @param closing only where that is the latest time for which they are refused */
  open(userId: string, closing?: number): void;
  /** `null` where they are accepted. */
  refusalOf(userId: string): DirectMessageRefusal | null;
  note(tried: Omit<DirectMessageTry, 'at'>): void;
  readonly tries: readonly DirectMessageTry[];
  /** When they were refused. */
  readonly closed: readonly (Interval & { readonly userId: string })[];
}

/** @param now ms since the start of the history */
export function createDirectMessages(now: () => number): DirectMessages {
  const refusals = new Map<string, DirectMessageRefusal>();
  const tries: DirectMessageTry[] = [];
  const closed: (Interval & { readonly userId: string })[] = [];

  function open(userId: string, closing?: number): void {
    const last = closed.findLast((one) => one.userId === userId);
    if (closing !== undefined && closed[closing] !== last) return;
    if (refusals.delete(userId) && last !== undefined) last.to = now();
  }

  return {
    tries,
    closed,
    open,
    close(userId, refusal) {
      open(userId);
      refusals.set(userId, refusal);
      return closed.push({ userId, from: now(), to: Number.POSITIVE_INFINITY }) - 1;
    },
    refusalOf: (userId) => refusals.get(userId) ?? null,
    note: (tried) => void tries.push({ ...tried, at: now() }),
  };
}
