import { hexOf } from './hex.ts';

/** A seeded random generator: the same key gives the same numbers, independent of other generators. */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** An integer in [0, below). */
  below(limit: number): number;
  /** An integer in [from, to], both included. */
  between(from: number, to: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** A draw of the standard normal distribution. */
  normal(): number;
  /** A draw of the exponential distribution with the given mean. */
  exponential(mean: number): number;
}

/** An sfc32 generator whose state is hashed from the key, so that each batch of events can have its own. */
export function createRandom(key: string): Random {
  const next = sfc32(hexOf(key, 32));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: (mean) => -Math.log(1 - next()) * mean,
  };
}

function sfc32(seed: string): () => number {
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => Number.parseInt(seed.slice(at, at + 8), 16) | 0) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
}

/** One item of a list. Throws a RangeError when the list is empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from an empty list.');
  return item;
}

/** One item of a list, chosen in proportion to its weight. Throws a RangeError when the list is empty. */
export function pickWeighted<T>(random: Random, items: readonly T[], weightOf: (item: T) => number): T {
  let left = random.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
  for (const item of items) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  return pick(random, items.slice(-1));
}
