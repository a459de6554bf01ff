import { describe, expect, it } from 'vitest';
import type { FloorCrossing } from '#src/alerts/floors/floor-progress.ts';
import { findCause } from '#src/ingest/floors/find-cause.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { address, sale } from '../../support/build-activity.ts';
import { token } from '../../support/build-token.ts';
import { silentLog } from '../../support/silent-log.ts';

const PUNKS = address(0xc0);
const NOW = Date.UTC(2026, 0, 1) / 1_000;
const FALL: FloorCrossing = {
  way: 'below',
  floor: 90n,
  from: { floor: 100n, at: NOW - 60 },
  since: NOW,
  number: 1,
};
const RISE: FloorCrossing = { ...FALL, way: 'rose', floor: 110n };

const listing = (change: Partial<Activity> = {}) =>
  sale({ kind: 'listing', price: 90n, to: null, ...change });
const soldFloor = (change: Partial<Activity> = {}) => sale({ price: 100n, ...change });

interface Feed {
  readonly records?: readonly Activity[] | Error;
  readonly token?: Token | Error;
}

const answer = async <T>(value: T | Error): Promise<T> => {
  if (value instanceof Error) throw value;
  return value;
};

function causeOf(
  crossing: FloorCrossing,
  { records = [], token: found = token() }: Feed,
  { signal } = new AbortController(),
) {
  return findCause(
    PUNKS,
    crossing,
    {
      records: {
        activities: async () => ({
          ...{ page: 1, total: null, hasNext: false, unreadable: 0 },
          items: await answer(records),
        }),
      },
      tokens: { find: () => answer(found) },
      log: silentLog,
    },
    signal,
  );
}

describe('the cause of a floor', () => {
  it('that fell is the newest listing for exactly that', async () => {
    const records = [
      listing({ tokenId: '8', price: 91n }),
      listing({ tokenId: '9' }),
      listing({ tokenId: '7' }),
    ];
    const rarity = { rank: 5, total: 1_000, score: null, percentile: null };
    const known = token({ name: 'Punk the Ninth', rarity });
    expect(await causeOf(FALL, { records, token: known })).toMatchObject({
      what: 'listed',
      item: { tokenId: '9', price: 90n, tokenName: 'Punk the Ninth', rarity: { rank: 5, total: 1_000 } },
    });
    expect(
      await causeOf({ ...FALL, way: 'fell' }, { records: [listing({ kind: 'listing_updated' })] }),
    ).toMatchObject({ what: 'listed' });
  });

  it('that rose is the sale of what was the floor before', async () => {
    const records = [listing({ price: 110n }), soldFloor({ tokenId: '3' })];
    const sold = { what: 'sold', item: { tokenId: '3', price: 100n } };
    expect(await causeOf(RISE, { records })).toMatchObject(sold);
    expect(await causeOf({ ...RISE, way: 'above' }, { records })).toMatchObject(sold);
  });

  it.each<[string, Activity]>([
    ['of another collection', listing({ collection: address(0xc1) })],
    ['for another price', listing({ price: 90n + 1n })],
    ['in another coin', listing({ currency: address(0xee) })],
    ['of several units', listing({ quantity: 2n })],
    ['that was taken back', listing({ reverted: true })],
    ['of no token', listing({ tokenId: null })],
    ['that is a sale', sale({ price: 90n })],
    ['that is much older', listing({ timestamp: NOW - 60 - 15 * 60 - 1 })],
    ['of no time', listing({ timestamp: null })],
  ])('is no record %s', async (_which, record) => {
    expect(await causeOf(FALL, { records: [record] })).toBeNull();
  });

  it('may be some minutes older than the floor before, which the marketplace caches', async () => {
    const records = [listing({ timestamp: NOW - 60 - 15 * 60 })];
    expect(await causeOf(FALL, { records })).toMatchObject({ what: 'listed' });
  });

  it('is unknown while the feed is not answered, and says what the record says while the token is not', async () => {
    expect(await causeOf(FALL, { records: new Error('down') })).toBeNull();
    expect(await causeOf(FALL, { records: [listing()], token: new Error('down') })).toMatchObject({
      what: 'listed',
      item: { tokenName: 'Punk #7', collectionName: 'Punks', rarity: null, attributes: [] },
    });
  });

  it('is not looked for any longer once the bot stops', async () => {
    const stopping = new AbortController();
    stopping.abort(new Error('stopping'));
    await expect(causeOf(FALL, { records: new Error('down') }, stopping)).rejects.toThrow('stopping');
  });
});
