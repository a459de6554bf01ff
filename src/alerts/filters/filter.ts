import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import type { AlertBase, TopicDefinition } from '../kinds/alert-base.ts';
import type { MatchFacts, MatchSubject, PriceSpan } from '../match-subject.ts';
import type { Seen, TestedEvent } from './seen.ts';

/** Whether a condition holds; `undecided` while missing details may still decide it. A `yes` is final. */
export type Verdict = 'yes' | 'no' | 'undecided';

/** Details that are looked up for an alert: rank and traits of its tokens, the floor of its collections. */
export type Detail = 'token' | 'floor';

/**
 * A key by which an index finds rules. The rule can only match alerts with this collection, token, trait (`traitKey`),
 * wallet, owner of the token that an offer is for, or a price of at least `from` (wei).
 */
export type IndexKey =
  | { readonly by: 'collection'; readonly collection: Address }
  | { readonly by: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly by: 'trait'; readonly trait: string }
  | { readonly by: 'wallet'; readonly wallet: Address }
  | { readonly by: 'owner'; readonly owner: Address }
  | { readonly by: 'price'; readonly from: Wei };

/** A trait value with the names that the collection uses. */
export interface TraitName {
  readonly type: string;
  readonly value: string;
}

/** Lookups needed to parse a text. */
export interface FilterLookups {
  readonly collections: {
    resolve(text: string): { readonly address: Address } | undefined;
    get(address: Address): { readonly name: string } | undefined;
    /** Finds items that match the text, best first. */
    search(text: string, limit: number): readonly { readonly name: string }[];
  };
  /** Returns every trait value of a collection; `null` if the marketplace does not answer. */
  traitsOf(collection: Address): Promise<readonly TraitName[] | null>;
  /** Returns the tokens that a text or URL may refer to; `collection` is `null` if the text does not name it. */
  tokensIn(text: string): readonly { readonly collection: string | null; readonly tokenId: TokenId }[];
  /** Returns the wallet address or user name that a text or URL refers to, or an empty text. */
  userIn(text: string): string;
  /** Returns the wallet of a user name; `null` if nobody has it. Rejects if the marketplace does not answer. */
  walletOf(name: string): Promise<Address | null>;
}

export interface WriteContext {
  readonly messages: FilterMessages;
  readonly currency: Currency;
  readonly collections: Pick<FilterLookups['collections'], 'get' | 'resolve'>;
}

export interface ReadContext {
  /** The option's name where the text was typed. */
  readonly option: Segment;
  readonly currency: Currency;
  readonly lookups: FilterLookups;
  readonly messages: FilterMessages;
  /** The chosen collections, for fields parsed after them; `null` for every collection, and before they are parsed. */
  readonly collections: readonly Address[] | 'whitelisted' | null;
}

/** A value (`undefined` for no condition), or a sentence about what is wrong with the text. */
export type Reading<V> = { readonly value: V | undefined } | { readonly problem: readonly Segment[] };

export interface FileContext {
  readonly currency: Currency;
  readonly messages: FilterMessages;
  /** Shown to people who read the file; at most 80 characters. */
  readonly collectionName: (address: Address) => string;
}

/** The input type of a field. `list`: long text, several lines in a modal. */
export type Ask =
  | { readonly type: 'list'; readonly suggest?: 'collections' }
  | { readonly type: 'number' }
  | { readonly type: 'choice'; readonly choices: readonly string[] };

/** The texts of a field: description of the slash option, label and hint of its modal input. */
export interface FieldMessages {
  /**
   * Description of its command option; defaults to the label. At most 64 characters, which leaves room for a note on
   * the default.
   */
  readonly option?: string;
  /** Name of the default, if it has one. */
  readonly byDefault?: string;
  /** At most 45 characters. */
  readonly label: string;
  /** Name of a modal that asks for nothing else. */
  readonly alone?: { readonly title: string; readonly button: string };
  /** At most 100 characters. */
  readonly about: string;
  /** Names of the choices, by value. */
  readonly choice?: (value: string) => string;
  /** The choices in a menu. */
  readonly menu?: (value: string) => string;
  /** What a file must contain, as the end of a sentence: `must be …`. */
  readonly inFile: string;
}

interface FieldSpec<K extends string, V> {
  /** Name of the slash option and the modal input, and key in stored rules and files. */
  readonly key: K;
  /** Stored form. */
  readonly schema: z.ZodType<V>;
  readonly ask: Ask;
  readonly messages: (messages: FilterMessages) => FieldMessages;
  /** @param present the current value of the rule that is changed */
  readonly read: (
    text: string,
    context: ReadContext,
    present: V | undefined,
  ) => Reading<V> | Promise<Reading<V>>;
  /** Writes text that `read` parses to the same value. */
  readonly write: (value: V, context: WriteContext) => string;
  /** Default value. */
  readonly fallback?: V;
  /** Whether `read` needs `ReadContext.collections`. */
  readonly waitsForCollections?: boolean;
  /** Form in files if it differs from the stored one. */
  readonly file?: {
    /** Parses the value of a file. A problem is plain text here: the end of a sentence that begins with the key. */
    readonly read: (
      value: unknown,
      context: FileContext,
    ) => { readonly value: V | undefined } | { readonly problem: string };
    readonly write: (value: V, context: FileContext) => unknown;
  };
  /** Returns the same result for equivalent values. */
  readonly canonical?: (value: V) => unknown;
}

type Part<K extends string, V> = { readonly [P in K]?: V | undefined };

/** One value of a filter, with its key. Its methods take the values of a whole rule and use only their own. */
export interface Field<K extends string, V> {
  readonly key: K;
  readonly schema: z.ZodType<V>;
  readonly ask: Ask;
  readonly waitsForCollections: boolean;
  messages(messages: FilterMessages): FieldMessages;
  isSet(values: Part<K, V>): boolean;
  /** Returns the values without this one. */
  cleared(): Part<K, V>;
  /** Parses a typed text. */
  read(
    text: string,
    context: ReadContext,
    present: Part<K, V>,
  ): Promise<{ readonly part: Part<K, V> } | { readonly problem: readonly Segment[] }>;
  /** Writes text that parses to the present value; empty without one. */
  write(values: Part<K, V>, context: WriteContext): string;
  readFile(
    value: unknown,
    context: FileContext,
  ): { readonly part: Part<K, V> } | { readonly problem: string };
  /** Returns `undefined` without a value. */
  writeFile(values: Part<K, V>, context: FileContext): unknown;
  /** Returns `undefined` without a value; equal for values that mean the same. */
  canonical(values: Part<K, V>): unknown;
}

/** Maximum entries of a list. */
export const MAX_ENTRIES = 25;

/** Defines a field of a filter. */
export function field<const K extends string, V>(spec: FieldSpec<K, V>): Field<K, V> {
  const { key, schema, ask, messages, file, fallback, canonical = (value) => value } = spec;
  // TypeScript types a computed key as string; here it is K.
  const part = (value: V | undefined) => ({ [key]: value }) as Part<K, V>;
  return {
    key,
    schema,
    ask,
    messages,
    waitsForCollections: spec.waitsForCollections === true,
    isSet: (values) => values[key] !== undefined,
    cleared: () => part(undefined),
    async read(text, context, present) {
      const reading = await spec.read(text, context, present[key]);
      if ('problem' in reading) return reading;
      return { part: part(reading.value === fallback ? undefined : reading.value) };
    },
    write(values, context) {
      const value = values[key] ?? fallback;
      return value === undefined ? '' : spec.write(value, context);
    },
    readFile(value, context) {
      if (Array.isArray(value) && value.length > MAX_ENTRIES) {
        // Check the length first, so that an overlong list costs nothing.
        return { problem: context.messages.tooManyEntries(MAX_ENTRIES) };
      }
      if (file !== undefined) {
        const reading = file.read(value, context);
        return 'problem' in reading ? reading : { part: part(reading.value) };
      }
      const result = schema.safeParse(value);
      return result.success ? { part: part(result.data) } : { problem: messages(context.messages).inFile };
    },
    writeFile(values, context) {
      const value = values[key];
      if (value === undefined) return undefined;
      if (file !== undefined) return file.write(value, context);
      return typeof value === 'bigint' ? String(value) : value;
    },
    canonical(values) {
      const value = values[key];
      return value === undefined || value === fallback ? undefined : canonical(value);
    },
  };
}

/** A value that is not typed by users but set by a watch. */
export type StoredField<K extends string, V> = Pick<Field<K, V>, 'key' | 'schema' | 'isSet' | 'canonical'>;

/** Defines a field of a condition that only watches have. */
export function storedField<const K extends string, V>(spec: {
  readonly key: K;
  readonly schema: z.ZodType<V>;
  /** Returns the same result for equivalent values. */
  readonly canonical?: (value: V) => unknown;
}): StoredField<K, V> {
  const { key, schema, canonical = (value) => value } = spec;
  return {
    key,
    schema,
    isSet: (values) => values[key] !== undefined,
    canonical(values) {
      const value = values[key];
      return value === undefined ? undefined : canonical(value);
    },
  };
}

/** The values of some fields by key; `undefined` for no condition. */
export type ValuesOf<Fields extends readonly StoredField<string, unknown>[]> = {
  readonly [K in Fields[number]['key']]?:
    | z.output<Extract<Fields[number], { readonly key: K }>['schema']>
    | undefined;
};

export interface PartsContext {
  readonly currency: Currency;
  readonly messages: FilterMessages;
  readonly collectionName: (address: Address) => string | null;
  /** `null` if unknown. */
  readonly walletName: (address: Address) => string | null;
}

/** Facts about a collection that decide whether a filter can ever match. */
export interface CollectionFacts {
  readonly ranked: boolean;
  /** Whether every token is unique (quantity 1). */
  readonly single: boolean;
}

export interface CheckContext {
  readonly messages: FilterMessages;
  /** The topics that the rule selects. */
  readonly topics: readonly TopicDefinition[];
  readonly allTopics: readonly TopicDefinition[];
  /** Joins the names of several topics for a sentence. */
  readonly topicNames: (topics: readonly TopicDefinition[], last: 'and' | 'or') => string;
  /** Returns the name of a field where it can be changed. */
  readonly called: (key: string) => Segment;
  /** Facts of every chosen collection; empty unless all are known. */
  readonly collections: readonly CollectionFacts[];
}

/** Why a rule matches nothing, or less than it seems to. */
export interface Contradiction {
  readonly sentence: readonly Segment[];
  /** The affected topics. Only the first sentence about a topic is shown. */
  readonly topics: readonly TopicDefinition[];
  /** Whether no alert of these topics can ever match. */
  readonly isNever: boolean;
}

/** Facts that a sample alert needs to match a rule. */
export interface SampleFacts {
  readonly collection: Address;
  readonly price: Wei;
  readonly wallet: Address;
  readonly quantity: bigint;
  /** Lead time of a reminder, minutes. */
  readonly lead: number;
  /** The floor change: a rise in percent within hours, or a threshold in wei. */
  readonly floorChange:
    | { readonly way: 'above' | 'below'; readonly threshold: Wei }
    | { readonly way: 'rose'; readonly percent: number; readonly hours: number };
  /** A party other than `wallet`, if none may be unknown. */
  readonly otherWallet: Address;
  /** Percentage below the floor. */
  readonly belowFloor: number;
  /** A trait that the token must have. */
  readonly trait: TraitName;
  /** Traits of which any is sufficient. */
  readonly traits: readonly TraitName[];
  /** The highest rank number that the token may have. */
  readonly rank: number;
}

/** The values of a rule for this filter, or a sentence about why they conflict. */
export type Settled<V> = { readonly values: V } | { readonly problem: readonly Segment[] };

export interface SettleContext {
  readonly messages: FilterMessages;
  readonly currency: Currency;
  /** Returns the name of an option. */
  readonly called: (key: string) => Segment;
  /** The options that the user entered. */
  readonly given: ReadonlySet<string>;
}

/**
 * A condition of rules. All methods take the values of a whole rule; if its own value is not set, a filter accepts
 * every alert. Exactly one of the three tests is defined, or none in a condition of pings (`pings.ts`).
 */
export interface Filter<Fields extends readonly StoredField<string, unknown>[]> {
  /** In the order of the slash options. */
  readonly fields: Fields;
  /** Returns whether a subject (a token, or the collection in a collection offer) meets the condition. */
  test?(values: ValuesOf<Fields>, subject: MatchSubject, facts: MatchFacts): Verdict;
  /** Returns whether a price of the alert, or the total of several, meets the condition. */
  testPrice?(values: ValuesOf<Fields>, price: PriceSpan): Verdict;
  /** Returns whether the alert as a whole meets the condition. For options of a kind. */
  testAlert?(values: ValuesOf<Fields>, alert: AlertBase): boolean;
  /** Details that must be looked up to decide a rule with this filter. */
  readonly needs?: readonly Detail[];
  /** Returns keys of which every matching alert has at least one; `null` for no keys. */
  indexKeys?(values: ValuesOf<Fields>): readonly IndexKey[] | null;
  /** Returns what it found in an event that failed it. Every filter with a test has it. */
  seen?(values: ValuesOf<Fields>, event: TestedEvent): Seen;
  /** Describes the condition in parts, each of which has its meaning alone; empty without a condition. */
  parts(values: ValuesOf<Fields>, context: PartsContext): readonly (readonly Segment[])[];
  /** Returns whether the filter has an effect for these topics. For options of a kind. */
  appliesTo?(topics: readonly string[]): boolean;
  /** Completes the values, or explains why they conflict. */
  settle?(values: ValuesOf<Fields>, context: SettleContext): Settled<ValuesOf<Fields>>;
  /** Returns the simplest equivalent values. */
  simplify?(values: ValuesOf<Fields>): ValuesOf<Fields>;
  contradictions?(values: ValuesOf<Fields>, context: CheckContext): readonly Contradiction[];
  /**
   * Returns whether everything that meets the narrow condition also meets the wide one. By default, equal conditions
   * do, and a filter that is not set covers every other.
   */
  covers?(wide: ValuesOf<Fields>, narrow: ValuesOf<Fields>): boolean;
  /** Whether `contradictions` needs the facts of the chosen collections. */
  readonly checksCollections?: boolean;
  /** Returns facts that a sample alert needs to match. */
  sample?(values: ValuesOf<Fields>): Partial<SampleFacts>;
}

/** Infers the values of a filter from its fields. */
export function defineFilter<const Fields extends readonly StoredField<string, unknown>[]>(
  filter: Filter<Fields>,
): Filter<Fields> {
  return filter;
}

/** Schema of an amount or number that is stored as a decimal text. */
export const decimal = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((digits) => BigInt(digits));

/** Schema of an address, which may be written in any case. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => `0x${text.slice(2).toLowerCase()}`);

export const strong = (text: string): Segment => ({ type: 'strong', segments: [{ type: 'text', text }] });
/** Marks a text as external, so that it is escaped. */
export const named = (text: string): Segment => ({ type: 'name', text });

/** Describes that a number is too small or too large. */
export const outOfRange = (
  text: string,
  { option, messages }: Pick<ReadContext, 'option' | 'messages'>,
  hint: string,
): { readonly problem: readonly Segment[] } => ({ problem: messages.outOfRange(named(text), option, hint) });

/** Describes why a text cannot be parsed. */
export const unreadable = (
  text: string,
  { option, messages }: Pick<ReadContext, 'option' | 'messages'>,
  hint: string,
): { readonly problem: readonly Segment[] } => ({ problem: messages.unreadable(named(text), option, hint) });
