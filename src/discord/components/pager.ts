import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Page } from '#src/marketplace/pagination.ts';
import type { AnswerContext } from '../answer-context.ts';
import { type Destination, writeScreenId } from '../screens/link.ts';
import type { ViewContext } from '../views/context.ts';
import { buttonRows } from './buttons.ts';
import type { Row } from './row.ts';

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
 * Builds the buttons first, previous, next and last of a list. Unavailable ones are disabled, and a list of one page
 * has no row. The custom id of a disabled button has a unique suffix, because Discord rejects duplicate ids in a
 * message.
 */
export function pagerRow(
  destinationOf: (page: number) => Destination,
  page: Page<unknown>,
  pageSize: number,
  { requester, services }: Pick<AnswerContext, 'requester' | 'services'>,
): readonly Row[] {
  const last = pageCount(page, pageSize);
  if (last === 1) return [];
  const { lists } = services.view.messages;
  const button = (label: string, name: string, target: number | null): APIButtonComponent => {
    const leads = target !== null && target !== page.page && target >= 1 && (last === null || target <= last);
    return {
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label,
      custom_id: leads ? writeScreenId({ destination: destinationOf(target), requester }) : `off.${name}`,
      ...(leads ? {} : { disabled: true }),
    };
  };
  const hasPrevious = page.page > 1;
  const isSecond = page.page === 2;
  const isBeforeLast = last !== null && page.page === last - 1;
  return buttonRows([
    button(lists.first, 'first', hasPrevious && !isSecond ? 1 : null),
    button(lists.previous, 'previous', hasPrevious ? page.page - 1 : null),
    button(lists.next, 'next', page.hasNext || (last !== null && page.page < last) ? page.page + 1 : null),
    button(lists.last, 'last', isBeforeLast ? null : last),
  ]);
}
