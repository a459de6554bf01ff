import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarketAlert, tokensOf } from '#src/alerts/alert.ts';
import { detect } from '#src/alerts/detect/detect.ts';
import { explainedTransferKeys } from '#src/alerts/detect/transfer-key.ts';
import { detectors } from '#src/alerts/kinds/registry.ts';
import { type Address, DEAD_ADDRESS, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { address, sale, sales, txHash } from '../support/build-activity.ts';

const NOW = Date.UTC(2026, 0, 1, 1);

type Change = Parameters<typeof sale>[0];

/** The alerts detected from the records, newest first. */
function alertsOf(records: readonly Activity[], explained?: ReadonlySet<string>): readonly MarketAlert[] {
  return detect(records, NOW, explained).detectedAlerts.map(({ alert }) => alert);
}

const keysOf = (...args: Parameters<typeof alertsOf>): readonly string[] =>
  alertsOf(...args).map(({ key }) => key);

describe('detecting alerts', () => {
  it('detects each sale once, in the order of their times', () => {
    expect(keysOf(sales(5))).toEqual(['sale:id:s1', 'sale:id:s2', 'sale:id:s3', 'sale:id:s4', 'sale:id:s5']);
  });

  it('puts a record that came late in its place', () => {
    const [newest, middle, oldest] = sales(3);
    const records = [newest, oldest, middle].filter((activity) => activity !== undefined);
    expect(keysOf(records)).toEqual(['sale:id:s1', 'sale:id:s2', 'sale:id:s3']);
  });

  it('detects different kinds in one list, in the order of their times', () => {
    const records = (['offer', 'listing', 'burn', 'sale', 'mint'] as const).map((kind, age) =>
      sale({ id: kind, kind, tokenId: String(age), txHash: null, timestamp: NOW / 1_000 - age }),
    );
    expect(alertsOf(records).map(({ topic: kind }) => kind)).toEqual([
      'mint',
      'sale',
      'burn',
      'listing',
      'offer',
    ]);
  });

  it.each([
    'listing_cancelled',
    'listing_expired',
    'offer_cancelled',
    'auction_created',
    'auction_bid',
    'auction_extended',
    'auction_settled',
    'auction_cancelled',
    'ignored',
    'unknown',
  ] as const)('does not detect %s', (kind) => {
    expect(alertsOf([sale({ kind })])).toEqual([]);
  });

  it('leaves each record to one detector at most', () => {
    const announced = [
      'sale',
      'listing',
      'listing_updated',
      'offer',
      'collection_offer',
      'transfer',
      'mint',
      'burn',
    ] as const;
    const wallet = fc.constantFrom(null, ZERO_ADDRESS, address(1));
    fc.assert(
      fc.property(fc.constantFrom(...announced), wallet, wallet, (kind, from, to) => {
        const takers = detectors.filter(({ takes }) => takes(sale({ kind, from, to })));
        expect(takers.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(['sale', 'listing', 'offer', 'transfer', 'mint', 'burn'] as const)(
    'detects no %s that was reverted, or is more than six hours old',
    (kind) => {
      expect(alertsOf([sale({ kind, reverted: true })])).toEqual([]);
      const sixHoursAgo = NOW / 1_000 - 6 * 3_600;
      const old = sale({ kind, timestamp: sixHoursAgo - 1 });
      const justInTime = sale({ id: 'b', kind, txHash: txHash(2), timestamp: sixHoursAgo });
      expect(detect([justInTime, old], NOW)).toMatchObject({
        stale: 1,
        detectedAlerts: [{ alert: { topic: kind } }],
      });
    },
  );

  it.each(['sale', 'listing', 'transfer', 'mint', 'burn'] as const)(
    'counts a %s that does not say which token it is about',
    (kind) => {
      const detection = detect(
        [sale({ kind, tokenId: null }), sale({ kind, id: 'b', collection: null })],
        NOW,
      );
      expect(detection).toMatchObject({
        detectedAlerts: [],
        unread: { no_token: 1, no_collection: 1 },
      });
    },
  );

  it('takes the time of a record that has none to be now', () => {
    expect(alertsOf([sale({ timestamp: null })])[0]?.occurredAt).toBe(NOW / 1_000);
  });
});

describe('listings', () => {
  it('are detected when they are new and when their price changes, up or down', () => {
    const records = (['listing_updated', 'listing'] as const).map((kind) =>
      sale({ id: kind, kind, to: null }),
    );
    expect(alertsOf(records)).toMatchObject([
      { kind: 'listing', key: 'listing:id:listing', item: { price: 10n ** 18n, seller: address(0x5e) } },
      { kind: 'listing', key: 'listing:id:listing_updated' },
    ]);
  });

  it('are not detected when they change in anything but the price', () => {
    expect(alertsOf([sale({ kind: 'listing_updated', price: null })])).toEqual([]);
  });
});

describe('offers', () => {
  it('name the token they are for', () => {
    expect(alertsOf([sale({ kind: 'offer', from: address(0xb1) })])).toMatchObject([
      {
        kind: 'offer',
        key: 'offer:id:a1',
        token: { tokenId: '7' },
        bidder: address(0xb1),
        price: 10n ** 18n,
      },
    ]);
  });

  it.each([
    ['offer', null],
    ['collection_offer', null],
    ['collection_offer', '7'],
  ] as const)('are for the whole collection (%s, token %s)', (kind, tokenId) => {
    expect(alertsOf([sale({ kind, tokenId, quantity: 3n })])).toMatchObject([
      { kind: 'offer', token: null, collection: address(0xc0), quantity: 3n },
    ]);
  });

  it('are counted, not announced, when they name no collection', () => {
    expect(detect([sale({ kind: 'offer', collection: null })], NOW)).toMatchObject({
      unread: { no_collection: 1 },
    });
  });
});

describe('transfers, mints and burns', () => {
  const moved = (change: Change = {}): Activity => sale({ kind: 'transfer', price: null, ...change });

  it('are one alert for what one transaction moved between the same two wallets', () => {
    const records = ['3', '2', '1'].map((id) => moved({ id, tokenId: id }));
    const other = moved({ id: 'x', to: address(0xb9) });
    expect(alertsOf([other, ...records])).toMatchObject([
      { kind: 'move', topic: 'transfer', key: 'transfer:id:1', tokens: [{}, {}, {}] },
      { key: 'transfer:id:x', tokens: [{ tokenId: '7' }] },
    ]);
  });

  it('are one alert for what one transaction minted to one wallet, with the total price', () => {
    const minted = (id: string, price: bigint | null) =>
      sale({ kind: 'mint', id, tokenId: id, from: id === '1' ? null : ZERO_ADDRESS, price });
    expect(alertsOf([minted('2', 5n), minted('1', 4n)])).toMatchObject([
      { topic: 'mint', key: 'mint:id:1', tokens: [{}, {}], price: 9n },
    ]);
    expect(alertsOf([minted('2', 5n), minted('1', null)])).toMatchObject([{ price: null }]);
    const inOtherCoin = { ...minted('1', 4n), currency: address(0xee) };
    expect(alertsOf([minted('2', 5n), inOtherCoin])).toMatchObject([{ price: null, currency: null }]);
  });

  it('treat a transfer from the zero address as a mint, and one to it or to the dead address as a burn', () => {
    expect(alertsOf([moved({ from: ZERO_ADDRESS })])).toMatchObject([{ topic: 'mint' }]);
    expect(alertsOf([moved({ to: ZERO_ADDRESS })])).toMatchObject([{ topic: 'burn', key: 'burn:id:a1' }]);
    expect(alertsOf([moved({ to: DEAD_ADDRESS })])).toMatchObject([{ topic: 'burn' }]);
  });

  it('are one alert for what one transaction burned from one wallet, to whichever address', () => {
    const burned = (id: string, to: Address | null) => moved({ kind: 'burn', id, tokenId: id, to });
    expect(alertsOf([burned('3', null), burned('2', DEAD_ADDRESS), burned('1', ZERO_ADDRESS)])).toMatchObject(
      [{ topic: 'burn', key: 'burn:id:1', tokens: [{}, {}, {}], price: null }],
    );
    const others = moved({ kind: 'burn', id: '4', tokenId: '4', from: address(0xb9), to: null });
    expect(alertsOf([others, burned('1', null)])).toHaveLength(2);
  });

  it('do not take a sale to the zero address for a burn', () => {
    expect(alertsOf([sale({ to: ZERO_ADDRESS })])).toMatchObject([{ topic: 'sale' }]);
  });

  it('are announced one by one where the transaction or a wallet is unknown', () => {
    for (const change of [{ txHash: null }, { to: null }, { from: null }]) {
      expect(alertsOf(['2', '1'].map((id) => moved({ id, tokenId: id, ...change })))).toHaveLength(2);
    }
  });

  it('that arrive in two polls are announced in two parts with keys of their own', () => {
    const [first, second] = ['1', '2'].map((id) => moved({ id, tokenId: id }));
    expect([first, second].flatMap((one) => (one === undefined ? [] : keysOf([one])))).toEqual([
      'transfer:id:1',
      'transfer:id:2',
    ]);
  });

  it.each([
    ['transfer', 'sale'],
    ['mint', 'sale'],
    ['burn', 'sale'],
    ['transfer', 'auction_created'],
    ['transfer', 'auction_settled'],
    ['transfer', 'auction_cancelled'],
  ] as const)('of a token leave out the %s that belongs to its %s', (kind, explaining) => {
    const explanation = sale({ id: 'why', kind: explaining });
    const isMove = (alert: MarketAlert): boolean => alert.kind === 'move';
    expect(alertsOf([moved({ kind }), explanation]).filter(isMove)).toEqual([]);
    expect(alertsOf([explanation, moved({ kind })]).filter(isMove)).toEqual([]);
    const [mark = 'none'] = explainedTransferKeys(explanation);
    expect(alertsOf([moved({ kind })], new Set([mark]))).toEqual([]);
    expect(alertsOf([moved({ kind, tokenId: '8' })], new Set([mark]))).toHaveLength(1);
    expect(alertsOf([moved({ kind, txHash: txHash(9) })], new Set([mark]))).toHaveLength(1);
  });

  it('are announced although a sale of the same transaction was reverted', () => {
    expect(keysOf([moved({ id: 'm' }), sale({ reverted: true })])).toEqual(['transfer:id:m']);
  });
});

describe('sweeps', () => {
  const swept = (count: number, change: Change = {}) =>
    Array.from({ length: count }, (_, position) =>
      sale({ id: `w${count - position}`, tokenId: String(count - position), ...change }),
    );

  it('are three or more sales to one buyer in one transaction, announced once', () => {
    const alerts = alertsOf(swept(5));
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({
      kind: 'sweep',
      key: 'sweep:id:w1',
      txHash: txHash(1),
      buyer: address(0xb0),
    });
    expect(alerts.flatMap(tokensOf).map((item) => item.tokenId)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are not two sales', () => {
    expect(alertsOf(swept(2)).map((alert) => alert.kind)).toEqual(['sale', 'sale']);
  });

  it('are not sales of several buyers in one transaction', () => {
    const records = [1, 2, 3].map((buyer) => sale({ id: `b${buyer}`, to: address(buyer) }));
    expect(alertsOf(records).map((alert) => alert.kind)).toEqual(['sale', 'sale', 'sale']);
  });

  it('are not sales whose buyer or transaction is unknown', () => {
    expect(alertsOf(swept(3, { to: null }))).toHaveLength(3);
    expect(alertsOf(swept(3, { txHash: null }))).toHaveLength(3);
  });

  it('that arrive in two polls are announced in two parts, each by its own sales', () => {
    const records = swept(5);
    expect(keysOf(records.slice(2))).toEqual(['sweep:id:w1']);
    expect(keysOf(records.slice(0, 2))).toEqual(['sale:id:w4', 'sale:id:w5']);
  });
});

describe('detection, whatever the records', () => {
  const record = fc.record({
    kind: fc.constantFrom('sale', 'listing', 'offer', 'transfer', 'mint'),
    from: fc.integer({ min: 0, max: 2 }).map(address),
    to: fc.integer({ min: 1, max: 2 }).map(address),
    txHash: fc.option(fc.integer({ min: 0, max: 3 }).map(txHash)),
    timestamp: fc.integer({ min: 0, max: 3 }).map((age) => NOW / 1_000 - age),
  });
  const records = fc
    .array(record, { maxLength: 30 })
    .map((mix) => mix.map((change, at) => sale({ ...change, id: String(at), tokenId: String(at) })));

  it('announces every one exactly once', () => {
    fc.assert(
      fc.property(records, (mix) => {
        const announced = alertsOf(mix).flatMap(tokensOf);
        expect(announced.map(({ tokenId }) => tokenId).toSorted()).toEqual(
          mix.map(({ tokenId }) => tokenId).toSorted(),
        );
      }),
    );
  });

  it('gives the same alerts the same keys in whatever order a page shows the records', () => {
    const shuffled = records.chain((mix) =>
      fc.tuple(fc.constant(mix), fc.shuffledSubarray(mix, { minLength: mix.length })),
    );
    const named = (mix: readonly Activity[]) =>
      alertsOf(mix)
        .map((alert) => ({
          key: alert.key,
          tokens: tokensOf(alert)
            .map(({ tokenId }) => tokenId)
            .toSorted(),
        }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    fc.assert(
      fc.property(shuffled, ([mix, other]) => {
        expect(named(other)).toEqual(named(mix));
      }),
    );
  });
});
