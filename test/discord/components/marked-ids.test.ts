import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MarkedId,
  markInCustomId,
  readCustomId,
  writeLookupId,
  writeMarkedMenuId,
  writeSummaryId,
  writeWatchId,
} from '#src/discord/components/custom-id.ts';
import type { Destination } from '#src/discord/components/link.ts';
import { lookupOf, summaryLink, watchOf } from '#src/discord/components/targets.ts';
import { address } from '../../support/build-activity.ts';

const LARGEST = 2n ** 256n - 1n;
const LAST_ADDRESS = `0x${'f'.repeat(40)}` as const;

const number = fc
  .oneof(fc.constantFrom(0n, 1n, LARGEST), fc.bigInt({ min: 0n, max: LARGEST }))
  .map((value) => value.toString());
const collection = fc
  .oneof(fc.constantFrom(0n, 1n), fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }))
  .map((value) => `0x${value.toString(16).padStart(40, '0')}` as const);
const mark = fc.oneof(
  fc.constant('test'),
  fc.bigInt({ min: 0n, max: 36n ** 8n - 1n }).map((value) => value.toString(36).padStart(8, '0')),
);
const anyMarkedId: fc.Arbitrary<MarkedId> = fc.record({
  target: fc.oneof(
    fc.record({ at: fc.constant('collection' as const), collection }),
    fc.record({ at: fc.constant('token' as const), collection, tokenId: number }),
    fc.record({ at: fc.constant('auction' as const), collection, auctionId: number }),
  ),
  mark,
});

/** What a custom id under an alert leads to, for everybody. */
const leadsTo = (destination: Destination | null) => ({ destination, asker: null });

describe('the custom id of a component under an alert', () => {
  // Such ids stand in messages that are years old. A change of this list breaks their buttons.
  it.each<[string, MarkedId]>([
    [
      'to.k.wA.Bw.k3x9f2ab',
      { target: { at: 'token', collection: address(0xc0), tokenId: '7' }, mark: 'k3x9f2ab' },
    ],
    [
      'to.b.wA.AQA.k3x9f2ab',
      { target: { at: 'auction', collection: address(0xc0), auctionId: '256' }, mark: 'k3x9f2ab' },
    ],
    ['to.c.wA..0000test', { target: { at: 'collection', collection: address(0xc0) }, mark: '0000test' }],
    [
      `to.k.${'_'.repeat(26)}8.AA.test`,
      { target: { at: 'token', collection: LAST_ADDRESS, tokenId: '0' }, mark: 'test' },
    ],
  ])('is %s for ever', (customId, read) => {
    expect(writeLookupId(read)).toBe(customId);
    expect(readCustomId(customId)).toMatchObject(leadsTo(lookupOf(read.target)));
    expect(markInCustomId(customId)).toBe(read.mark);
  });

  it('offers to watch with an id of its own, which carries the same mark', () => {
    fc.assert(
      fc.property(anyMarkedId, (id) => {
        const customId = writeWatchId(id);
        expect(customId.startsWith('wa.')).toBe(true);
        expect(readCustomId(customId)).toMatchObject(leadsTo(watchOf(lookupOf(id.target))));
        expect(markInCustomId(customId)).toBe(id.mark);
      }),
    );
  });

  it('fits into 100 characters, with the longest token id and address', () => {
    const target = { at: 'token', collection: LAST_ADDRESS, tokenId: LARGEST.toString() } as const;
    expect(writeLookupId({ target, mark: 'k3x9f2ab' })).toHaveLength(85);
  });

  it('is read as what was written', () => {
    fc.assert(
      fc.property(anyMarkedId, (written) => {
        const customId = writeLookupId(written);
        expect(readCustomId(customId)).toMatchObject(leadsTo(lookupOf(written.target)));
        expect(markInCustomId(customId)).toBe(written.mark);
        expect(customId.length).toBeLessThanOrEqual(100);
      }),
    );
  });

  it.each([
    '',
    'to',
    'to.k.wA.Bw',
    'to.k.wA..k3x9f2ab',
    'to.c.wA.Bw.k3x9f2ab',
    'to.q.wA.Bw.k3x9f2ab',
    'to.k.wA.Bw.K3X9F2AB',
    'to.k.wA.Bw.k3x9f2ab9',
    'to.k.AMA.Bw.k3x9f2ab',
    `to.k.${'_'.repeat(44)}.Bw.k3x9f2ab`,
    `to.k.wA.${'_'.repeat(60)}.k3x9f2ab`,
    'to.k.wA.Bw.k3x9f2ab\n',
    '1k.Fdav3iPAAAE.zz.KQ',
    'of.k3x9f2ab',
  ])('is not %j', (customId) => {
    expect(readCustomId(customId)).toBeNull();
  });
});

describe('the mark in a custom id', () => {
  it('is found in a menu, whose choices are targets', () => {
    expect(writeMarkedMenuId('k3x9f2ab')).toBe('of.k3x9f2ab');
    expect(markInCustomId('of.k3x9f2ab')).toBe('k3x9f2ab');
  });

  it('is found in the button of a summary, which leads to its first page', () => {
    expect(writeSummaryId({ post: 70_000, mark: 'k3x9f2ab' })).toBe('all.ARFw.k3x9f2ab');
    expect(markInCustomId('all.ARFw.k3x9f2ab')).toBe('k3x9f2ab');
    expect(readCustomId('all.ARFw.k3x9f2ab')).toEqual({
      destination: summaryLink.to({ post: '70000', mark: 'k3x9f2ab', page: 1 }),
      asker: null,
    });
    expect(readCustomId('all.AARFw.k3x9f2ab')).toBeNull();
    expect(readCustomId('all.ARFw')).toBeNull();
  });

  it.each(['menu.k3x9f2ab', 'do.alerts-open.100000000000000001.k3x9f2ab', 'off.next', 'of.'])(
    'is not there in %s, which belongs to an answer',
    (customId) => {
      expect(markInCustomId(customId)).toBeNull();
    },
  );
});
