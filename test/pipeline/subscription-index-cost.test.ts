import { describe, expect, it } from 'vitest';
import { type AlertFilter, EVERYTHING } from '../../src/domain/alert-filter.ts';
import { sightOf } from '../../src/domain/alert-sight.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import { createRuleShelf } from '../../src/pipeline/intake/rule-shelf.ts';
import { address } from '../support/build-activity.ts';
import { newSubscription, saleAlert, soldItem } from '../support/build-alert.ts';

const RULES = 1_000;
const facts = { isWhitelisted: () => true };

/** Rank 20, one hat, 50 % below the floor, at 500. */
const sold = saleAlert(1, {
  item: soldItem({
    price: 500n,
    rarity: { rank: 20, total: null },
    story: { bought: null, last: null, floor: 1_000n, record: false },
  }),
});

/** How many of a thousand rules, each with a test of its own number, are looked at for the sale. */
function lookedAt(filterOf: (number: number) => Partial<AlertFilter>): number {
  const shelf = createRuleShelf();
  for (let id = 1; id <= RULES; id += 1) {
    const filter = { ...EVERYTHING, ...filterOf(id) };
    const rule: Subscription = { ...newSubscription('1'), id, filter, pausedAt: null, lastMatchAt: null };
    shelf.put(rule);
  }
  let visits = 0;
  shelf.seekMatching(sightOf(sold), facts, () => {
    visits += 1;
    return false;
  });
  return visits;
}

const these = (number: number) => ({ collections: { type: 'these', addresses: [address(number)] } }) as const;

describe('what the subscription index looks at of a thousand rules', () => {
  it.each<[string, (number: number) => Partial<AlertFilter>, number]>([
    ['other collections', (number) => these(number), 1],
    ['a lowest price', (number) => ({ priceFrom: BigInt(number) }), 500],
    ['a highest price', (number) => ({ priceTo: BigInt(number) }), 501],
    ['a rank', (number) => ({ ...these(0xc0), rankAtMost: number }), 981],
    ['a percentage below the floor', (number) => ({ belowFloorPercent: 1 + (number % 99) }), 510],
    ['units', (number) => ({ quantityFrom: BigInt(number + 1) }), 0],
    ['wallets', (number) => ({ onlyWallets: [address(number)] }), 2],
    [
      'traits',
      (number) => ({ traits: { mode: 'all', traits: [{ type: 'hat', value: `hat ${number}` }] } }),
      0,
    ],
  ])('by %s is what fits, and nothing else', (_, filterOf, fitting) => {
    expect(lookedAt(filterOf)).toBe(fitting);
  });
});
