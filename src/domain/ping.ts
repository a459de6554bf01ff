import type { Alert, SoldItem } from './alert.ts';
import type { PingRule } from './settings.ts';
import type { Wei } from './wei.ts';

/** Only the chain's own coin can be compared with a minimum; `null` for what is told in another or not at all. */
function ownCoin({ price, currency }: Pick<SoldItem, 'price' | 'currency'>): Wei | null {
  return currency === null ? price : null;
}

/** What an alert is about, in wei: a price, a sweep's total, a bid. `null` where there is no price to speak of. */
function priceOf(alert: Alert): Wei | null {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return ownCoin(alert.item);
    case 'sweep': {
      const prices = alert.items.map(ownCoin).filter((price) => price !== null);
      return prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0n);
    }
    case 'offer':
    case 'move':
      return ownCoin(alert);
    case 'auction':
      return alert.highestBid ?? alert.startingPrice;
    case 'notice':
      return null;
    default:
      return alert satisfies never;
  }
}

/** A notice mentions those whom it is for, never a role. */
function deservesPing(alert: Alert, { minimum }: PingRule): boolean {
  if (alert.type === 'notice') return false;
  if (minimum === null) return true;
  const price = priceOf(alert);
  return price !== null && price >= minimum;
}

/**
 * The role that a new message with these alerts mentions, or `null`. One alert that deserves it is enough.
 * @param lastPingAt when the channel was last pinged, epoch ms; `null` for never
 * @param at epoch ms
 */
export function pingFor(
  alerts: readonly Alert[],
  rule: PingRule | null,
  lastPingAt: number | null,
  at: number,
): string | null {
  if (rule === null) return null;
  // A ping that lies ahead is of a clock that was set back since, and says nothing of how long ago it was.
  const rests = lastPingAt !== null && lastPingAt <= at && at < lastPingAt + rule.coolDownMinutes * 60_000;
  if (rests) return null;
  return alerts.some((alert) => deservesPing(alert, rule)) ? rule.roleId : null;
}

/**
 * Whether a bid of this amount (wei) gets a message of its own in a channel that shows its auction already: only where
 * it reaches a minimum that the channel set for pings. Without one, every single bid would.
 */
export function bidDeservesMessage(rule: PingRule | null, amount: Wei): boolean {
  return rule !== null && rule.minimum !== null && amount >= rule.minimum;
}
