import * as fc from 'fast-check';
import type { Alert, AlertToken, MarketAlert, NoticeAlert, SoldItem } from '#src/alerts/alert.ts';
import type { Address } from '#src/chain/address.ts';

/** Any code points, and half a surrogate pair, which JSON may hold and UTF-8 may not. */
export const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('\ud83e half'));
const optionalText = fc.option(text);

/** `fc.record` makes objects without a prototype now and then; alerts and what the store makes are plain ones. */
export const PLAIN = { noNullPrototype: true } as const;

export const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const optionalNumber = fc.option(number);
export const address = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits): Address => `0x${digits}`);
export const optionalAddress = fc.option(address);
export const optionalAmount = fc.option(fc.bigInt());
export const tokenId = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String);

const tokenFields = {
  collection: address,
  collectionName: optionalText,
  tokenId,
  tokenName: optionalText,
  image: optionalText,
  rarity: fc.option(fc.record({ rank: number, total: optionalNumber }, PLAIN)),
  attributes: fc.array(fc.record({ type: text, value: text, rarity: optionalNumber }, PLAIN), {
    maxLength: 3,
  }),
  quantity: fc.bigInt(),
};

const token: fc.Arbitrary<AlertToken> = fc.record(tokenFields, PLAIN);

const item: fc.Arbitrary<SoldItem> = fc.record(
  {
    ...tokenFields,
    price: optionalAmount,
    currency: optionalAddress,
    seller: optionalAddress,
    priceContext: fc.option(
      fc.record(
        {
          bought: fc.option(fc.record({ price: fc.bigInt(), at: number }, PLAIN)),
          last: fc.option(fc.record({ price: fc.bigInt(), at: number }, PLAIN)),
          floor: optionalAmount,
          record: fc.boolean(),
        },
        PLAIN,
      ),
    ),
  },
  PLAIN,
);

const base = { key: text, liveKey: optionalText, txHash: optionalText, occurredAt: number };
const trade = { ...base, topic: fc.constant('sale' as const), buyer: optionalAddress };

const auction = {
  ...base,
  kind: fc.constant('auction' as const),
  topic: fc.constantFrom(
    'auction_started' as const,
    'auction_bid' as const,
    'auction_ending' as const,
    'auction_ended' as const,
    'auction_cancelled' as const,
  ),
  auction: text,
  auctionId: optionalText,
  token,
  seller: optionalAddress,
  startingPrice: optionalAmount,
  currency: optionalAddress,
  startTime: optionalNumber,
  endTime: optionalNumber,
  status: fc.constantFrom(
    'upcoming' as const,
    'running' as const,
    'ended' as const,
    'sold' as const,
    'unsold' as const,
    'cancelled' as const,
  ),
  leader: optionalAddress,
  highestBid: optionalAmount,
  bidCount: number,
  outbid: optionalAddress,
  overtaken: fc.array(address, { maxLength: 3 }),
  overtakenBids: fc.array(fc.bigInt(), { maxLength: 3 }),
  latestBids: fc.array(
    fc.record({ bidder: optionalAddress, amount: fc.bigInt(), at: optionalNumber }, PLAIN),
    { maxLength: 5 },
  ),
  extensions: number,
  finalizedAt: optionalNumber,
  provisional: fc.boolean(),
  confirms: fc.constantFrom(null, 'same' as const, 'other' as const),
  floor: optionalAmount,
  lastPrice: optionalAmount,
  leads: fc.array(number, { maxLength: 4 }),
};

/** Any alert of the market, of every type. */
export const marketAlert: fc.Arbitrary<MarketAlert> = fc.oneof(
  fc.record({ ...trade, kind: fc.constant('sale' as const), item }, PLAIN),
  fc.record(
    { ...trade, kind: fc.constant('sweep' as const), items: fc.array(item, { maxLength: 4 }) },
    PLAIN,
  ),
  fc.record(
    {
      ...trade,
      kind: fc.constant('repeat_trades' as const),
      item,
      wallets: fc.tuple(address, address),
      count: number,
      since: number,
      volume: fc.bigInt(),
    },
    PLAIN,
  ),
  fc.record(
    {
      ...base,
      kind: fc.constant('listing' as const),
      topic: fc.constant('listing' as const),
      item,
      reserved: fc.record({ for: optionalAddress }, PLAIN),
      falling: fc.record({ to: fc.bigInt(), until: optionalNumber }, PLAIN),
    },
    PLAIN,
  ),
  fc.record(
    {
      ...base,
      kind: fc.constant('offer' as const),
      topic: fc.constant('offer' as const),
      collection: address,
      collectionName: optionalText,
      token: fc.option(token),
      price: optionalAmount,
      currency: optionalAddress,
      quantity: fc.bigInt(),
      bidder: optionalAddress,
      owner: optionalAddress,
      floor: optionalAmount,
    },
    PLAIN,
  ),
  fc.record(
    {
      ...base,
      kind: fc.constant('move' as const),
      topic: fc.constantFrom('transfer' as const, 'mint' as const, 'burn' as const),
      tokens: fc.array(token, { maxLength: 3 }),
      from: optionalAddress,
      to: optionalAddress,
      price: optionalAmount,
      currency: optionalAddress,
    },
    PLAIN,
  ),
  fc.record(
    {
      ...base,
      kind: fc.constant('bundle' as const),
      topic: fc.constantFrom('listing' as const, 'offer' as const),
      tokens: fc.array(token, { maxLength: 3 }),
      by: optionalAddress,
      floor: optionalAmount,
      price: optionalAmount,
      currency: optionalAddress,
    },
    PLAIN,
  ),
  fc.record(auction, PLAIN),
);

const notice: fc.Arbitrary<NoticeAlert> = fc.record(
  {
    ...base,
    kind: fc.constant('notice' as const),
    topic: fc.constant('notice' as const),
    missing: fc.option(fc.array(fc.string())),
    channelId: text,
    code: number,
    users: fc.array(text, { maxLength: 3 }),
    waiting: number,
  },
  PLAIN,
);

/** Any alert there is. */
export const anyAlert: fc.Arbitrary<Alert> = fc.oneof({ weight: 7, arbitrary: marketAlert }, notice);
