import type { MarketDescription } from '#src/alerts/description.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Segments } from '#src/messages/segment.ts';
import type { ViewContext } from '../../views/context.ts';
import { momentText } from '../../views/moment.ts';
import { drawSegments } from '../segments.ts';

const NAME_LENGTH = 60;
/** Maximum length of a line with its link; a longer link is left out. */
const LINE_LENGTH = 320;
const UNPRICED: Wei = -1n;

/** One line of a summary. */
export interface SummaryItem {
  /** From the earliest stage to the latest; at least one. */
  readonly alerts: readonly MarketDescription[];
  /** The latest stage, which the line describes. */
  readonly latest: MarketDescription;
}

/** Groups these alerts into lines, in order. */
function itemsOf(alerts: readonly MarketDescription[]): readonly SummaryItem[] {
  const byLine = Map.groupBy(alerts, ({ line }, position) => line?.key ?? position);
  return [...byLine.values()].flatMap((together) => {
    const inOrder = together.toSorted((a, b) => (a.line?.stage ?? 0) - (b.line?.stage ?? 0));
    const latest = inOrder.at(-1);
    return latest === undefined ? [] : [{ alerts: inOrder, latest }];
  });
}

const hasAmount = (segments: Segments): boolean =>
  segments.some(
    (segment) => segment.type === 'amount' || ('segments' in segment && hasAmount(segment.segments)),
  );

/** Removes emphasis: a line of a summary only emphasizes amounts. */
const withoutEmphasis = (segments: Segments): Segments =>
  segments.flatMap((segment) => (segment.type === 'strong' ? segment.segments : [segment]));

/** Describes the event briefly. The signs show the kind, so a name and a price are sufficient if there is a price. */
function shortText({ headline, standing, price, subject }: MarketDescription): Segments {
  if (standing !== null) return withoutEmphasis(standing.headline);
  if (price.text === null || !hasAmount(headline)) return withoutEmphasis(headline);
  return [
    { type: 'link', segments: subject.short, url: subject.url },
    { type: 'text', text: ' · ' },
    ...price.text,
  ];
}

/**
 * Formats `💰 Punk #7 · 22.75 ETH`. A line with several alerts has all their signs: `🔨⏰🏁 Punk #7 sold at auction for 3
 * ETH · 3 alerts`. The summary gives their times; a line only gives the end of something that is still open.
 */
export function summaryLine({ alerts, latest }: SummaryItem, links: boolean, view: ViewContext): string {
  const signs = [...new Set(alerts.map(({ group }) => group.sign))].join('');
  const { layouts } = view.messages;
  const text = shortText(latest);
  const moment = latest.standing?.moment ?? null;
  const lineWith = (withLinks: boolean): string => {
    const style = { nameLength: NAME_LENGTH, strongAmounts: true } as const;
    const draw = (segments: Segments) =>
      drawSegments(segments, view, { ...style, links: withLinks, wallets: withLinks ? 'linked' : 'code' });
    const ends = moment !== null && moment.means === 'ends' && momentText(moment.at) !== null;
    return [
      `${signs} ${draw(text)}`,
      ...(alerts.length === 1 ? [] : [layouts.alerts(alerts.length)]),
      ...(ends ? [draw(layouts.ends({ type: 'time', at: moment.at, style: 'relative' }))] : []),
    ].join(' · ');
  };
  const linked = lineWith(links);
  return linked.length <= LINE_LENGTH ? linked : lineWith(false);
}

/** Sorts by importance: by rank, then by price, then by time. */
export function byImportance(alerts: readonly MarketDescription[]): readonly SummaryItem[] {
  const compare = (a: Wei, b: Wei): number => (a === b ? 0 : a > b ? -1 : 1);
  const priceOf = ({ latest }: SummaryItem): Wei => latest.price.amount ?? UNPRICED;
  return itemsOf(alerts).toSorted(
    (a, b) =>
      a.latest.rank - b.latest.rank ||
      compare(priceOf(a), priceOf(b)) ||
      a.latest.occurredAt - b.latest.occurredAt,
  );
}
