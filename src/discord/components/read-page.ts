import type { Dated } from '#src/chain/dated.ts';
import type { Page } from '#src/marketplace/pagination.ts';

/**
 * Reads the requested page of a list, or the last one if the list has become shorter. With an unknown total, it reads
 * the first page instead.
 * @param wanted page number, from 1
 */
export async function readPage<P extends Page<unknown>>(
  wanted: number,
  pageSize: number,
  read: (page: number) => Promise<Dated<P>>,
): Promise<Dated<P>> {
  const answer = await read(wanted);
  const { items, total, hasNext } = answer.value;
  if (wanted === 1 || items.length > 0 || hasNext) return numbered(answer, wanted);
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  return last >= wanted ? numbered(answer, wanted) : numbered(await read(last), last);
}

/** Adds the requested page number, because the response may not include it. */
function numbered<P extends Page<unknown>>(answer: Dated<P>, page: number): Dated<P> {
  return { ...answer, value: { ...answer.value, page } };
}

/** Returns a page of a complete list; the last one for a number beyond it. */
export function paginate<T>(items: readonly T[], wanted: number, pageSize: number): Page<T> {
  const last = Math.max(1, Math.ceil(items.length / pageSize));
  const page = Math.min(wanted, last);
  return {
    items: items.slice((page - 1) * pageSize, page * pageSize),
    page,
    total: items.length,
    hasNext: page < last,
    unreadable: 0,
  };
}
