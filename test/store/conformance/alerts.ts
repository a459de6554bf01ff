import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from '../../../src/domain/address.ts';
import type { Alert, SoldItem } from '../../../src/domain/alert.ts';
import { intakeOf, SALES } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** Any code points, and half a surrogate pair, which JSON may hold and UTF-8 may not. */
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('\ud83e half'));
const optionalText = fc.option(text);
/** `fc.record` makes objects without a prototype now and then; alerts and what the store makes are plain ones. */
const PLAIN = { noNullPrototype: true } as const;

const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const address = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits): Address => `0x${digits}`);

const item: fc.Arbitrary<SoldItem> = fc.record(
  {
    collection: address,
    collectionName: optionalText,
    tokenId: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
    tokenName: optionalText,
    image: optionalText,
    rarity: fc.option(fc.record({ rank: number, total: fc.option(number) }, PLAIN)),
    attributes: fc.array(fc.record({ type: text, value: text, rarity: fc.option(number) }, PLAIN), {
      maxLength: 3,
    }),
    price: fc.option(fc.bigInt()),
    currency: fc.option(address),
    seller: fc.option(address),
    quantity: fc.bigInt(),
  },
  PLAIN,
);

const base = {
  kind: fc.constant('sale' as const),
  buyer: fc.option(address),
  txHash: optionalText,
  occurredAt: number,
};

const alerts: fc.Arbitrary<Alert[]> = fc
  .array(
    fc.oneof(
      fc.record({ ...base, key: text, type: fc.constant('sale' as const), item }, PLAIN),
      fc.record(
        {
          ...base,
          key: text,
          type: fc.constant('sweep' as const),
          items: fc.array(item, { maxLength: 4 }),
        },
        PLAIN,
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((some) => some.map((alert, index) => ({ ...alert, key: `${index}:${alert.key}` })));

/** Alerts come out as they went in. */
export function describeAlerts(harness: StoreHarness): void {
  describe('an alert', () => {
    const given = storeForEachTest(harness);

    it('comes back as it was given: amounts of any size, any text, nothing lost and nothing added', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(alerts, async (some) => {
          round += 1;
          const channelId = `${SALES}${round}`;
          const told = some.map((alert) => ({ ...alert, key: `${round}:${alert.key}` }));
          await given.store.intake(intakeOf(told.map((alert) => ({ alert, channelIds: [channelId] }))));
          const { pending } = await given.store.laneWork(channelId, 10);
          expect(pending.map(({ alert }) => alert)).toStrictEqual(told);
        }),
        { numRuns: harness.stories },
      );
    });
  });
}
