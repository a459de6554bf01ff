import type { MarketAlert } from '../../domain/alert.ts';
import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import type { Wei } from '../../domain/wei.ts';
import { subjectPage, subjectPrice } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { auctionOutcome } from './digest-auction.ts';
import { headline, type Writing } from './headline.ts';
import { momentText } from './moment.ts';

const NAME_ROOM = 60;
/** With its link a line is no longer than this; a longer link is left out. */
const LINE_LENGTH = 320;

const SIGNS = {
  sale: '💰',
  listing: '🏷️',
  offer: '✋',
  transfer: '📦',
  mint: '✨',
  auction_started: '🔨',
  auction_bid: '📈',
  auction_ending: '⏰',
  auction_ended: '🏁',
  auction_cancelled: '🚫',
  sweep: '🧹',
  storm: '🌀',
} as const;

/** What of a summary is counted together: an alert's kind, where sweeps and storms are kinds of their own. */
export type DigestGroup = keyof typeof SIGNS;

export function groupOf(alert: MarketAlert): DigestGroup {
  return alert.type === 'sweep' || alert.type === 'storm' ? alert.type : alert.kind;
}

/** The sign before everything of a group. */
export function signOf(group: DigestGroup): string {
  return SIGNS[group];
}

/** Alerts that a summary tells in one line: all of one auction, or a single one of anything else. */
export interface DigestItem {
  /** At least one, in the order of an auction's life. */
  readonly alerts: readonly MarketAlert[];
  /** What the line says of them: the latest. */
  readonly latest: MarketAlert;
}

/** The kinds stand in the order of an auction's life. */
const stageOf = ({ kind }: MarketAlert): number => ALERT_KINDS.indexOf(kind);

/** What of the alerts is told in a line each, in their order. */
function itemsOf(alerts: readonly MarketAlert[]): readonly DigestItem[] {
  const byAuction = Map.groupBy(alerts, (alert, position) =>
    alert.type === 'auction' ? alert.auction : position,
  );
  return [...byAuction.values()].flatMap((together) => {
    const inOrder = together.toSorted((a, b) => stageOf(a) - stageOf(b));
    const latest = inOrder.at(-1);
    return latest === undefined ? [] : [{ alerts: inOrder, latest }];
  });
}

/**
 * A line of a summary: `💰 Punk #7 sold for 22.75 ETH · 2 hours ago`. An auction has the signs of all that is told of it:
 * `🔨⏰🏁 Punk #7 sold at auction for 3 ETH · 3 alerts · 2 hours ago`.
 */
export function digestLine({ alerts, latest }: DigestItem, context: ViewContext): string {
  const page = subjectPage(latest, context);
  const signs = [...new Set(alerts.map((alert) => signOf(groupOf(alert))))].join('');
  const lineWith = (url: string | null) => {
    const writing: Writing = {
      name: (name) => (url === null || name === '' ? name : `[${name}](${url})`),
      amount: (amount) => `**${amount}**`,
    };
    const [what, when] =
      latest.type === 'auction'
        ? auctionOutcome(latest, NAME_ROOM, context, writing)
        : [headline(latest, NAME_ROOM, context, writing), momentText(latest.occurredAt)];
    const more = alerts.length === 1 ? [] : [counted(alerts.length, 'alert', context)];
    return [`${signs} ${what}`, ...more, ...(when === null ? [] : [when])].join(' · ');
  };
  const linked = lineWith(page);
  return linked.length <= LINE_LENGTH ? linked : lineWith(null);
}

const UNPRICED: Wei = -1n;

/** The most important first: auctions that ended, then by price; what costs the same in the order of time. */
export function byImportance(alerts: readonly MarketAlert[]): readonly DigestItem[] {
  const ended = (alert: MarketAlert): number => (alert.kind === 'auction_ended' ? 0 : 1);
  const compare = (a: Wei, b: Wei): number => (a === b ? 0 : a > b ? -1 : 1);
  return itemsOf(alerts)
    .map((item) => ({ item, price: subjectPrice(item.latest) ?? UNPRICED }))
    .toSorted(
      (a, b) =>
        ended(a.item.latest) - ended(b.item.latest) ||
        compare(a.price, b.price) ||
        a.item.latest.occurredAt - b.item.latest.occurredAt,
    )
    .map(({ item }) => item);
}
