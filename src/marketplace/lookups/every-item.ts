import type { Page } from '../../domain/page.ts';

/**
 * The items of all pages of a list, one after the other, asking for a page when the one before it is used up. It ends
 * with the list, after `mostPages`, and at a page that the server has given before: then it ignores the page number.
 * @param readPage asks for one page, counted from 1; what it throws ends the iteration
 * @param options.identityOf tells items apart: rows move between pages while a list is read, and each is given once
 */
export async function* everyItem<T>(
  readPage: (page: number) => Promise<Page<T>>,
  options: { readonly mostPages: number; readonly identityOf: (item: T) => string },
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  for (let page = 1; page <= options.mostPages; page += 1) {
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
