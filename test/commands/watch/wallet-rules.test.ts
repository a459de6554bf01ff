import { describe, expect, it } from 'vitest';
import { movedToWallets } from '#commands/watch/me.ts';
import { ruleOfAuction, ruleOfCollection, ruleOfWallets } from '#src/alerts/watches/watch.ts';
import { address } from '../../support/build-activity.ts';

const [MINE, ALSO_MINE, THEIRS] = [address(0xa), address(0xb), address(0xc)];
const auction = { auction: 'a-1', collection: address(0xc0), tokenId: '7' };

describe('a watch when the wallets of its person change', () => {
  it.each([
    ['of their wallets', (wallets: readonly (typeof MINE)[]) => ruleOfWallets({ wallets, when: 'won' })],
    [
      'of offers to them',
      (wallets: readonly (typeof MINE)[]) => ruleOfWallets({ wallets, when: 'offer_received' }),
    ],
    [
      'of an auction in which they are outbid',
      (mine: readonly (typeof MINE)[]) => ruleOfAuction({ ...auction, when: 'outbid', mine }),
    ],
  ])('follows them where it is %s', (_, ruleOf) => {
    const both = [MINE, ALSO_MINE];
    expect(movedToWallets(ruleOf([MINE]), [MINE], both)).toEqual(ruleOf(both));
    expect(movedToWallets(ruleOf(both), both.toReversed(), [MINE])).toEqual(ruleOf([MINE]));
  });

  it('is of their wallets where it names exactly these, whether they typed them or not', () => {
    const named = ruleOfWallets({ wallets: [MINE], when: 'sold' });
    expect(movedToWallets(named, [MINE], [MINE, ALSO_MINE])).not.toBeNull();
    expect(movedToWallets(named, [MINE, ALSO_MINE], [ALSO_MINE])).toBeNull();
  });

  it('stays as it is where it is about others', () => {
    const others = ruleOfWallets({ wallets: [THEIRS], when: 'bought' });
    expect(movedToWallets(others, [MINE], [ALSO_MINE])).toBeNull();
    const collection = ruleOfCollection({ collection: address(0xc0), when: 'listed_rank', rank: 5 });
    expect(movedToWallets(collection, [MINE], [ALSO_MINE])).toBeNull();
  });
});
