import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { NONCE_WINDOW_MS } from './servers.ts';

/** The kinds of fault. Those of the first list are in each round, a long pause in two rounds of three. */
const IN_EACH_ROUND = [
  'kill',
  'pause',
  'postgres-cut',
  'postgres-half-open',
  'postgres-restart',
  'discord-cut',
  'clock',
  'join-and-leave',
] as const;
const LONG_PAUSE = 'long-pause';
const ROUNDS_WITH_LONG_PAUSE = 3;

export const FAULT_KINDS = [...IN_EACH_ROUND, LONG_PAUSE] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultPlan {
  readonly kind: FaultKind;
  /** How long it lasts, ms; 0 for those that last for no time. */
  readonly durationMs: number;
  /** A number in [0, 1) that decides on the rest. */
  readonly fate: number;
}

/** How long each fault lasts, ms. */
const DURATIONS: Readonly<Record<FaultKind, readonly [from: number, to: number]>> = {
  kill: [500, 14_000],
  // Longer than the lease of 10 s.
  pause: [11_000, 25_000],
  'long-pause': [NONCE_WINDOW_MS + 2_000, NONCE_WINDOW_MS + 12_000],
  'postgres-cut': [100, 30_000],
  'postgres-half-open': [100, 30_000],
  'postgres-restart': [0, 0],
  'discord-cut': [500, 20_000],
  clock: [0, 0],
  'join-and-leave': [8_000, 20_000],
};

/** As many short ones as long ones, by the order of magnitude. */
function durationOf(kind: FaultKind, random: Random): number {
  const [from, to] = DURATIONS[kind];
  return from === 0 ? 0 : Math.round(from * (to / from) ** random.next());
}

function shuffled<T>(all: readonly T[], random: Random): readonly T[] {
  return all
    .map((one) => ({ one, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/**
 * Plans faults in rounds, so that each kind comes about equally often. The same seed gives the same plans.
 * @param without kinds that are left out
 */
export function planFaults(
  count: number,
  { random, without = [] }: { readonly random: Random; readonly without?: readonly FaultKind[] },
): readonly FaultPlan[] {
  const plans: FaultPlan[] = [];
  for (let round = 0; plans.length < count; round += 1) {
    const kinds = round % ROUNDS_WITH_LONG_PAUSE === 0 ? IN_EACH_ROUND : FAULT_KINDS;
    for (const kind of shuffled(kinds, random))
      if (!without.includes(kind))
        plans.push({ kind, durationMs: durationOf(kind, random), fate: random.next() });
  }
  return plans.slice(0, count);
}
