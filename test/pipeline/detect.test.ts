import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../src/domain/alert.ts';
import { detect } from '../../src/pipeline/intake/detect.ts';
import { address, sale, sales, txHash } from '../support/build-activity.ts';

const NOW = Date.UTC(2026, 0, 1, 1);

describe('detecting what is worth telling', () => {
  it('tells each sale once, in the order in which it happened', () => {
    const { alerts } = detect(sales(5), NOW);
    expect(alerts.map((alert) => alert.key)).toEqual([
      'sale:id:s1',
      'sale:id:s2',
      'sale:id:s3',
      'sale:id:s4',
      'sale:id:s5',
    ]);
  });

  it('puts a record that came late in its place', () => {
    const [newest, middle, oldest] = sales(3);
    const { alerts } = detect(
      [newest, oldest, middle].filter((activity) => activity !== undefined),
      NOW,
    );
    expect(alerts.map((alert) => alert.key)).toEqual(['sale:id:s1', 'sale:id:s2', 'sale:id:s3']);
  });

  it('does not tell the transfer that a sale brings along, nor any other kind', () => {
    const kinds = ['transfer', 'listing', 'mint', 'offer', 'auction_bid', 'unknown'] as const;
    const others = kinds.map((kind) => sale({ id: kind, kind }));
    expect(detect([...others, sale()], NOW).alerts.map((alert) => alert.key)).toEqual(['sale:id:a1']);
  });

  it('does not tell a sale that was taken back', () => {
    expect(detect([sale({ reverted: true })], NOW).alerts).toEqual([]);
  });

  it('counts a sale of more than six hours ago and does not tell it', () => {
    const old = sale({ timestamp: NOW / 1_000 - 6 * 3_600 - 1 });
    const justInTime = sale({ id: 'b', timestamp: NOW / 1_000 - 6 * 3_600 });
    const detection = detect([justInTime, old], NOW);
    expect(detection.stale).toBe(1);
    expect(detection.alerts.map((alert) => alert.key)).toEqual(['sale:id:b']);
  });

  it('counts a sale that does not say which token was sold', () => {
    const detection = detect([sale({ tokenId: null }), sale({ id: 'b', collection: null })], NOW);
    expect(detection).toMatchObject({ alerts: [], incomplete: 2 });
  });

  it('takes the time of a record that has none to be now', () => {
    expect(detect([sale({ timestamp: null })], NOW).alerts[0]?.occurredAt).toBe(NOW / 1_000);
  });
});

describe('sweeps', () => {
  const swept = (count: number, change: Parameters<typeof sale>[0] = {}) =>
    Array.from({ length: count }, (_, position) =>
      sale({ id: `w${count - position}`, tokenId: String(count - position), ...change }),
    );

  it('are three or more sales of one buyer in one transaction, told once', () => {
    const { alerts } = detect(swept(5), NOW);
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({
      type: 'sweep',
      key: 'sweep:id:w1',
      txHash: txHash(1),
      buyer: address(0xb0),
    });
    expect(alerts.flatMap(itemsOf).map((item) => item.tokenId)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are not two sales', () => {
    expect(detect(swept(2), NOW).alerts.map((alert) => alert.type)).toEqual(['sale', 'sale']);
  });

  it('are not sales of several buyers in one transaction', () => {
    const records = [1, 2, 3].map((buyer) => sale({ id: `b${buyer}`, to: address(buyer) }));
    expect(detect(records, NOW).alerts.map((alert) => alert.type)).toEqual(['sale', 'sale', 'sale']);
  });

  it('are not sales whose buyer or transaction nobody told', () => {
    expect(detect(swept(3, { to: null }), NOW).alerts).toHaveLength(3);
    expect(detect(swept(3, { txHash: null }), NOW).alerts).toHaveLength(3);
  });

  it('hold every sale exactly once, whatever the mix', () => {
    const record = fc.record({ buyer: fc.integer({ min: 0, max: 2 }), tx: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (mix) => {
        const records = mix.map(({ buyer, tx }, position) =>
          sale({ id: String(position), tokenId: String(position), to: address(buyer), txHash: txHash(tx) }),
        );
        const told = detect(records, NOW)
          .alerts.flatMap(itemsOf)
          .map((item) => item.tokenId);
        expect(told.toSorted()).toEqual(records.map((activity) => activity.tokenId).toSorted());
      }),
    );
  });
});
