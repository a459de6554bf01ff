import { z } from 'zod';
import { type Address, parseAddress, shortAddress } from '#src/chain/address.ts';
import { shortTokenId, type TokenId } from '#src/chain/token-id.ts';
import { traitKey } from '../match-subject.ts';
import { tokenKey } from '../missing-details.ts';
import {
  chosenCollections,
  collectionListInFile,
  collectionWords,
  readCollections,
  writeCollection,
} from './collection.ts';
import {
  address,
  defineFilter,
  field,
  MAX_ENTRIES,
  named,
  type PartsContext,
  type ReadContext,
  type Reading,
  type SettleContext,
  unreadable,
} from './filter.ts';
import { firstOf, readList, sortedSet } from './lists.ts';
import {
  canonicalTraits,
  chosenTraits,
  readTraits,
  traitsSchema,
  traitWords,
  writeTraits,
} from './traits.ts';

const COLLECTIONS = 'not_collections';
const TOKENS = 'not_tokens';
const TRAITS = 'not_traits';

/** Maximum tokens, and traits, that a rule excludes: a file of 50 such alerts must not exceed the limit for imports. */
const MAX_EXCLUDED = 10;

const collectionsOf = (values: object) => chosenCollections(values) ?? [];
const traitsOf = (values: object) => chosenTraits(values);

/** Names the options that contradict each other. */
const inBoth = ({ messages, called }: SettleContext, only: string, not: string) => ({
  problem: messages.exclude.inBoth(called(only), called(not)),
});

const collectionFields = [
  field({
    key: COLLECTIONS,
    schema: z.array(address).min(1).max(MAX_ENTRIES).readonly(),
    ask: { type: 'list' },
    messages: ({ exclude }) => exclude.collections,
    read: (text, context, present) =>
      readCollections(text, context, present, {
        most: MAX_ENTRIES,
        tooMany: context.messages.exclude.tooMany,
      }),
    write: (value, { collections }) => value.map((one) => writeCollection(one, collections)).join(', '),
    canonical: sortedSet,
    file: {
      read(value, { messages }) {
        const { data } = collectionListInFile.safeParse(value);
        return data === undefined ? { problem: messages.exclude.collections.inFile } : { value: data };
      },
      // Without names: a file of a full server would be too large otherwise.
      write: (value) => value,
    },
  }),
] as const;

/** Collections whose tokens do not count. */
export const notCollections = defineFilter({
  fields: collectionFields,
  test: ({ [COLLECTIONS]: not }, { collection }) => (not?.includes(collection) === true ? 'no' : 'yes'),
  seen: (_values, { subject }) => ({ type: 'collection', collection: subject.collection }),
  covers: ({ [COLLECTIONS]: wide }, { [COLLECTIONS]: narrow }) =>
    wide === undefined || wide.every((one) => narrow?.includes(one) === true),
  parts: ({ [COLLECTIONS]: not }, context) =>
    not === undefined ? [] : [context.messages.exclude.words(collectionWords(not, context))],
  settle(values, context) {
    const { [COLLECTIONS]: not = [] } = values;
    const isInBoth = collectionsOf(values).some((one) => not.includes(one));
    return isInBoth ? inBoth(context, 'collection', COLLECTIONS) : { values };
  },
});

/** `0x…-12`, with the number in decimal: a token as `tokenKey` writes it. */
const TOKEN = /^(0x[0-9a-fA-F]{40})-(\d{1,78})$/;
const token = z
  .string()
  .regex(TOKEN)
  .transform((text) => {
    const [, collection = '', tokenId = ''] = TOKEN.exec(text) ?? [];
    return tokenKey(address.parse(collection), BigInt(tokenId).toString());
  });

/** Splits the text that `tokenKey` writes. */
function tokenOf(key: string): { readonly collection: Address; readonly tokenId: TokenId } {
  const [, collection = '', tokenId = ''] = TOKEN.exec(key) ?? [];
  return { collection: address.parse(collection), tokenId };
}

/**
 * Parses tokens: `Lantern Foxes #12`, a link, or the number alone if the alert is for one collection. Separated by
 * commas.
 */
function readTokens(text: string, context: ReadContext): Reading<readonly string[]> {
  const { collections, option, lookups, messages } = context;
  const {
    tokens: { hint },
    tooMany,
  } = messages.exclude;
  const only = Array.isArray(collections) && collections.length === 1 ? collections[0] : undefined;
  function understood(entry: string): string | undefined {
    for (const { collection, tokenId } of lookups.tokensIn(entry)) {
      const where =
        collection === null
          ? only
          : (lookups.collections.resolve(collection)?.address ?? parseAddress(collection) ?? undefined);
      if (where !== undefined) return tokenKey(where, tokenId);
    }
    return undefined;
  }
  const list = readList(text, understood);
  if ('unknown' in list) return unreadable(list.unknown[0] ?? text, context, hint);
  const tokens = sortedSet(list.entries);
  if (tokens.length > MAX_EXCLUDED) return { problem: tooMany(option, MAX_EXCLUDED) };
  return { value: tokens.length === 0 ? undefined : tokens };
}

const tokenFields = [
  field({
    key: TOKENS,
    schema: z.array(token).min(1).max(MAX_EXCLUDED).readonly(),
    ask: { type: 'list' },
    messages: ({ exclude }) => exclude.tokens,
    waitsForCollections: true,
    read: readTokens,
    write: (value, { collections }) =>
      value
        .map((key) => {
          const { collection, tokenId } = tokenOf(key);
          const name = writeCollection(collection, collections);
          // A name with these characters may be read as something else together with a number.
          return name === collection || /[#/]/.test(name) ? key : `${name} #${tokenId}`;
        })
        .join(', '),
    canonical: sortedSet,
  }),
] as const;

function tokenWords(keys: readonly string[], { collectionName, messages }: PartsContext) {
  function words(key: string) {
    const { collection, tokenId } = tokenOf(key);
    const name = collectionName(collection) ?? '';
    const of = name === '' ? ({ type: 'text', text: shortAddress(collection) } as const) : named(name);
    return [of, { type: 'text', text: ` #${shortTokenId(tokenId)}` } as const];
  }
  return firstOf(keys, words, messages.more);
}

/** Tokens that do not count. */
export const notTokens = defineFilter({
  fields: tokenFields,
  test: ({ [TOKENS]: not }, subject) =>
    not !== undefined && subject.token !== null && not.includes(subject.token) ? 'no' : 'yes',
  seen: (_values, { subject }) => ({ type: 'token', tokenId: subject.tokenId }),
  covers: ({ [TOKENS]: wide }, { [TOKENS]: narrow }) =>
    wide === undefined || wide.every((one) => narrow?.includes(one) === true),
  parts: ({ [TOKENS]: not }, context) =>
    not === undefined ? [] : [context.messages.exclude.words(tokenWords(not, context))],
});

const traitFields = [
  field({
    key: TRAITS,
    schema: traitsSchema(MAX_EXCLUDED),
    ask: { type: 'list' },
    messages: ({ exclude }) => exclude.traits,
    waitsForCollections: true,
    read: (text, context, present) =>
      readTraits(text, context, present, { most: MAX_EXCLUDED, tooMany: context.messages.exclude.tooMany }),
    write: writeTraits,
    canonical: (value) => canonicalTraits(value),
  }),
] as const;

/** Traits of which a token that counts has none. Compared case-insensitively. Whole collections have no traits. */
export const notTraits = defineFilter({
  fields: traitFields,
  needs: ['token'],
  test({ [TRAITS]: not }, subject) {
    if (not === undefined || subject.tokenId === null) return 'yes';
    if (not.some((one) => subject.traits.has(traitKey(one)))) return 'no';
    return subject.open.rankAndTraits ? 'undecided' : 'yes';
  },
  seen({ [TRAITS]: not = [] }, { subject }) {
    const excluded = new Set(not.map(traitKey));
    return { type: 'traits', traits: subject.attributes.filter((one) => excluded.has(traitKey(one))) };
  },
  covers({ [TRAITS]: wide }, { [TRAITS]: narrow }) {
    if (wide === undefined) return true;
    const excluded = canonicalTraits(narrow ?? []);
    return canonicalTraits(wide).every((one) => excluded.includes(one));
  },
  parts: ({ [TRAITS]: not }, { messages }) =>
    not === undefined ? [] : [messages.exclude.words(traitWords(not, messages))],
  settle(values, context) {
    const excluded = canonicalTraits(values[TRAITS] ?? []);
    const isInBoth = canonicalTraits(traitsOf(values)).some((one) => excluded.includes(one));
    return isInBoth ? inBoth(context, 'traits', TRAITS) : { values };
  },
});

/** The conditions that need no details of a token. */
export const exclusions = [notCollections, notTokens] as const;
