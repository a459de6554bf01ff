import { z } from 'zod';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import { traitKey } from '../match-subject.ts';
import {
  type CheckContext,
  type Contradiction,
  defineFilter,
  type FilterLookups,
  field,
  MAX_ENTRIES,
  named,
  type ReadContext,
  type Reading,
  type TraitName,
  unreadable,
} from './filter.ts';
import { firstOf, type ListLimit, readList, sortedSet } from './lists.ts';

const TRAITS = 'traits';
const MODE = 'trait_mode';

const MAX_TEXT_LENGTH = 200;
/** Traits are looked up for at most this many collections. */
const MAX_COLLECTIONS = 5;
/** Similar traits, or examples, in an error sentence. */
const SUGGESTIONS = 2;

const written = ({ type, value }: TraitName): string => `${type}: ${value}`;

const distinct = (traits: readonly TraitName[]): readonly TraitName[] => [
  ...new Map(
    traits.map((trait) => [JSON.stringify([normaliseText(trait.type), normaliseText(trait.value)]), trait]),
  ).values(),
];

/** Spaces around colons do not matter. */
const comparable = (text: string) =>
  normaliseText(text)
    .split(':')
    .map((part) => part.trim())
    .join(':');

/** Returns the known trait that a text means: `type: value`, or the value alone if only one type has it. */
function understood(text: string, known: readonly TraitName[]): TraitName | undefined {
  const wanted = comparable(text);
  const whole = known.find((trait) => comparable(written(trait)) === wanted);
  if (whole !== undefined) return whole;
  const alone = known.filter(({ value }) => comparable(value) === wanted);
  return alone.length === 1 ? alone[0] : undefined;
}

/** Maximum number of unknown names that an error repeats. */
const MAX_UNKNOWN = 5;

function unknownTraits(
  texts: readonly string[],
  known: readonly TraitName[],
  { option, messages }: ReadContext,
) {
  const { unknown, didYouMean, none, writeLike } = messages.traits;
  const shown = texts.slice(0, MAX_UNKNOWN);
  const items = known.map((trait) => toSearchItem(trait, [written(trait), trait.value]));
  const near = shown.flatMap((text) =>
    searchItems(items, text.replaceAll(':', ' '), shown.length === 1 ? SUGGESTIONS : 1),
  );
  const names = (traits: readonly TraitName[]) => traits.map((trait) => named(written(trait)));
  const examples = known.slice(0, SUGGESTIONS);
  const others = examples.length === 0 ? none : writeLike(names(examples));
  return { problem: unknown(shown.map(named), option, near.length > 0 ? didYouMean(names(near)) : others) };
}

/** Parses `type: value` without known traits. A part without a colon belongs to the preceding value. */
function literalTraits(text: string, context: ReadContext): Reading<readonly TraitName[]> {
  const traits: TraitName[] = [];
  for (const part of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [, type = '', value = ''] = /^([^:]+):(.+)$/.exec(part) ?? [];
    const last = traits.at(-1);
    if (type.trim() !== '' && value.trim() !== '') traits.push({ type: type.trim(), value: value.trim() });
    else if (last !== undefined && !part.includes(':')) {
      traits[traits.length - 1] = { type: last.type, value: `${last.value}, ${part}` };
    } else return unreadable(part, context, context.messages.traits.hint);
  }
  return { value: traits };
}

function readKnown(
  text: string,
  known: readonly TraitName[],
  context: ReadContext,
): Reading<readonly TraitName[]> {
  const list = readList(text, (entry) => understood(entry, known));
  return 'unknown' in list ? unknownTraits(list.unknown, known, context) : { value: list.entries };
}

/**
 * Returns every trait value of the collections; `null` if there are none or too many, or the marketplace does not
 * answer.
 */
async function traitsOf(
  collections: ReadContext['collections'],
  lookups: FilterLookups,
): Promise<readonly TraitName[] | null> {
  if (collections === null || collections === 'whitelisted' || collections.length > MAX_COLLECTIONS)
    return null;
  const found = await Promise.all(collections.map((collection) => lookups.traitsOf(collection)));
  return found.includes(null) ? null : found.flatMap((traits) => traits ?? []);
}

/** Parses traits by name: `hat: beanie, eyes: laser`. Known traits get the collection's spelling. */
export async function readTraits(
  text: string,
  context: ReadContext,
  present: readonly TraitName[] | undefined,
  { most, tooMany }: ListLimit = { most: MAX_ENTRIES, tooMany: context.messages.traits.tooMany },
): Promise<Reading<readonly TraitName[]>> {
  const { collections, option, lookups, messages } = context;
  // A rule from a file may have traits of every collection; an edit may keep them.
  const isKept = present !== undefined && present.map(written).join(', ') === text;
  if (collections === null && !isKept) return { problem: messages.traits.needsCollection(option) };
  const known = await traitsOf(context.collections, lookups);
  const reading =
    known === null ? literalTraits(text, context) : readKnown(text, [...(present ?? []), ...known], context);
  if ('problem' in reading) return reading;
  const traits = distinct(reading.value ?? []);
  if (traits.length === 0) return unreadable(text, context, messages.traits.hint);
  if (traits.length > most) return { problem: tooMany(option, most) };
  const isTooLong = traits.some(
    ({ type, value }) => type.length > MAX_TEXT_LENGTH || value.length > MAX_TEXT_LENGTH,
  );
  return isTooLong ? { problem: messages.traits.tooLong(option, MAX_TEXT_LENGTH) } : { value: traits };
}

const traitText = z.string().trim().min(1).max(500);
const trait = z.strictObject({ type: traitText, value: traitText });
/** Stored form of a list of traits. */
export const traitsSchema = (most: number) => z.array(trait).min(1).max(most).readonly();
const mode = z.enum(['any', 'all']);

/** Writes text that `readTraits` parses to the same traits. */
export const writeTraits = (traits: readonly TraitName[]): string => traits.map(written).join(', ');

/** Formats the first few traits of a list. */
export const traitWords = (traits: readonly TraitName[], { more }: Pick<FilterMessages, 'more'>) =>
  firstOf(traits, (one) => [named(written(one))], more);

/** Explains what a rule for tokens means for offers for whole collections. */
export function aboutCollectionOffers(
  sentence: readonly Segment[],
  { topics }: CheckContext,
): readonly Contradiction[] {
  const about = topics.filter(({ ofCollections }) => ofCollections);
  return about.length === 0 ? [] : [{ topics: about, isNever: false, sentence }];
}

/** Returns the canonical form of traits, which are compared case-insensitively. */
export const canonicalTraits = (value: readonly TraitName[]): readonly string[] =>
  sortedSet(value.map(({ type, value: of }) => JSON.stringify([type.toLowerCase(), of.toLowerCase()])));

const fields = [
  field({
    key: TRAITS,
    schema: traitsSchema(MAX_ENTRIES),
    ask: { type: 'list' },
    messages: ({ traits: { values } }) => values,
    waitsForCollections: true,
    read: readTraits,
    write: writeTraits,
    canonical: (value) => canonicalTraits(value),
  }),
  field({
    key: MODE,
    schema: mode,
    ask: { type: 'choice', choices: mode.options },
    messages: (messages) => messages.traits.mode,
    read(text, { option, messages }) {
      const [word] = /^(any|all)\b/i.exec(text.trim()) ?? [];
      const { data } = mode.safeParse(word?.toLowerCase());
      return data === undefined ? { problem: messages.traits.modeHint(option) } : { value: data };
    },
    write: (value) => value,
  }),
] as const;

/** Returns the traits that a rule asks for. */
export const chosenTraits = ({
  [TRAITS]: wanted = [],
}: {
  readonly [TRAITS]?: readonly TraitName[] | undefined;
}): readonly TraitName[] => wanted;

/** Traits of which a token needs one, or all. Compared case-insensitively. */
export const traits = defineFilter({
  fields,
  needs: ['token'],
  test({ [TRAITS]: wanted, [MODE]: mode }, subject) {
    if (wanted === undefined) return 'yes';
    if (subject.tokenId === null) return 'no';
    const has = (one: TraitName) => subject.traits.has(traitKey(one));
    if (mode === 'all' ? wanted.every(has) : wanted.some(has)) return 'yes';
    return subject.open.rankAndTraits ? 'undecided' : 'no';
  },
  seen({ [TRAITS]: wanted = [] }, { subject }) {
    const types = new Set(wanted.map(({ type }) => normaliseText(type)));
    return {
      type: 'traits',
      traits: subject.attributes.filter(({ type }) => types.has(normaliseText(type))),
    };
  },
  indexKeys({ [TRAITS]: wanted, [MODE]: mode }) {
    if (wanted === undefined) return null;
    // A token with all traits also has the first one.
    const keys = mode === 'all' ? wanted.slice(0, 1) : wanted;
    return keys.map((one) => ({ by: 'trait', trait: traitKey(one) }));
  },
  parts({ [TRAITS]: wanted, [MODE]: mode }, { messages }) {
    if (wanted === undefined) return [];
    return [messages.traits.words(traitWords(wanted, messages), mode ?? 'any')];
  },
  settle({ [TRAITS]: wanted, [MODE]: mode }, { messages, called, given }) {
    if (wanted !== undefined) return { values: { [TRAITS]: wanted, [MODE]: mode ?? 'any' } };
    // Clearing the traits clears the mode.
    const isAlone = mode !== undefined && given.has(MODE) && !given.has(TRAITS);
    return isAlone
      ? { problem: messages.traits.modeAlone(called(MODE), called(TRAITS)) }
      : { values: { [TRAITS]: undefined, [MODE]: undefined } };
  },
  covers({ [TRAITS]: wide, [MODE]: wideMode }, { [TRAITS]: narrow, [MODE]: narrowMode }) {
    if (wide === undefined || narrow === undefined) return wide === undefined;
    const [most, least] = [canonicalTraits(wide), canonicalTraits(narrow)];
    const isAny = wideMode !== 'all' || most.length === 1;
    if (narrowMode === 'all') {
      return isAny ? least.some((one) => most.includes(one)) : most.every((one) => least.includes(one));
    }
    return isAny && least.every((one) => most.includes(one));
  },
  simplify({ [TRAITS]: wanted, [MODE]: mode }) {
    const isOne = wanted !== undefined && canonicalTraits(wanted).length === 1;
    return { [TRAITS]: wanted, [MODE]: isOne ? 'any' : mode };
  },
  sample({ [TRAITS]: wanted, [MODE]: mode }) {
    const [first] = wanted ?? [];
    if (wanted === undefined || first === undefined) return {};
    return { trait: first, traits: mode === 'all' ? wanted : [first] };
  },
  contradictions({ [TRAITS]: wanted, [MODE]: mode }, context) {
    if (wanted === undefined) return [];
    const { messages, called } = context;
    const types = wanted.map(({ type }) => normaliseText(type));
    const isTwice = mode === 'all' && new Set(types).size < types.length;
    return [
      ...aboutCollectionOffers(messages.traits.wholeCollections(called(TRAITS)), context),
      ...(isTwice
        ? [{ topics: [], isNever: false, sentence: messages.traits.sameTypeTwice(called(MODE)) }]
        : []),
    ];
  },
});
