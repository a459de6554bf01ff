/** Rows or values in one statement: below the limits of both databases for parameters, whatever a row has. */
const MAX_IN_STATEMENT = 500;

/** The items in their order, as many at once as one statement takes. None for no items. */
export function* inChunks<T>(items: readonly T[], size = MAX_IN_STATEMENT): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
