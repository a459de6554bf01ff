import { type EmbeddedMarketplace, startMarketplace } from '../../../../sandbox/marketplace/marketplace.ts';

type Options = NonNullable<Parameters<typeof startMarketplace>[0]>;

/** 2026-03-01T12:00:00Z, so that no test depends on today. */
export const START_MS = Date.UTC(2026, 2, 1, 12);

export interface TestMarketplace extends EmbeddedMarketplace {
  /** Advances wall time. */
  passTime(ms: number): void;
  text(path: string): Promise<string>;
  json(path: string): Promise<unknown>;
  /** The list of an answer, by its key. */
  list(path: string, name: string): Promise<readonly Record<string, unknown>[]>;
}

/** A marketplace with a manual clock. */
export async function startAt(startMs: number, options: Options = {}): Promise<TestMarketplace> {
  let nowMs = startMs;
  const marketplace = await startMarketplace({ ...options, now: () => nowMs });
  const text = async (path: string): Promise<string> => (await fetch(`${marketplace.url}${path}`)).text();
  const json = async (path: string): Promise<unknown> => JSON.parse(await text(path));
  return {
    ...marketplace,
    [Symbol.asyncDispose]: () => marketplace[Symbol.asyncDispose](),
    passTime(ms) {
      nowMs += ms;
    },
    text,
    json,
    async list(path, name) {
      const items = recordOf(await json(path))[name];
      if (!Array.isArray(items)) throw new TypeError(`${path} has no list ${name}.`);
      return items.map(recordOf);
    },
  };
}

/** A test's marketplace at the default time. */
export const start = (options?: Options): Promise<TestMarketplace> => startAt(START_MS, options);

/** A JSON object as a record. Throws a TypeError for anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${JSON.stringify(value)} is not an object.`);
  }
  return Object.fromEntries(Object.entries(value));
}
