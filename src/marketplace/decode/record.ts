/** Any JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ABSENT_WORDS = new Set(['', '-', 'null', 'undefined']);

/** Whether a feed means "nothing" by `value` (activity-decoding: `_how`). `0` and `false` are something. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && ABSENT_WORDS.has(value.trim().toLowerCase());
}

/** A path into a record as its segments; build it with `paths`. */
export type Path = readonly string[];

/** Paths from their names, blanks between them; a last segment `x[]` means "the only element of the array x". */
export function paths(names: string): readonly Path[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => name.split('.'));
}

/** Reads one record through many paths. */
export interface FieldReader {
  /** The first path whose value is present and that `read` can use, or `null`. */
  first<T>(candidates: readonly Path[], read: (value: unknown) => T | null): T | null;
  /** Whether any of the paths holds a value that `test` accepts. */
  any(candidates: readonly Path[], test: (value: unknown) => boolean): boolean;
}

function foldedFields(record: JsonRecord): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const folded = key.toLowerCase();
    if (!isAbsent(value) && !fields.has(folded)) fields.set(folded, value);
  }
  return fields;
}

/**
 * A reader of `record`. The last segment of a path matches in any case, the ones before it as written
 * (activity-decoding: `_how`).
 */
export function createFieldReader(record: JsonRecord): FieldReader {
  const folded = new Map<JsonRecord, Map<string, unknown>>();

  function lastField(holder: JsonRecord, segment: string): unknown {
    const exact = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    if (!isAbsent(exact)) return exact;
    let fields = folded.get(holder);
    if (fields === undefined) {
      fields = foldedFields(holder);
      folded.set(holder, fields);
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
