/** Any JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ABSENT_WORDS = new Set(['', '-', 'null', 'undefined']);

/** Returns whether `value` means "absent" in a feed (activity-decoding: `_how`). `0` and `false` are values. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && ABSENT_WORDS.has(value.trim().toLowerCase());
}

/** A path into a record as its segments; build it with `paths`. */
export type Path = readonly string[];

/** Parses paths from a list separated by spaces; a last segment `x[]` means "the only element of the array x". */
export function paths(names: string): readonly Path[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => name.split('.'));
}

/** Reads values of one record at alternative paths. */
export interface FieldReader {
  /** Returns the first value that is present and that `read` accepts, or `null`. */
  first<T>(candidates: readonly Path[], read: (value: unknown) => T | null): T | null;
  /** Returns whether any of the paths contains a value that `test` accepts. */
  any(candidates: readonly Path[], test: (value: unknown) => boolean): boolean;
}

function lowerCaseFields(record: JsonRecord): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const lowerCased = key.toLowerCase();
    if (!isAbsent(value) && !fields.has(lowerCased)) fields.set(lowerCased, value);
  }
  return fields;
}

/**
 * Creates a reader of `record`. The last segment of a path ignores case, the others match exactly (activity-decoding:
 * `_how`).
 */
export function createFieldReader(record: JsonRecord): FieldReader {
  const lowerCased = new Map<JsonRecord, Map<string, unknown>>();

  function lastField(holder: JsonRecord, segment: string): unknown {
    const exact = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    if (!isAbsent(exact)) return exact;
    let fields = lowerCased.get(holder);
    if (fields === undefined) {
      fields = lowerCaseFields(holder);
      lowerCased.set(holder, fields);
    }
    return fields.get(segment.toLowerCase());
  }

  function valueAt(path: Path): unknown {
    let holder = record;
    for (const segment of path.slice(0, -1)) {
      const next = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
      if (!isRecord(next)) return undefined;
      holder = next;
    }
    const last = path.at(-1) ?? '';
    if (!last.endsWith('[]')) return lastField(holder, last);
    const list = lastField(holder, last.slice(0, -2));
    return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  }

  return {
    first(candidates, read) {
      for (const path of candidates) {
        const value = valueAt(path);
        const usable = isAbsent(value) ? null : read(value);
        if (usable !== null) return usable;
      }
      return null;
    },
    any: (candidates, test) => candidates.some((path) => test(valueAt(path))),
  };
}
