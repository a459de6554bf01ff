import { z } from 'zod';
import type { Address } from '../chain/address.ts';
import { packNumber, unpackNumber } from './packed-number.ts';
import {
  ACTIVITY_FILTERS,
  AUCTION_FILTERS,
  AUCTION_SORTS,
  OWNED_SORTS,
  type Screen,
  TOKEN_SORTS,
} from './screen.ts';

/** The state in a component's custom id: the screen that it opens, and the requester of its message. */
export interface ComponentState {
  readonly screen: Screen;
  /** Discord user id of the requester. */
  readonly requester: string;
}

/** To be changed with the format, so that components of other versions are recognised. */
const VERSION = '1';
const SEPARATOR = '.';

const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value));
const digits = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const page = z.int().min(1).max(1_000_000);
const key = z.string().regex(/^[\w-]{6}$/);

const screen = z.discriminatedUnion('at', [
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
  z.strictObject({
    at: z.literal('exact-activity'),
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
const requester = z.string().regex(/^\d{15,20}$/);

/** Encoding of one field within the 100 characters of a custom id. `null` is encoded as an empty string. */
interface FieldEncoding {
  readonly write: (value: unknown) => string;
  readonly read: (text: string) => unknown;
}

const bigNumber: FieldEncoding = {
  write: (value) => packNumber(BigInt(String(value))),
  read: (text) => unpackNumber(text).toString(),
};
const wallet: FieldEncoding = {
  write: (value) => packNumber(BigInt(String(value))),
  read: (text) => `0x${unpackNumber(text).toString(16).padStart(40, '0')}`,
};
const count: FieldEncoding = {
  write: (value) => Number(value).toString(36),
  read: (text) => Number.parseInt(text, 36),
};
const flag: FieldEncoding = { write: (value) => (value === true ? '1' : '0'), read: (text) => text === '1' };
const word: FieldEncoding = { write: String, read: (text) => text };
/** A name is encoded as its index, so these lists may only grow at their end. */
const oneOf = (names: readonly string[]): FieldEncoding => ({
  write: (value) => names.indexOf(String(value)).toString(36),
  read: (text) => names[Number.parseInt(text, 36)],
});

type FieldEncodings = readonly [letter: string, fields: Readonly<Record<string, FieldEncoding>>];

/**
 * Every screen by a letter that never changes, with its fields in the order of their encoding. `F` must not be
 * reused: it stood for following without a preview.
 */
const ENCODINGS: Readonly<Record<Screen['at'], FieldEncodings>> = {
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
  'exact-activity': ['w', { collection: wallet, page: count, filter: oneOf(ACTIVITY_FILTERS) }],
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

const SCREEN_BY_LETTER = new Map(Object.entries(ENCODINGS).map(([at, [letter]]) => [letter, at]));

function isScreenName(name: string | undefined): name is Screen['at'] {
  return name !== undefined && Object.hasOwn(ENCODINGS, name);
}

/** Encodes the state as a component's custom id or a menu's value. */
export function writeComponentState(state: ComponentState): string {
  const [letter, fields] = ENCODINGS[state.screen.at];
  const values: Readonly<Record<string, unknown>> = { ...state.screen };
  const written = Object.entries(fields).map(([name, field]) => {
    const value = values[name];
    return value === null ? '' : field.write(value);
  });
  return [VERSION + letter, packNumber(BigInt(state.requester)), ...written].join(SEPARATOR);
}

/** Decodes a custom id; `null` when it is of another version or was tampered with. */
export function readComponentState(customId: string): ComponentState | null {
  const [head = '', who = '', ...texts] = customId.split(SEPARATOR);
  const at = SCREEN_BY_LETTER.get(head.slice(VERSION.length));
  if (!head.startsWith(VERSION) || !isScreenName(at)) return null;
  const fields = Object.entries(ENCODINGS[at][1]);
  if (fields.length !== texts.length) return null;
  const values = fields.map(([name, field], position) => {
    const text = texts[position] ?? '';
    return [name, text === '' ? null : field.read(text)] as const;
  });
  const parsed = screen.safeParse({ at, ...Object.fromEntries(values) });
  const parsedRequester = requester.safeParse(unpackNumber(who).toString());
  if (!parsed.success || !parsedRequester.success) return null;
  const state: ComponentState = { screen: parsed.data, requester: parsedRequester.data };
  return writeComponentState(state) === customId ? state : null;
}
