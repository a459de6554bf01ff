import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { BUYER, decodeOne, decodePage, SELLER, saleRecord, TX, ZERO } from './activity-samples.ts';

const OTHER_TX = `0x${'1'.repeat(64)}`;
const ON_CHAIN = { _id: null, logIndex: null };
const OFF_CHAIN = { _id: null, txHash: null, logIndex: null, type: 'list', buyer: null };

function share(a: Activity, b: Activity): boolean {
  return a.keys.some((key) => b.keys.includes(key));
}

describe('the identity of an activity', () => {
  it('survives a new id when transaction and log index are known', () => {
    const again = decodeOne(saleRecord({ _id: 'another' }));
    expect(share(decodeOne(saleRecord()), again)).toBe(true);
  });

  it('distinguishes two sales of one token in one transaction, log index 0 included', () => {
    const [first, second] = decodePage(
      saleRecord({ _id: null, logIndex: 0 }),
      saleRecord({ _id: null, logIndex: 4 }),
    );
    expect(first?.keys).not.toEqual(second?.keys);
  });

  it('distinguishes a sale and the transfer of one log', () => {
    const transfer = decodeOne(saleRecord({ _id: null, type: 'transfer' }));
    expect(share(decodeOne(saleRecord({ _id: null })), transfer)).toBe(false);
  });

  it('is the same for a mint reported as a mint or as a transfer from the zero address', () => {
    const mint = decodeOne(saleRecord({ _id: 'a', type: 'mint', seller: ZERO }));
    expect(share(mint, decodeOne(saleRecord({ _id: 'b', type: 'transfer', seller: ZERO })))).toBe(true);
  });

  it('takes an id as text: 7, "7" and 7 of 30 digits are what they are written as', () => {
    expect(decodeOne({ ...saleRecord(), _id: 7 }).keys[0]).toBe('id:7');
    expect(decodeOne({ ...saleRecord(), _id: '7' }).keys[0]).toBe('id:7');
    expect(decodeOne({ ...saleRecord(), _id: '0007' }).keys[0]).toBe('id:0007');
  });

  it('does not take the name of the token for the id of the event', () => {
    const id = `${String(saleRecord()['collectionAddress'])}-478`;
    const [first, second] = decodePage(
      saleRecord({ _id: null, id, logIndex: 1 }),
      saleRecord({ _id: null, id, txHash: OTHER_TX }),
    );
    expect(first !== undefined && second !== undefined && share(first, second)).toBe(false);
  });

  it('keeps a sale apart from the listing that has the same sale number', () => {
    const numbered = { _id: null, saleId: 12 };
    const listing = decodeOne(saleRecord({ ...OFF_CHAIN, ...numbered }));
    expect(share(decodeOne(saleRecord(numbered)), listing)).toBe(false);
  });

  it('does not change with what changes about a record', () => {
    const listing = { ...OFF_CHAIN, timestamp: null };
    const before = decodeOne(
      saleRecord({ ...listing, updatedAt: 1_756_464_800, image: 'https://a.example/1' }),
    );
    const after = decodeOne(
      saleRecord({ ...listing, updatedAt: 1_756_464_900, image: 'https://a.example/2' }),
    );
    expect(after.keys).toEqual(before.keys);
  });

  it('numbers equal rows of one transaction, whatever the order of the page and the rows between', () => {
    const rows = [1, 2, 3].map((block) => saleRecord({ ...ON_CHAIN, block }));
    const others = [5, 6].map((tokenId) => saleRecord({ ...ON_CHAIN, tokenId }));
    const expected = new Map(decodePage(...rows).map((activity, index) => [rows[index], activity.keys]));
    expect(new Set([...expected.values()].flat()).size).toBe(3);
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows, ...others], { minLength: 5 }), (page) => {
        for (const [index, activity] of decodePage(...page).entries()) {
          expect(activity.keys).toEqual(expected.get(page[index]) ?? activity.keys);
        }
      }),
    );
  });

  it('gives the older of two equal rows the number that it had before the newer came', () => {
    const older = saleRecord({ ...ON_CHAIN, timestamp: 1_756_464_735 });
    const newer = saleRecord({ ...ON_CHAIN, timestamp: 1_756_464_740 });
    const [, second] = decodePage(newer, older);
    expect(second?.keys).toEqual(decodeOne(older).keys);
  });

  /** The facts that make an event; changing any one of them makes another event. */
  const eventFacts = {
    type: fc.constantFrom('sale', 'list', 'offer', 'transfer', 'auctionBid', 'stake', 'lend'),
    collectionAddress: fc.constantFrom(SELLER, BUYER),
    tokenId: fc.constantFrom(null, 0, 1, '11', (2n ** 255n).toString()),
    seller: fc.constantFrom(null, SELLER, BUYER),
    buyer: fc.constantFrom(null, SELLER, BUYER),
    price: fc.constantFrom(null, 0, '1', '11', '1.1'),
    txHash: fc.constantFrom(null, TX, OTHER_TX),
    logIndex: fc.constantFrom(null, 0, 1, 11),
    batchIndex: fc.constantFrom(null, 1, 11),
    offerId: fc.constantFrom(null, '1', '1:1', 'é'),
    timestamp: fc.constantFrom(null, 1_756_464_735, 1_756_464_736),
    id: fc.constantFrom(null, null, 'x', '1'),
  };
  const facts = fc.record(eventFacts);

  type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

  /** Without a transaction there is no log index and no batch index. */
  function possible(event: Facts): Facts {
    if (event.txHash === null) return { ...event, logIndex: null, batchIndex: null };
    return event.logIndex === null ? { ...event, batchIndex: null } : event;
  }

  function onChainPlace({ type, collectionAddress, tokenId, txHash, logIndex, batchIndex }: Facts): string {
    return JSON.stringify([type, collectionAddress, tokenId, txHash, logIndex, batchIndex]);
  }

  it('is never shared by two different events, however little differs', () => {
    const names = fc.subarray(Object.keys(eventFacts), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(facts, facts, names, (a, b, changed) => {
        const one = possible(a);
        const kept = Object.fromEntries(Object.entries(b).filter(([name]) => changed.includes(name)));
        const two = possible({ ...a, ...kept });
        const sameId = one.id !== null && one.id === two.id;
        const samePlace = one.logIndex !== null && onChainPlace(one) === onChainPlace(two);
        fc.pre(!sameId && !samePlace && JSON.stringify(one) !== JSON.stringify(two));
        const [first, second] = decodePage(one, two);
        return first !== undefined && second !== undefined && !share(first, second);
      }),
      { numRuns: 5_000 },
    );
  });
});
