import { type Address, shortAddress } from '../../domain/address.ts';
import { collectionsOf, type MarketAlert, tokensOf } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { escapedLine } from '../text.ts';
import { subjectPrice } from './alert-subject.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { type DigestGroup, groupOf, signOf } from './digest-lines.ts';
import { numberText } from './numbers.ts';
import { amountText } from './price.ts';

/** Collections named of a group; the others are counted. */
const COLLECTIONS = 3;
const NAME_LENGTH = 40;

const WORDS: Readonly<Record<DigestGroup, readonly [one: string, many: string]>> = {
  sale: ['sale', 'sales'],
  sweep: ['sweep', 'sweeps'],
  storm: ['token traded to and fro', 'tokens traded to and fro'],
  listing: ['listing', 'listings'],
  offer: ['offer', 'offers'],
  transfer: ['transfer', 'transfers'],
  mint: ['mint', 'mints'],
  auction_started: ['auction started', 'auctions started'],
  auction_bid: ['bid', 'bids'],
  auction_ending: ['auction about to end', 'auctions about to end'],
  auction_ended: ['auction over', 'auctions over'],
  auction_cancelled: ['auction cancelled', 'auctions cancelled'],
};

/** Whose prices add up to something: what was paid, not what was asked or bid. */
const ADDS_UP: ReadonlySet<DigestGroup> = new Set<DigestGroup>(['sale', 'sweep', 'storm', 'mint']);

const totalOf = (alerts: readonly MarketAlert[]): Wei =>
  alerts.reduce((sum, alert) => sum + (subjectPrice(alert) ?? 0n), 0n);

function collectionLabel(collection: Address, alerts: readonly MarketAlert[], context: ViewContext): string {
  const [first] = alerts;
  const told = first === undefined ? [] : first.type === 'offer' ? [first] : tokensOf(first);
  const name = told.find((one) => one.collection === collection)?.collectionName ?? null;
  return escapedLine(context.collectionName(collection, name) ?? '', NAME_LENGTH) || shortAddress(collection);
}

/** `Punks (12), Apes (3) and 4 more collections`. */
function collectionsText(alerts: readonly MarketAlert[], context: ViewContext): string {
  const byCollection = new Map<Address, MarketAlert[]>();
  for (const alert of alerts) {
    for (const collection of collectionsOf(alert)) {
      const group = byCollection.get(collection) ?? [];
      group.push(alert);
      byCollection.set(collection, group);
    }
  }
  const ordered = [...byCollection].toSorted(([, a], [, b]) => b.length - a.length);
  const named = ordered
    .slice(0, COLLECTIONS)
    .map(
      ([collection, of]) => `${collectionLabel(collection, of, context)} (${numberText(of.length, context)})`,
    )
    .join(', ');
  const more = ordered.length - COLLECTIONS;
  return more > 0 ? `${named} and ${counted(more, 'more collection', context)}` : named;
}

/** How much is said of each kind: how many, for how much, of which collections. */
type Detail = 'collections' | 'totals' | 'counts';

/**
 * Every alert, counted by kind, a line each. There are twelve kinds at most: bare counts take under 700 characters.
 * @param detail how much is said beside
 */
export function restLines(
  alerts: readonly MarketAlert[],
  detail: Detail,
  context: ViewContext,
): readonly string[] {
  const groups = new Map<DigestGroup, MarketAlert[]>();
  for (const alert of alerts) {
    const group = groups.get(groupOf(alert)) ?? [];
    group.push(alert);
    groups.set(groupOf(alert), group);
  }
  return [...groups].map(([group, of]) => {
    const [one, many] = WORDS[group];
    const total = detail !== 'counts' && ADDS_UP.has(group) ? totalOf(of) : 0n;
    const sum = total === 0n ? '' : ` · **${amountText(total, context)}**`;
    const collections = detail === 'collections' ? collectionsText(of, context) : '';
    const where = collections === '' ? '' : `\n-# ${collections}`;
    return `${signOf(group)} ${counted(of.length, one, context, many)}${sum}${where}`;
  });
}
