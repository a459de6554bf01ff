import { z } from 'zod';
import type { LedgerRecord } from '../ledger.ts';
import type { Cause } from '../world/cause.ts';

/** An event that can be caused over HTTP. */
export interface CauseEndpoint {
  readonly what: string;
  readonly summary: string;
  /** Its options: names with a short description each. */
  readonly options: Readonly<Record<string, string>>;
  /** A body that works in any world. */
  readonly example: object;
  /** `given` is the request's body. Throws a ZodError for an invalid one, else what `Cause` throws. */
  act(cause: Cause, given: unknown): readonly LedgerRecord[];
}

const text = z.string().optional();
const wei = z
  .string()
  .regex(/^\d+$/, 'is a decimal string of wei')
  .transform(BigInt)
  .optional()
  .describe('Wei, as a decimal string.');
const ms = z.number().nonnegative().optional();
const collection = text.describe('Address or path.');
const target = { collection, tokenId: text };
const auction = text.describe('The auction’s id. Default the latest auction.');

function causing<T extends Readonly<Record<string, z.ZodType>>>(
  what: string,
  summary: string,
  shape: T,
  example: object,
  act: (cause: Cause, options: z.infer<z.ZodObject<T, z.core.$strict>>) => readonly LedgerRecord[],
): CauseEndpoint {
  const body = z.strictObject(shape);
  const options = Object.fromEntries(
    Object.keys(shape).map((name) => [name, shape[name]?.description ?? '']),
  );
  return { what, summary, options, example, act: (cause, given) => act(cause, body.parse(given)) };
}

/** Everything that can be caused. Options that are left out are drawn at random. */
export const causeEndpoints: readonly CauseEndpoint[] = [
  causing(
    'sale',
    'A token is sold, listed or not.',
    {
      ...target,
      seller: text,
      buyer: text,
      price: wei,
      withTransfer: z.boolean().optional().describe('Adds its transfer to the feed.'),
    },
    { price: '1500000000000000000' },
    (cause, options) => cause.sale(options),
  ),
  causing(
    'sweep',
    'Several tokens of one collection are sold to one buyer in one transaction.',
    {
      collection,
      buyer: text,
      count: z.number().int().positive().default(5).describe('Default 5.'),
      withTransfers: z.boolean().optional(),
    },
    { count: 5 },
    (cause, { count, ...options }) => cause.sweep(count, options),
  ),
  causing(
    'transfer',
    'A token moves without money.',
    { ...target, seller: text, buyer: text },
    {},
    (cause, options) => cause.transfer(options),
  ),
  causing(
    'offer',
    'Somebody offers money for a token.',
    { ...target, offeror: text, price: wei, expiresInMs: ms.describe('Default a day.') },
    {},
    (cause, options) => cause.offer(options),
  ),
  causing(
    'listing',
    'A token is listed; a listed one gets another price.',
    {
      ...target,
      price: wei,
      belowFloorPercent: z.number().min(1).max(99).optional().describe('Instead of a price.'),
      expiresInMs: ms.describe('Default thirty days.'),
    },
    { belowFloorPercent: 20 },
    (cause, options) => cause.listing(options),
  ),
  causing(
    'mint',
    'New tokens for one owner in one transaction.',
    { collection, buyer: text, count: z.number().int().positive().default(1).describe('Default 1.') },
    {},
    (cause, { count, ...options }) => cause.mint(count, options),
  ),
  causing(
    'transfers',
    'One owner sends several tokens in one transaction.',
    { collection, buyer: text, count: z.number().int().positive().default(3).describe('Default 3.') },
    { count: 2 },
    (cause, { count, ...options }) => cause.transfers(count, options),
  ),
  causing(
    'collectionOffer',
    'Somebody offers money for any token of a collection.',
    { collection, offeror: text, price: wei, expiresInMs: ms.describe('Default a day.') },
    {},
    (cause, options) => cause.collectionOffer(options),
  ),
  causing('acceptOffer', 'An owner accepts an offer.', target, {}, (cause, options) =>
    cause.acceptOffer(options),
  ),
  causing(
    'wash',
    'Two wallets trade one token back and forth.',
    { ...target, price: wei, count: z.number().int().positive().default(6).describe('Default 6 trades.') },
    { count: 6 },
    (cause, { count, ...options }) => cause.wash(count, options),
  ),
  causing('burn', 'A token is burned.', target, {}, (cause, options) => cause.burn(options)),
  causing(
    'auction',
    'An auction for a token starts.',
    {
      ...target,
      seller: text,
      startingPrice: wei,
      endsInMs: ms.describe('Default ten minutes.'),
      settlesAfterMs: ms.nullable().describe('World ms after its end; null: only when caused.'),
    },
    { startingPrice: '1000000000000000000', endsInMs: 120_000 },
    (cause, options) => cause.auction(options),
  ),
  causing(
    'bid',
    'Somebody bids in an auction. One in its last minute extends it.',
    {
      auction,
      bidder: text,
      amount: wei,
      extensionMs: ms.describe('How long before its end a bid extends it, and how far. Default a minute.'),
    },
    {},
    (cause, options) => cause.bid(options),
  ),
  causing('lateBid', 'A bid that moves the end by a minute.', { auction }, {}, (cause, options) =>
    cause.lateBid(options.auction),
  ),
  causing('selfRaise', 'The leading bidder bids again.', { auction }, {}, (cause, options) =>
    cause.selfRaise(options.auction),
  ),
  causing('settle', 'An auction that has ended is settled.', { auction }, {}, (cause, options) =>
    cause.settle(options.auction),
  ),
  causing('cancelAuction', 'An auction ends without a winner.', { auction }, {}, (cause, options) =>
    cause.cancelAuction(options.auction),
  ),
];
