import { createRandom, type Random } from '../random/random.ts';
import type { Visibility } from '../world/world.ts';
import { type FaultSpec, faultSpec } from './spec.ts';

/** The default path: the whole read API. */
const EVERYWHERE = '*';
const FEED_PATH = '/api/activities';

/** The active faults. */
export interface Faults {
  /**
   * Sets the faults of a path (exact, or a prefix that ends in `*`; default the whole read API), replacing
   * earlier ones. Throws a ZodError for an invalid spec.
   */
  set(spec: FaultSpec, path?: string): void;
  /** Removes the faults of one path, or all of them. */
  clear(path?: string): void;
  current(): Readonly<Record<string, FaultSpec>>;
}

/** The faults of one request, and the random stream for their details. */
export interface Taken {
  readonly spec: FaultSpec;
  readonly random: Random;
}

/** The faults as the server and the world use them. */
export interface FaultPlan extends Faults {
  /** The faults of a request to this path, drawn by `chance` and counted against `times`. */
  take(path: string): Taken;
  /** When the feed shows an event of now. */
  readonly visibility: () => Visibility;
  /** The faults that change what the feed shows. */
  readonly feed: () => FaultSpec;
}

export function createFaults(): FaultPlan {
  const specs = new Map<string, FaultSpec>();
  let happened = 0;
  let drawn = 0;

  const matching = (path: string): readonly [string, FaultSpec][] =>
    [...specs].filter(([pattern]) => covers(pattern, path));

  const feed = (): FaultSpec => combined(matching(FEED_PATH));

  return {
    feed,
    set(spec, path = EVERYWHERE) {
      drawn = 0;
      specs.set(path, faultSpec.parse(spec));
    },
    clear(path) {
      if (path === undefined) specs.clear();
      else specs.delete(path);
    },
    current: () => Object.fromEntries(specs),
    take(path) {
      const taken = matching(path).filter(([pattern, { chance, seed }]) => {
        if (chance === undefined) return true;
        drawn += 1;
        return createRandom(`${seed ?? 1}:${pattern}:${drawn}`).chance(chance);
      });
      for (const [pattern, { times, ...rest }] of taken) {
        if (times === 1) specs.delete(pattern);
        else if (times !== undefined) specs.set(pattern, { ...rest, times: times - 1 });
      }
      const spec = combined(taken);
      drawn += 1;
      return { spec, random: createRandom(`${spec.seed ?? 1}:request:${drawn}`) };
    },
    visibility() {
      const { gap, late } = feed();
      if (gap === true) return 'never';
      if (late === undefined) return 'at once';
      happened += 1;
      return happened % late.every === 0 ? { lateByMs: late.byMs } : 'at once';
    },
  };
}

/** Later faults override earlier ones. */
function combined(specs: readonly (readonly [string, FaultSpec])[]): FaultSpec {
  return Object.assign({}, ...specs.map(([, spec]) => spec));
}

function covers(pattern: string, path: string): boolean {
  if (pattern === EVERYWHERE) return path.startsWith('/api/');
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
