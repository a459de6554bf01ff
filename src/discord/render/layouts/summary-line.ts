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
  /** At least one, from the earliest stage to the latest. */
  readonly alerts: readonly MarketDescription[];
  /** What the line says: the latest stage. */
  readonly latest: MarketDescription;
}

/** The lines of these alerts, in their order. */
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

/** What happened in few words: the signs say the kind, so a name and a price are enough where there is one. */
function shortText({ headline, standing, price, subject }: MarketDescription): Segments {
  if (standing !== null) return standing.headline;
  if (price.text === null || !hasAmount(headline)) return headline;
  return [
    { type: 'link', segments: subject.short, url: subject.url },
    { type: 'text', text: ' · ' },
    ...price.text,
  ];
}

/**
 * `💰 Punk #7 · 22.75 ETH`. Several alerts in one line have all their signs: `🔨⏰🏁 Punk #7 sold at auction for 3 ETH ·
 * 3 alerts`. The summary says when they were; a line only says what ends later.
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

/** The most important first: by rank, then by price; at the same price in the order of time. */
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
