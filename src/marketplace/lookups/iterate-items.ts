import type { Page } from '../model/page.ts';

/**
 * Iterates over the items of all pages, reading each page on demand. Ends with the list, after `maxPages`, and at a page
 * without new items, which means that the server ignores the page number.
 * @param readPage reads one page, counted from 1; its error ends the iteration
 * @param options.identityOf identifies an item: rows move between pages while a list is read, and each is yielded once
 */
export async function* iterateItems<T>(
  readPage: (page: number) => Promise<Page<T>>,
  options: { readonly maxPages: number; readonly identityOf: (item: T) => string },
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  for (let page = 1; page <= options.maxPages; page += 1) {
    const { items, hasNext } = await readPage(page);
    const before = seen.size;
    for (const item of items) {
      const identity = options.identityOf(item);
      if (seen.has(identity)) continue;
      seen.add(identity);
      yield item;
    }
    if (!hasNext || (items.length > 0 && seen.size === before)) return;
  }
}
