import type { Clock } from '../state/clock.ts';
import type { GatewaySettings } from './settings.ts';

/** Discord docs: Gateway, Session Start Limit. */
const DAY_MS = 86_400_000;

/** How an identify is taken. Beyond the limit of a day Discord resets the token and ends all sessions (Discord docs: Identifying). */
export type IdentifyAnswer = 'accepted' | 'too soon' | 'beyond the limit of a day';

/** Discord's limits for identifies, which count for all connections of an application together. */
export interface IdentifyLimits {
  /** Counts the identify where it is accepted. */
  take(applicationId: string, shardId: number): IdentifyAnswer;
  /** What `/gateway/bot` says. */
  startLimit(applicationId: string): { total: number; remaining: number; reset_after: number };
  /** Identifies accepted since the start. */
  accepted(): number;
  /** Identifies that came too soon after another one of their bucket, or beyond the limit of a day. */
  refused(): number;
}

interface Starts {
  /** Epoch ms of the first identify of the day; `null` before. */
  dayBegan: number | null;
  count: number;
  isTokenReset: boolean;
  /** When each bucket identified last, epoch ms. */
  readonly byBucket: Map<number, number>;
}

export function createIdentifyLimits(
  clock: Clock,
  settings: Pick<GatewaySettings, 'maxConcurrency' | 'identifyIntervalMs' | 'identifiesPerDay'>,
): IdentifyLimits {
  const applications = new Map<string, Starts>();
  const counts = { accepted: 0, refused: 0 };

  function startsOf(applicationId: string): Starts {
    const known = applications.get(applicationId) ?? {
      dayBegan: null,
      count: 0,
      isTokenReset: false,
      byBucket: new Map(),
    };
    applications.set(applicationId, known);
    if (known.dayBegan !== null && clock.now() - known.dayBegan >= DAY_MS)
      Object.assign(known, { dayBegan: null, count: 0 });
    return known;
  }

  function answer(starts: Starts, shardId: number): IdentifyAnswer {
    if (starts.isTokenReset || starts.count >= settings.identifiesPerDay) return 'beyond the limit of a day';
    const last = starts.byBucket.get(shardId % settings.maxConcurrency);
    return last !== undefined && clock.now() - last < settings.identifyIntervalMs ? 'too soon' : 'accepted';
  }

  return {
    take(applicationId, shardId) {
      const starts = startsOf(applicationId);
      const taken = answer(starts, shardId);
      if (taken === 'accepted') {
        starts.byBucket.set(shardId % settings.maxConcurrency, clock.now());
        starts.dayBegan ??= clock.now();
        starts.count += 1;
        counts.accepted += 1;
      } else counts.refused += 1;
      if (taken === 'beyond the limit of a day') starts.isTokenReset = true;
      return taken;
    },
    startLimit(applicationId) {
      const { dayBegan, count } = startsOf(applicationId);
      return {
        total: settings.identifiesPerDay,
        remaining: Math.max(0, settings.identifiesPerDay - count),
        reset_after: dayBegan === null ? DAY_MS : dayBegan + DAY_MS - clock.now(),
      };
    },
    accepted: () => counts.accepted,
    refused: () => counts.refused,
  };
}
