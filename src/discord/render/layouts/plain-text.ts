import type { MarketDescription } from '#src/alerts/description.ts';
import { truncate } from '../../text.ts';
import type { ViewContext } from '../../views/context.ts';
import type { Described } from '../describe.ts';
import { drawSegments, type SegmentStyle } from '../segments.ts';

const NAME_LENGTH = 120;
/** Names are not truncated below this length; links are left out first. */
const SHORTEST_NAME = 20;

const STYLE: SegmentStyle = { nameLength: NAME_LENGTH, links: false, wallets: 'code' };

function endText({ standing }: MarketDescription, view: ViewContext): string | null {
  if (standing === null || standing.moment.means !== 'ends') return null;
  const when = { type: 'time', at: standing.moment.at, style: 'relative' } as const;
  return drawSegments(view.messages.layouts.ends(when), view, STYLE);
}

function pagesOf({ subject, transactionUrl }: MarketDescription): readonly string[] {
  const pages = [subject.url, transactionUrl].filter((page) => page !== null);
  return [...new Set(pages)].map((page) => `<${page}>`);
}

/**
 * Formats an alert as one line of plain text, for when Discord refuses its embed. The delivery mark is always at its
 * end; links are left out if they do not fit.
 * @param room maximum length of the line in UTF-16 units; at least 190
 */
export function plainLine(
  { description, mark }: Described<MarketDescription>,
  room: number,
  view: ViewContext,
): string {
  const { label, price, subject } = description;
  const priceText = price.text === null ? [] : [drawSegments(price.text, view, STYLE)];
  const left = room - [label, ...priceText, mark].join(' · ').length - ': '.length;
  const nameLength = Math.min(NAME_LENGTH, Math.max(SHORTEST_NAME, left));
  const name = drawSegments(subject.full, view, { ...STYLE, nameLength });
  let line = [`${label}: ${name}`, ...priceText].join(' · ');
  for (const extra of [endText(description, view), ...pagesOf(description)]) {
    if (extra === null) continue;
    if (line.length + extra.length + mark.length + 6 <= room) line = `${line} · ${extra}`;
  }
  return `${truncate(line, room - mark.length - 3)} · ${mark}`;
}
