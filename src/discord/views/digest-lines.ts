import type { MarketAlert } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { subjectPage, subjectPrice } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { headline } from './headline.ts';
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
  auction_bid: '🔨',
  auction_ending: '⏰',
  auction_ended: '🏁',
  auction_cancelled: '🔨',
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

/** An alert in one line: `💰 Punk #7 sold for 22.75 ETH · 2 hours ago`. */
export function digestLine(alert: MarketAlert, context: ViewContext): string {
  const page = subjectPage(alert, context);
  const when = momentText(alert.occurredAt);
  const lineWith = (url: string | null) => {
    const what = headline(alert, NAME_ROOM, context, {
      name: (name) => (url === null || name === '' ? name : `[${name}](${url})`),
      amount: (amount) => `**${amount}**`,
    });
    return `${signOf(groupOf(alert))} ${what}${when === null ? '' : ` · ${when}`}`;
  };
  const linked = lineWith(page);
  return linked.length <= LINE_LENGTH ? linked : lineWith(null);
}

const UNPRICED: Wei = -1n;

/** The most important first: auctions that ended, then by price; what costs the same in the order of time. */
export function byImportance(alerts: readonly MarketAlert[]): readonly MarketAlert[] {
  const ended = (alert: MarketAlert): number => (alert.kind === 'auction_ended' ? 0 : 1);
  const compare = (a: Wei, b: Wei): number => (a === b ? 0 : a > b ? -1 : 1);
  return alerts
    .map((alert) => ({ alert, price: subjectPrice(alert) ?? UNPRICED }))
    .toSorted(
      (a, b) =>
        ended(a.alert) - ended(b.alert) ||
        compare(a.price, b.price) ||
        a.alert.occurredAt - b.alert.occurredAt,
    )
    .map(({ alert }) => alert);
}
