import { describe, expect, it } from 'vitest';
import { overBudget } from '#src/alerts/auctions/auction-limit.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { auctionOf } from '../../discord/any-auction.ts';

const END = 1_767_229_200;
/** Bids of a quarter of the limit. */
const [BID] = auctionOf().bids;
const QUARTER = Array.from({ length: 100_000 }, () => BID).filter((bid) => bid !== undefined);

/** An auction that weighs a quarter of the limit, and 1 for itself. */
function heavy(
  id: string,
  change: Partial<TrackedAuction> = {},
  auction: Partial<Auction> = {},
): TrackedAuction {
  return {
    auction: auctionOf({ id, bids: QUARTER, ...auction }),
    seenAt: (END - 60) * 1_000,
    behindMs: 0,
    missingSince: null,
    extensions: 0,
    addressed: false,
    latenessMs: 0,
    announced: { started: true, bids: [], endings: [], ended: false, cancelled: false, result: null },
    ...change,
  };
}

const everything = { known: () => true, listed: () => true };
const idsOver = (
  auctions: readonly TrackedAuction[],
  context: Parameters<typeof overBudget>[1] = everything,
) => overBudget(auctions, context).map(({ auction }) => auction.id);

describe('auctions beyond the limit', () => {
  it('are none up to it, with the bids that were announced', () => {
    const three = ['a', 'b', 'c'].map((id) => heavy(id));
    const light = heavy('d', {}, { bids: [] });
    expect(idsOver([...three, light])).toEqual([]);
    const announced = { ...light.announced, bids: QUARTER };
    expect(idsOver([...three, { ...light, announced }])).toHaveLength(1);
  });

  it('are as few as needed', () => {
    expect(idsOver(['a', 'b', 'c', 'd'].map((id) => heavy(id)))).toHaveLength(1);
    expect(idsOver(['a', 'b', 'c', 'd', 'e'].map((id) => heavy(id)))).toHaveLength(2);
  });

  it('are those that end last, or nobody knows when', () => {
    const later = heavy('later', {}, { endTime: END + 60 });
    const never = heavy('never', {}, { endTime: null });
    expect(idsOver([later, heavy('a'), never, heavy('b'), heavy('c')])).toEqual(['never', 'later']);
  });

  it('are first those that are over, then what is not listed, then what is new, and last what has alerts', () => {
    const cancelled = heavy('over', { addressed: true }, { cancelledAt: END - 70 });
    const auctions = [
      heavy('addressed', { addressed: true }),
      heavy('watched'),
      heavy('new'),
      heavy('unlisted, addressed', { addressed: true }),
      heavy('unlisted'),
      cancelled,
      ...['x', 'y', 'z'].map((id) => heavy(id, { addressed: true }, { endTime: END - 30 })),
    ];
    const context = {
      known: (id: string) => id !== 'new',
      listed: (id: string) => !id.startsWith('unlisted'),
    };
    expect(idsOver(auctions, context)).toEqual([
      'over',
      'unlisted',
      'unlisted, addressed',
      'new',
      'watched',
      'addressed',
    ]);
  });
});
