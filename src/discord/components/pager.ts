import type { APIButtonComponent } from 'discord-api-types/v10';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Row } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { ViewContext } from '../views/context.ts';
import { button, buttonRows, disabledButton } from './buttons.ts';
import type { Destination } from './link.ts';

/** Returns the number of pages, as far as known; `null` if it is only known that there are more. */
function pageCount(page: Page<unknown>, pageSize: number): number | null {
  if (page.total !== null) return Math.max(1, Math.ceil(page.total / pageSize));
  return page.hasNext ? null : page.page;
}

/** Formats `page 2 of 13`, or without the total while that is unknown. */
export function pageText(page: Page<unknown>, pageSize: number, { messages }: ViewContext): string {
  const last = pageCount(page, pageSize);
  const { lists } = messages;
  return last === null ? lists.page(page.page) : lists.pageOf(page.page, last);
}

/**
 * Buttons first, previous, next and last of a list; unavailable ones are disabled, and a list of one page has no row.
 * The custom id of a disabled button has a suffix of its own, because Discord rejects duplicate ids in a message.
 */
export function pagerRow(
  destinationOf: (page: number) => Destination,
  page: Page<unknown>,
  pageSize: number,
  context: Pick<AnswerContext, 'requester' | 'services'>,
): readonly Row[] {
  const last = pageCount(page, pageSize);
  if (last === 1) return [];
  const { lists } = context.services.view.messages;
  const toPage = (label: string, name: string, target: number | null): APIButtonComponent => {
    const leads = target !== null && target !== page.page && target >= 1 && (last === null || target <= last);
    return leads ? button(label, destinationOf(target), context) : disabledButton(label, name);
  };
  const hasPrevious = page.page > 1;
  const isSecond = page.page === 2;
  const isBeforeLast = last !== null && page.page === last - 1;
  return buttonRows([
    toPage(lists.first, 'first', hasPrevious && !isSecond ? 1 : null),
    toPage(lists.previous, 'previous', hasPrevious ? page.page - 1 : null),
    toPage(lists.next, 'next', page.hasNext || (last !== null && page.page < last) ? page.page + 1 : null),
    toPage(lists.last, 'last', isBeforeLast ? null : last),
  ]);
}
