import type { Dated } from '#src/chain/dated.ts';
import type { Page } from '#src/marketplace/pagination.ts';

/**
 * The requested page of a list, or the last one where the list has become shorter. With an unknown total, the first
 * page is returned instead.
 * @param wanted from 1
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

/** The response may not include the page number, so the requested one is used. */
function numbered<P extends Page<unknown>>(answer: Dated<P>, page: number): Dated<P> {
  return { ...answer, value: { ...answer.value, page } };
}

/** A page of a complete list; the last one for a number beyond it. */
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
