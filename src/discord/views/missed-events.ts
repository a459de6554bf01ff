import { shortAddress } from '../../domain/address.ts';
import type { ServerHealth } from '../server-health.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { momentText } from './moment.ts';
import { numberText } from './numbers.ts';

type Gap = ServerHealth['feed']['gaps'][number];

const NAME_LENGTH = 60;
/** Collections of one gap and gaps that are told in full. */
const COLLECTIONS = 3;
const GAPS = 3;

function sizeText({ collection, atLeast, atMost }: Gap['sizes'][number], context: ViewContext): string {
  const name = escapedLine(context.collectionName(collection) ?? '', NAME_LENGTH) || shortAddress(collection);
  const sales =
    atLeast === atMost
      ? counted(atLeast, 'sale', context)
      : `${numberText(atLeast, context)} to ${numberText(atMost, context)} sales`;
  return `${sales} of ${name}`;
}

/** `a gap at <time>: about 12 sales of Foxes were not shown by the marketplace`. */
function gapLine({ noticedAt, sizes }: Gap, context: ViewContext): string {
  const told = sizes.slice(0, COLLECTIONS).map((size) => sizeText(size, context));
  const more = sizes.length - told.length;
  const all = more === 0 ? told : [...told, `some of ${counted(more, 'more collection', context)}`];
  const moment = momentText(noticedAt / 1_000, 'f') ?? 'an unknown time';
  return `a gap at ${moment}: about ${all.join(', ')} were not shown by the marketplace`;
}

/**
 * What the feed did not show: how often, and how much of it in the collections that the server follows, where that can be
 * said. Sizes are estimates; none is told where the marketplace's own totals allow none.
 */
export function missedEventsText(gaps: readonly Gap[], context: ViewContext): string {
  const [newest] = gaps;
  if (newest === undefined) return 'none in the last 7 days';
  const last = momentText(newest.noticedAt / 1_000) ?? '';
  const sized = gaps.filter(({ sizes }) => sizes.length > 0).slice(0, GAPS);
  return [
    `⚠ ${counted(gaps.length, 'time', context)} in the last 7 days events went by faster than they could be read, last ${last}`,
    ...sized.map((gap) => gapLine(gap, context)),
  ].join('\n');
}
