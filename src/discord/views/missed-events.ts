import { shortAddress } from '../../chain/address.ts';
import type { ServerHealth } from '../server-health.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

type Gap = ServerHealth['feed']['gaps'][number];

const NAME_LENGTH = 60;
/** Collections of one gap and gaps that are shown in full. */
const COLLECTIONS = 3;
const GAPS = 3;

function sizeText({ collection, atLeast, atMost }: Gap['sizes'][number], context: ViewContext): string {
  const name =
    escapeMarkdownLine(context.collectionName(collection) ?? '', NAME_LENGTH) || shortAddress(collection);
  const { alertHealth: words } = context.messages;
  return atLeast === atMost ? words.salesOf(atLeast, name) : words.salesBetween(atLeast, atMost, name);
}

/** `a gap at <time>: about 12 sales of Foxes were not shown by the marketplace`. */
function gapLine({ noticedAt, sizes }: Gap, context: ViewContext): string {
  const { alertHealth: words } = context.messages;
  const shown = sizes.slice(0, COLLECTIONS).map((size) => sizeText(size, context));
  const more = sizes.length - shown.length;
  const all = more === 0 ? shown : [...shown, words.someOfMore(more)];
  const when = momentText(noticedAt / 1_000, 'f');
  return when === null ? words.gapAtUnknownTime(all.join(', ')) : words.gap(when, all.join(', '));
}

/**
 * Gaps in the feed: how many, and the estimated number of missed sales in the collections that the server follows. No
 * estimate is shown if the marketplace's totals do not allow one. `null` without gaps.
 */
export function missedEventsText(gaps: readonly Gap[], context: ViewContext): string | null {
  const [newest] = gaps;
  if (newest === undefined) return null;
  const { alertHealth: words } = context.messages;
  const last = momentText(newest.noticedAt / 1_000) ?? '';
  const sized = gaps.filter(({ sizes }) => sizes.length > 0).slice(0, GAPS);
  return [words.missedTimes(gaps.length, last), ...sized.map((gap) => gapLine(gap, context))].join('\n');
}
