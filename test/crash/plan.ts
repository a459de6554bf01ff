import type { FaultAction } from '../../sandbox/discord/faults/faults.ts';
import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { COMMITS, type KillPoint, REQUESTS, writeKillPoint } from './kill-points.ts';

/** How one life of the bot ends. */
export interface Death {
  /** For the table. */
  readonly name: string;
  /** What the process does to itself; `null` where it is killed from outside. */
  readonly point: string | null;
  /** `moment`: after so many ms. `accepted`: Discord took a message and has not answered. `lost`: the answer was lost, too. */
  readonly outside: 'moment' | 'accepted' | 'lost' | null;
  /** For `moment`. */
  readonly afterMs: number;
  /** What meets the first message of this life, so that the point is reached at all. */
  readonly trouble: FaultAction | null;
  /** How much later it is when the next life begins, ms: beyond the nonce window, or a clock that was set. */
  readonly laterMs: number;
}

/** Beyond the minute in which the same nonce posts nothing twice. */
const BEYOND_NONCE_MS = 75_000;
/** The first of its kind, or one of the next: the one in the middle of a burst. */
const LAST_COUNT = 4;
const LIVES_MS = { from: 50, to: 2_500 };

/** Every named point. A read-back needs an earlier death whose message has no answer, and more than a minute between. */
function named(): readonly Omit<KillPoint, 'count'>[] {
  const sides = ['before', 'after'] as const;
  const commits = Object.keys(COMMITS).flatMap((name) =>
    sides.map((side) => ({ of: 'commit', side, name }) as const),
  );
  const requests = Object.keys(REQUESTS).flatMap((name) =>
    sides.map((side) => ({ of: 'request', side, name }) as const),
  );
  return [...commits, ...requests];
}

/** A message without an answer is asked about after seven seconds. */
const BEYOND_REQUEST_MS = 10_000;

/** Points that are reached only after a death that left a message without an answer, and how much later, ms. */
const AFTER_DOUBT: ReadonlyMap<string, number> = new Map([
  ['recover', 0],
  ['try again', BEYOND_REQUEST_MS],
  ['read back', BEYOND_NONCE_MS],
]);
/** Points that are reached only when Discord does something to a message. */
const AFTER_TROUBLE: ReadonlyMap<string, FaultAction> = new Map([
  ['mark ambiguous', { do: 'process-then-reset' }],
  ['release', { do: 'rate-limit', retryAfterMs: 200 }],
]);

/** So many deaths: each named point in turn, with what has to come before it, and every third at a random moment. */
export function planDeaths(kills: number, random: Random): readonly Death[] {
  const moment = (): Death => ({
    name: 'any moment',
    point: null,
    outside: 'moment',
    afterMs: random.between(LIVES_MS.from, LIVES_MS.to),
    trouble: null,
    laterMs: 0,
  });
  const outside = (how: 'accepted' | 'lost', laterMs: number): Death => ({
    name: how === 'accepted' ? 'Discord took it, no answer yet' : 'the answer was lost',
    point: null,
    outside: how,
    afterMs: 0,
    trouble: null,
    laterMs,
  });
  const round: (() => readonly Death[])[] = named().map((point) => () => {
    const doubt = AFTER_DOUBT.get(point.name);
    const trouble = AFTER_TROUBLE.get(point.name) ?? null;
    const count = doubt === undefined && trouble === null ? random.between(1, LAST_COUNT) : 1;
    const death: Death = {
      name: `${point.side} the ${point.of} “${point.name}”`,
      point: writeKillPoint({ ...point, count }),
      outside: null,
      afterMs: 0,
      trouble,
      laterMs: 0,
    };
    return doubt === undefined ? [death] : [outside('accepted', doubt), death];
  });
  const sources = [...round, () => [outside('accepted', 0)], () => [outside('lost', BEYOND_NONCE_MS)]];
  const deaths: Death[] = [];
  for (let turn = 0; deaths.length < kills; turn += 1) {
    deaths.push(...(sources[turn % sources.length]?.() ?? []), moment());
  }
  return deaths.slice(0, kills);
}
