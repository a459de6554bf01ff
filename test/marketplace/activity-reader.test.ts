import { describe, expect, it } from 'vitest';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import { createActivityReader } from '#src/marketplace/resources/activity/reader.ts';

const NOW = Date.UTC(2026, 0, 2);
const address = `0x${'a'.repeat(40)}`;

function record(number: number, change: object = {}): object {
  return {
    id: `s${number}`,
    type: 'sale',
    collectionAddress: address,
    tokenId: number,
    price: '1000',
    timestamp: '2026-01-01T00:00:00Z',
    ...change,
  };
}

describe('a reader of activities', () => {
  it.each<[string, object[]]>([
    ['the same page again', [record(2), record(1)]],
    ['a page that has moved on', [record(3), record(2), 'nonsense', record(1)] as object[]],
    ['a record that was changed', [record(2, { price: '2000' }), record(1)]],
    ['records that only their page distinguishes', [record(0, { id: null, txHash: `0x${'1'.repeat(64)}` })]],
    ['an unknown kind', [record(4, { type: 'levitation' }), record(2)]],
  ])('reads %s as if it had seen nothing before', async (_, page) => {
    const read = createActivityReader(isCoinOf('S'));
    await read([record(2), record(1), ...page], NOW);
    expect(await read(page, NOW)).toEqual(decodeActivities(page, NOW, isCoinOf('S')));
  });

  it('learns the time of a record that came before it', async () => {
    const read = createActivityReader(isCoinOf('S'));
    const early = [record(1, { timestamp: '2026-01-02T12:00:00Z' })];
    expect((await read(early, NOW)).items[0]?.timestamp).toBeNull();
    expect((await read(early, NOW + 86_400_000)).items[0]?.timestamp).toBe(Date.UTC(2026, 0, 2, 12) / 1_000);
  });
});
