import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#src/marketplace/json.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { readPagination } from '#src/marketplace/pagination.ts';
import { applyRequestedOrder } from '#src/marketplace/requested-order.ts';
import { toAuction, toHolder, toOwnedToken, toProfile, toToken } from '../support/read-resources.ts';
import { COLLECTION } from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const isOwn = isCoinOf('S');
const MAX_AMOUNT = 2n ** 256n - 1n;
const wei = fc.oneof(
  fc.constantFrom(0n, 1n, 10n ** 24n, MAX_AMOUNT),
  fc.bigInt({ min: 0n, max: MAX_AMOUNT }),
);
const id = fc.oneof(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: MAX_AMOUNT }));
const wallet = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`);
const seconds = fc.integer({ min: 1_420_070_400, max: NOW / 1_000 });

/** The forms of an integer of any size in JSON: bare, or as text. */
const integerText = (value: bigint) => fc.constantFrom(`${value}`, `"${value}"`, `" ${value} "`);
const addressText = (address: string) =>
  fc.constantFrom(
    `"${address}"`,
    `"${address.toUpperCase().replace('0X', '0x')}"`,
    `{"address":"${address}"}`,
  );
const timeText = (at: number) =>
  fc.constantFrom(`${at}`, `"${at}"`, `${at * 1_000}`, `"${new Date(at * 1_000).toISOString()}"`);

/** A JSON object with every field in one of its forms. */
function spelled(fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<unknown> {
  return fc.record(fields).map((texts) =>
    parseJson(
      `{${Object.entries(texts)
        .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
        .join(',')}}`,
    ),
  );
}

describe('however its numbers, addresses and times are written', () => {
  it('an auction is the same', () => {
    fc.assert(
      fc.property(
        fc.record({ tokenId: id, price: wei, bid: wei, seller: wallet, at: seconds }).chain((facts) =>
          spelled({
            ...{ tokenId: integerText(facts.tokenId), startingPrice: integerText(facts.price) },
            ...{ seller: addressText(facts.seller), endTime: timeText(facts.at) },
            ...{ collectionAddress: addressText(COLLECTION), id: fc.constant('"x"') },
            bids: integerText(facts.bid).map((amount) => `[{"amount":${amount}}]`),
          }).map((record) => ({ facts, record })),
        ),
        ({ facts, record }) => {
          expect(toAuction(record, NOW, isOwn)).toMatchObject({
            ...{ id: 'x', collection: COLLECTION, tokenId: String(facts.tokenId), seller: facts.seller },
            ...{ startingPrice: facts.price, endTime: facts.at, highestBid: facts.bid },
          });
        },
      ),
    );
  });

  it('a token in a list or in a wallet is the same, and an offer for it', () => {
    fc.assert(
      fc.property(
        fc.record({ tokenId: id, price: wei, owner: wallet, at: seconds }).chain((facts) =>
          spelled({
            ...{ tokenId: integerText(facts.tokenId), listingPrice: integerText(facts.price) },
            ...{ owner: addressText(facts.owner), offeror: addressText(facts.owner) },
            ...{ collectionAddress: addressText(COLLECTION), price: integerText(facts.price) },
            ...{ createdAt: timeText(facts.at), listingExpirationTime: timeText(facts.at) },
            offerId: fc.constantFrom('7', '"7"'),
          }).map((record) => ({ facts, record })),
        ),
        ({ facts, record }) => {
          const tokenId = String(facts.tokenId);
          expect(toToken(record, null, NOW, isOwn)).toMatchObject({
            ...{ collection: COLLECTION, tokenId, owner: facts.owner, listingPrice: facts.price },
            createdAt: facts.at,
          });
          expect(toOwnedToken(record, isOwn)).toMatchObject({
            ...{ collection: COLLECTION, tokenId, owner: facts.owner },
            listing: { price: facts.price, expiresAt: facts.at },
          });
        },
      ),
    );
  });

  it('a holder and a profile are the same', () => {
    fc.assert(
      fc.property(
        fc.record({ address: wallet, count: fc.nat(), volume: wei, nameToken: id }).chain((facts) =>
          spelled({
            ...{ address: addressText(facts.address), count: integerText(BigInt(facts.count)) },
            snsTokenId: integerText(facts.nameToken),
            stats: integerText(facts.volume).map((volume) => `{"totalVolumeBought":${volume}}`),
          }).map((record) => ({ facts, record })),
        ),
        ({ facts, record }) => {
          expect(toHolder(record)).toEqual({ address: facts.address, count: facts.count });
          expect(toProfile(record, null)).toMatchObject({
            ...{ address: facts.address, nameTokenId: String(facts.nameToken), volumeBought: facts.volume },
          });
        },
      ),
    );
  });
});

describe('any JSON in the place of a resource', () => {
  it('is read or not, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, inner) => {
        const record = { tokenId: 1, collectionAddress: COLLECTION, id: 'x', bids: value, attributes: inner };
        for (const candidate of [value, { ...record, listingPrice: inner, highestOffer: value }]) {
          toAuction(candidate, NOW, isOwn);
          toToken(candidate, null, NOW, isOwn);
          toOwnedToken(candidate, isOwn);
          toHolder(candidate);
          toProfile(candidate, null);
          readPagination(candidate, { page: 1, limit: null }, 1);
        }
      }),
    );
  });
});

describe('a page put in order', () => {
  const items = fc.array(fc.record({ key: fc.option(fc.integer({ min: 0, max: 9 })), name: fc.nat() }));
  const direction = fc.constantFrom('asc' as const, 'desc' as const);
  const keyOf = (item: { readonly key: number | null }) => item.key;

  it('holds the same items, is in order, and is found to be so', () => {
    fc.assert(
      fc.property(items, direction, fc.boolean(), (list, way, isComplete) => {
        const once = applyRequestedOrder(list, { keyOf, direction: way }, isComplete);
        expect(once.items).toHaveLength(list.length);
        expect(new Set(once.items)).toEqual(new Set(list));
        const again = applyRequestedOrder(once.items, { keyOf, direction: way }, false);
        expect(again.sorted).not.toBe(false);
        expect(again.items).toEqual(once.items);
      }),
    );
  });

  it('reports the list as sorted only when the server sorted it or the page is the whole list', () => {
    fc.assert(
      fc.property(items, direction, (list, way) => {
        const { items: ordered, sorted } = applyRequestedOrder(list, { keyOf, direction: way }, false);
        const kept = ordered.every((item, index) => item === list[index]);
        const silent = list.every(({ key }) => key === null);
        return (sorted !== true || kept) && (sorted !== null || silent);
      }),
    );
  });
});
