import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Page } from '../../domain/page.ts';
import type { AnswerContext, Row } from '../answer.ts';
import { writeTicket } from '../custom-id.ts';
import type { Place } from '../place.ts';
import { type NumberContext, numberText } from '../views/numbers.ts';
import { buttonRows } from './buttons.ts';

/** A place that is one page of a list. */
type ListPlace = Extract<Place, { readonly page: number }>;

/** How many pages the list has, as far as that can be known; `null` when only "there is more" is. */
function pageCount(page: Page<unknown>, pageSize: number): number | null {
  if (page.total !== null) return Math.max(1, Math.ceil(page.total / pageSize));
  return page.hasNext ? null : page.page;
}

/** `page 2 of 13`, or without the end while that is not known. */
export function pageText(page: Page<unknown>, pageSize: number, context: NumberContext): string {
  const last = pageCount(page, pageSize);
  const place = `page ${numberText(page.page, context)}`;
  return last === null ? place : `${place} of ${numberText(last, context)}`;
}

/**
 * First, previous, next, last: what cannot be done is greyed out, and a list of one page has no row. The custom id of a
 * greyed button differs by a suffix, because Discord takes no id twice in a message.
 */
export function pagerRow(
  place: ListPlace,
  page: Page<unknown>,
  pageSize: number,
  context: Pick<AnswerContext, 'asker'>,
): readonly Row[] {
  const last = pageCount(page, pageSize);
  if (last === 1) return [];
  const { asker } = context;
  const button = (label: string, name: string, target: number | null): APIButtonComponent => {
    const leads =
      target !== null && target !== place.page && target >= 1 && (last === null || target <= last);
    return {
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label,
      custom_id: leads ? writeTicket({ place: { ...place, page: target }, asker }) : `off.${name}`,
      ...(leads ? {} : { disabled: true }),
    };
  };
  const hasPrevious = place.page > 1;
  const isSecond = place.page === 2;
  const isBeforeLast = last !== null && place.page === last - 1;
  return buttonRows([
    button('« First', 'first', hasPrevious && !isSecond ? 1 : null),
    button('‹ Previous', 'previous', hasPrevious ? place.page - 1 : null),
    button('Next ›', 'next', page.hasNext || (last !== null && place.page < last) ? place.page + 1 : null),
    button('Last »', 'last', isBeforeLast ? null : last),
  ]);
}
