import { z } from 'zod';
import { type Address, parseAddress, shortAddress } from '#src/chain/address.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import {
  address,
  defineFilter,
  type FilterLookups,
  field,
  MAX_ENTRIES,
  named,
  type PartsContext,
  type ReadContext,
  type Reading,
} from './filter.ts';
import { firstOf, type ListLimit, readList, sortedSet } from './lists.ts';

/** All collections that the marketplace lists (marketplace-api: GET /api/collections), or 1 to 25 sorted addresses. */
type Choice = 'whitelisted' | readonly Address[];

const SUGGESTIONS = 3;
/** Words for all collections, in addition to the suggested ones. */
const EVERY = new Set(['every', 'all', 'all collections', 'everything', 'any']);
const WHITELISTED = new Set(['all whitelisted', 'whitelisted']);
/** The mark of verified collections in suggestions. */
const VERIFIED_MARK = /\s*✓$/;

/** Maximum number of unknown names that an error repeats. */
const MAX_UNKNOWN = 5;

function unknownCollections(
  all: readonly string[],
  { option, lookups, messages }: ReadContext,
): { readonly problem: readonly Segment[] } {
  const { unknown, didYouMean, pickSuggestion } = messages.collection;
  const names = all.slice(0, MAX_UNKNOWN);
  const near = names.flatMap((name) =>
    lookups.collections.search(name, names.length === 1 ? SUGGESTIONS : 1).map((one) => named(one.name)),
  );
  const hint = near.length === 0 ? pickSuggestion : didYouMean(near);
  return { problem: unknown(names.map(named), option, hint) };
}

/** Parses a list of collections: names, addresses or links, separated by commas. */
export function readCollections(
  text: string,
  context: ReadContext,
  present?: Choice,
  { most, tooMany }: ListLimit = { most: MAX_ENTRIES, tooMany: context.messages.collection.tooMany },
): Reading<readonly Address[]> {
  const { option, lookups } = context;
  // Collections that were chosen before are kept even if the marketplace no longer lists them.
  const kept = Array.isArray(present) ? present : [];
  function understood(entry: string): Address | undefined {
    const parsed = parseAddress(entry);
    if (parsed !== null && kept.includes(parsed)) return parsed;
    return lookups.collections.resolve(entry.replace(VERIFIED_MARK, ''))?.address;
  }
  const list = readList(text, understood);
  if ('unknown' in list) return unknownCollections(list.unknown, context);
  const addresses = sortedSet(list.entries);
  if (addresses.length > most) return { problem: tooMany(option, most) };
  return { value: addresses.length === 0 ? undefined : addresses };
}

function read(text: string, context: ReadContext, present: Choice | undefined): Reading<Choice> {
  const wanted = normaliseText(text);
  const { everyChoice, whitelistedChoice } = context.messages.collection;
  if (EVERY.has(wanted) || wanted === normaliseText(everyChoice)) return { value: undefined };
  if (WHITELISTED.has(wanted) || wanted === normaliseText(whitelistedChoice)) return { value: 'whitelisted' };
  return readCollections(text, context, present);
}

/** Returns the name of a collection if it resolves to the same collection, else its address. */
export function writeCollection(
  one: Address,
  collections: Pick<FilterLookups['collections'], 'get' | 'resolve'>,
): string {
  const name = collections.get(one)?.name.trim() ?? '';
  const leadsBack = name !== '' && !/[,;\n✓]/.test(name) && collections.resolve(name)?.address === one;
  return leadsBack ? name : one;
}

const fileEntry = z.union([address, z.object({ address }).transform((entry) => entry.address)]);
/** A list of collections in a file. */
export const collectionListInFile = z.array(fileEntry).min(1).max(MAX_ENTRIES).transform(sortedSet);
const inFile = z.union([
  z.literal('every').transform(() => undefined),
  z.literal('whitelisted'),
  collectionListInFile,
]);

const key = 'collection';

const choice = field({
  key,
  schema: z.union([z.literal('whitelisted'), z.array(address).min(1).readonly()]),
  ask: { type: 'list', suggest: 'collections' },
  messages: (messages) => messages.collection,
  read,
  write: (value, { collections, messages }) =>
    value === 'whitelisted'
      ? messages.collection.whitelistedChoice
      : value.map((one) => writeCollection(one, collections)).join(', '),
  canonical: (value) => (value === 'whitelisted' ? value : sortedSet(value)),
  file: {
    read(value, { messages }) {
      const result = inFile.safeParse(value);
      return result.success ? { value: result.data } : { problem: messages.collection.inFile };
    },
    write: (value, { collectionName }) =>
      value === 'whitelisted' ? value : value.map((one) => ({ address: one, name: collectionName(one) })),
  },
});

type Values = { readonly [key]?: Choice | undefined };

/** Returns the addresses of the chosen collections; `null` if the rule is not restricted to a list. */
export function chosenCollections({ [key]: value }: Values): readonly Address[] | null {
  return value === undefined || value === 'whitelisted' ? null : value;
}

/** Returns a rule's collection condition; `null` for every collection. */
export const collectionChoice = ({ [key]: value }: Values): Choice | null => value ?? null;

/** Returns the values of a rule for these collections. */
export const onlyCollections = (addresses: readonly Address[]): Values => ({ [key]: sortedSet(addresses) });

/** Formats the first few collections of a list. */
export const collectionWords = (
  list: readonly Address[],
  { messages, collectionName }: Pick<PartsContext, 'messages' | 'collectionName'>,
): readonly (readonly Segment[])[] =>
  firstOf(
    list,
    (one) => {
      const name = collectionName(one) ?? '';
      return [name === '' ? { type: 'text', text: shortAddress(one) } : named(name)];
    },
    messages.more,
  );

/** Returns the texts that select all collections, for suggestions. */
export const collectionSets = ({ collection }: FilterMessages): readonly string[] => [
  collection.everyChoice,
  collection.whitelistedChoice,
];

const fields = [choice] as const;

/** The collections of a rule: all, those that the marketplace lists, or a chosen list. */
export const collection = defineFilter({
  fields,
  test({ collection: value }, subject, { isWhitelisted }) {
    if (value === undefined) return 'yes';
    const fits =
      value === 'whitelisted' ? isWhitelisted(subject.collection) : value.includes(subject.collection);
    return fits ? 'yes' : 'no';
  },
  seen: (_values, { subject }) => ({ type: 'collection', collection: subject.collection }),
  covers({ collection: wide }, { collection: narrow }) {
    if (wide === undefined || wide === 'whitelisted') return wide === undefined || narrow === wide;
    return Array.isArray(narrow) && narrow.every((one) => wide.includes(one));
  },
  indexKeys: (values) =>
    chosenCollections(values)?.map((one) => ({ by: 'collection', collection: one })) ?? null,
  parts({ collection: value }, { messages, collectionName }) {
    const { every, whitelisted } = messages.collection;
    if (value === undefined) return [every];
    if (value === 'whitelisted') return [whitelisted];
    return [messages.list(collectionWords(value, { messages, collectionName }), 'and')];
  },
  sample(values) {
    const [first] = chosenCollections(values) ?? [];
    return first === undefined ? {} : { collection: first };
  },
});
