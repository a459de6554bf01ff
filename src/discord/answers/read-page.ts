import type { Dated } from '../../domain/dated.ts';
import type { Page } from '../../domain/page.ts';

/**
 * The page of a list that somebody asked for, or the last one where the list has become shorter than that. Without a
 * known end, the first one stands in for it.
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

/** A server may not say which page it gave, so the number that was asked for counts. */
function numbered<P extends Page<unknown>>(answer: Dated<P>, page: number): Dated<P> {
  return { ...answer, value: { ...answer.value, page } };
}

/** A page of a list that is here as a whole; the last one for a number beyond it. */
export function pageOfAll<T>(items: readonly T[], wanted: number, pageSize: number): Page<T> {
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
