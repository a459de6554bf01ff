import fc from 'fast-check';
import type { Alert, SaleAlert, SoldItem, SweepAlert } from '../../../src/domain/alert.ts';
import type { Post } from '../../../src/domain/delivery.ts';
import { address, txHash } from '../../support/build-activity.ts';
import { anyText, TRICK_TEXTS } from '../nasty-text.ts';

const LARGEST = 2n ** 256n - 1n;
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });

const nasty = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TRICK_TEXTS) }, anyText);
const wei = fc.oneof(
  fc.constantFrom(0n, 1n, 10n ** 18n, 10n ** 24n, LARGEST),
  fc.bigInt({ min: 0n, max: LARGEST }),
);
const wallet = fc.constantFrom(address(0xb0), address(0x5e), address(0));
const picture = fc.constantFrom(
  'https://example.com/1.png',
  'ipfs://QmX/1 2.png',
  'ar://abc',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'not a url',
  `https://example.com/${'p'.repeat(3_000)}`,
);

const attribute = fc.record({
  type: nasty,
  value: nasty,
  rarity: sometimes(fc.constantFrom(0, 0.01, 4.5, 99.99, 100, 1_000, -1, Number.NaN)),
});

const rarity = fc.record({
  rank: fc.constantFrom(1, 12, 7_832, Number.MAX_SAFE_INTEGER),
  total: sometimes(fc.constantFrom(0, 1, 1_000, 10_000, Number.MAX_SAFE_INTEGER)),
});

const item: fc.Arbitrary<SoldItem> = fc.record({
  collection: fc.constantFrom(address(0xc0), address(0xc1)),
  collectionName: sometimes(nasty),
  tokenId: fc.constantFrom('0', '7', '9'.repeat(77), LARGEST.toString()),
  tokenName: sometimes(nasty),
  image: sometimes(picture),
  rarity: sometimes(rarity),
  attributes: fc.oneof(
    fc.array(attribute, { maxLength: 8 }),
    attribute.map((one) => Array.from({ length: 300 }, () => one)),
  ),
  price: sometimes(wei),
  currency: fc.option(fc.constant(address(0xcc)), { freq: 2 }),
  seller: sometimes(wallet),
  quantity: fc.constantFrom(1n, 5n, LARGEST),
});

const base = {
  kind: fc.constant('sale' as const),
  key: fc.string({ minLength: 1 }),
  buyer: sometimes(wallet),
  txHash: sometimes(fc.constantFrom(txHash(1), txHash(2))),
  occurredAt: fc.constantFrom(0, 1_767_225_600, 253_402_300_800, 1e15, -1),
};

/** A sale in every condition that the marketplace's data can be in. */
export const anySale: fc.Arbitrary<SaleAlert> = fc.record({
  ...base,
  type: fc.constant('sale' as const),
  item,
});

/** A sweep of few or very many such items. */
const anySweep: fc.Arbitrary<SweepAlert> = fc.record({
  ...base,
  type: fc.constant('sweep' as const),
  items: fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 6 }),
    fc
      .tuple(item, item)
      .map(([one, other]) =>
        Array.from({ length: 2_000 }, (_, position) => (position % 2 === 0 ? one : other)),
      ),
  ),
});

/** Any alert. */
export const anyAlert: fc.Arbitrary<Alert> = fc.oneof(anySale, anySweep);

/** A post of these alerts, as the lane would make it. */
export function postOf(alerts: readonly Alert[], form: Post['form'] = 'rich'): Post {
  return {
    id: 1,
    channelId: '1000',
    state: 'sending',
    form,
    nonce: 'aaaaaaaaaaaaaaaaaaaaaa',
    attempts: 1,
    firstTryAt: 0,
    lastTryAt: 0,
    alerts,
  };
}
