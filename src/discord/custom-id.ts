import { z } from 'zod';
import type { Address } from '../domain/address.ts';
import {
  ACTIVITY_FILTERS,
  AUCTION_FILTERS,
  AUCTION_SORTS,
  OWNED_SORTS,
  type Place,
  TOKEN_SORTS,
} from './place.ts';

/** What a component carries: where it leads, and who asked for the message that it stands on. */
export interface Ticket {
  readonly place: Place;
  /** Discord user id of the one who asked. */
  readonly asker: string;
}

/** Changes when the form changes, so that components of other versions are known as such. */
const VERSION = '1';
const SEPARATOR = '.';

const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value));
const digits = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const page = z.int().min(1).max(1_000_000);
const key = z.string().regex(/^[\w-]{6}$/);

const place = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('collection'), collection: address }),
  z.strictObject({ at: z.literal('collections'), page }),
  z.strictObject({
    at: z.literal('tokens'),
    collection: address,
    page,
    sort: z.enum(TOKEN_SORTS),
    descending: z.boolean(),
    listed: z.boolean(),
    trait: key.nullable(),
  }),
  z.strictObject({ at: z.literal('traits'), collection: address, page, type: key.nullable() }),
  z.strictObject({
    at: z.literal('holders'),
    collection: address,
    page,
    minimum: z.int().min(1).max(1_000_000),
  }),
  z.strictObject({
    at: z.literal('activity'),
    collection: address.nullable(),
    page,
    filter: z.enum(ACTIVITY_FILTERS),
  }),
  z.strictObject({ at: z.literal('token'), collection: address, tokenId: digits }),
  z.strictObject({ at: z.literal('next-token'), collection: address, tokenId: digits }),
  z.strictObject({ at: z.literal('previous-token'), collection: address, tokenId: digits }),
  z.strictObject({ at: z.literal('profile'), who: address }),
  z.strictObject({
    at: z.literal('owned'),
    who: address,
    page,
    collection: address.nullable(),
    sort: z.enum(OWNED_SORTS),
    listed: z.boolean(),
  }),
  z.strictObject({
    at: z.literal('auctions'),
    page,
    filter: z.enum(AUCTION_FILTERS),
    sort: z.enum(AUCTION_SORTS),
    collection: address.nullable(),
  }),
  z.strictObject({ at: z.literal('auction'), collection: address, auctionId: digits }),
  z.strictObject({ at: z.literal('exact-collection'), collection: address }),
  z.strictObject({ at: z.literal('exact-token'), collection: address, tokenId: digits }),
  z.strictObject({ at: z.literal('exact-auction'), collection: address, auctionId: digits }),
  z.strictObject({ at: z.literal('follow'), collection: address }),
]);
const asker = z.string().regex(/^\d{15,20}$/);

/** How one field is written within the 100 characters that Discord gives a custom id. `null` is written as nothing. */
interface Field {
  readonly write: (value: unknown) => string;
  readonly read: (text: string) => unknown;
}

/** Six bits a character, so that a 256-bit token id takes 43. */
function pack(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

function unpack(text: string): bigint {
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}

const bigNumber: Field = {
  write: (value) => pack(BigInt(String(value))),
  read: (text) => unpack(text).toString(),
};
const wallet: Field = {
  write: (value) => pack(BigInt(String(value))),
  read: (text) => `0x${unpack(text).toString(16).padStart(40, '0')}`,
};
const count: Field = {
  write: (value) => Number(value).toString(36),
  read: (text) => Number.parseInt(text, 36),
};
const flag: Field = { write: (value) => (value === true ? '1' : '0'), read: (text) => text === '1' };
const word: Field = { write: String, read: (text) => text };
/** A name as its position, so these lists may only grow at their end. */
const oneOf = (names: readonly string[]): Field => ({
  write: (value) => names.indexOf(String(value)).toString(36),
  read: (text) => names[Number.parseInt(text, 36)],
});

type Form = readonly [letter: string, fields: Readonly<Record<string, Field>>];

/**
 * Every place under a letter that never changes, with its fields in the order in which they are written. `F` is spent:
 * it stood for following at once.
 */
const FORMS: Readonly<Record<Place['at'], Form>> = {
  collection: ['c', { collection: wallet }],
  collections: ['C', { page: count }],
  tokens: [
    't',
    {
      collection: wallet,
      page: count,
      sort: oneOf(TOKEN_SORTS),
      descending: flag,
      listed: flag,
      trait: word,
    },
  ],
  traits: ['r', { collection: wallet, page: count, type: word }],
  holders: ['h', { collection: wallet, page: count, minimum: count }],
  activity: ['a', { collection: wallet, page: count, filter: oneOf(ACTIVITY_FILTERS) }],
  token: ['k', { collection: wallet, tokenId: bigNumber }],
  'next-token': ['n', { collection: wallet, tokenId: bigNumber }],
  'previous-token': ['p', { collection: wallet, tokenId: bigNumber }],
  profile: ['u', { who: wallet }],
  owned: ['o', { who: wallet, page: count, collection: wallet, sort: oneOf(OWNED_SORTS), listed: flag }],
  auctions: [
    'A',
    { page: count, filter: oneOf(AUCTION_FILTERS), sort: oneOf(AUCTION_SORTS), collection: wallet },
  ],
  auction: ['b', { collection: wallet, auctionId: bigNumber }],
  'exact-collection': ['x', { collection: wallet }],
  'exact-token': ['y', { collection: wallet, tokenId: bigNumber }],
  'exact-auction': ['z', { collection: wallet, auctionId: bigNumber }],
  follow: ['f', { collection: wallet }],
};

const PLACE_OF_LETTER = new Map(Object.entries(FORMS).map(([at, [letter]]) => [letter, at]));

function isPlaceName(name: string | undefined): name is Place['at'] {
  return name !== undefined && Object.hasOwn(FORMS, name);
}

/** The ticket as a component's custom id or a menu's value. */
export function writeTicket(ticket: Ticket): string {
  const [letter, fields] = FORMS[ticket.place.at];
  const values: Readonly<Record<string, unknown>> = { ...ticket.place };
  const written = Object.entries(fields).map(([name, field]) => {
    const value = values[name];
    return value === null ? '' : field.write(value);
  });
  return [VERSION + letter, pack(BigInt(ticket.asker)), ...written].join(SEPARATOR);
}

/** The ticket that a custom id holds, or `null` when it is of another version or was tampered with. */
export function readTicket(customId: string): Ticket | null {
  const [head = '', who = '', ...texts] = customId.split(SEPARATOR);
  const at = PLACE_OF_LETTER.get(head.slice(VERSION.length));
  if (!head.startsWith(VERSION) || !isPlaceName(at)) return null;
  const fields = Object.entries(FORMS[at][1]);
  if (fields.length !== texts.length) return null;
  const values = fields.map(([name, field], position) => {
    const text = texts[position] ?? '';
    return [name, text === '' ? null : field.read(text)] as const;
  });
  const parsed = place.safeParse({ at, ...Object.fromEntries(values) });
  const parsedAsker = asker.safeParse(unpack(who).toString());
  if (!parsed.success || !parsedAsker.success) return null;
  const ticket: Ticket = { place: parsed.data, asker: parsedAsker.data };
  return writeTicket(ticket) === customId ? ticket : null;
}
