import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import type { AlertBase, TopicDefinition } from '../kinds/alert-base.ts';
import type { MatchFacts, MatchSubject, PriceSpan } from '../match-subject.ts';

/** Whether a condition holds; `undecided` while details are missing that may still decide it. A `yes` is final. */
export type Verdict = 'yes' | 'no' | 'undecided';

/** What is looked up for an alert: rank and traits of its tokens, the floor of its collections. */
export type Detail = 'token' | 'floor';

/**
 * A key under which an index finds rules: a rule can only match alerts that have the collection, token, trait
 * (`traitKey`), wallet or owner of the token that an offer is for, or a price of at least `from` (wei).
 */
export type IndexKey =
  | { readonly by: 'collection'; readonly collection: Address }
  | { readonly by: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly by: 'trait'; readonly trait: string }
  | { readonly by: 'wallet'; readonly wallet: Address }
  | { readonly by: 'owner'; readonly owner: Address }
  | { readonly by: 'price'; readonly from: Wei };

/** A trait value by the names that the collection gave it. */
export interface TraitName {
  readonly type: string;
  readonly value: string;
}

/** What reading a text asks for. */
export interface FilterLookups {
  readonly collections: {
    resolve(text: string): { readonly address: Address } | undefined;
    get(address: Address): { readonly name: string } | undefined;
    /** Best first. */
    search(text: string, limit: number): readonly { readonly name: string }[];
  };
  /** Every trait value of a collection; `null` if the marketplace does not answer. */
  traitsOf(collection: Address): Promise<readonly TraitName[] | null>;
  /** The wallet address or user name that a text or page refers to, or an empty text. */
  userIn(text: string): string;
  /** The wallet of a user name; `null` if nobody has it. Rejects if the marketplace does not answer. */
  walletOf(name: string): Promise<Address | null>;
}

export interface WriteContext {
  readonly messages: FilterMessages;
  readonly currency: Currency;
  readonly collections: Pick<FilterLookups['collections'], 'get' | 'resolve'>;
}

export interface ReadContext {
  /** What the option is called where the text was typed. */
  readonly option: Segment;
  readonly currency: Currency;
  readonly lookups: FilterLookups;
  readonly messages: FilterMessages;
  /** The chosen collections, for fields that wait for them; `null` for every collection, and before they are read. */
  readonly collections: readonly Address[] | 'whitelisted' | null;
}

/** A value, `undefined` for no condition; or a sentence about what is wrong with the text. */
export type Reading<V> = { readonly value: V | undefined } | { readonly problem: readonly Segment[] };

export interface FileContext {
  readonly currency: Currency;
  readonly messages: FilterMessages;
  /** For people who read the file; at most 80 characters. */
  readonly collectionName: (address: Address) => string;
}

/** How a field is asked for. `list`: long text, several lines in a modal. */
export type Ask =
  | { readonly type: 'list'; readonly suggest?: 'collections' }
  | { readonly type: 'number' }
  | { readonly type: 'choice'; readonly choices: readonly string[] };

/** The descriptions of a field: of the slash option, and label and hint of its modal input. */
export interface FieldMessages {
  /**
   * What its option in a command says, the label where there is none. At most 64 characters, so that a note on what
   * happens without it fits behind it.
   */
  readonly option?: string;
  /** What a rule has without it, if that has a name. */
  readonly byDefault?: string;
  /** At most 45 characters. */
  readonly label: string;
  /** At most 100 characters. */
  readonly about: string;
  /** Names of the choices, by value. */
  readonly choice?: (value: string) => string;
  /** The choices in a menu. */
  readonly menu?: (value: string) => string;
  /** What a file must contain, as the rest of a sentence: `must be …`. */
  readonly inFile: string;
}

interface FieldSpec<K extends string, V> {
  /** Name of the slash option and the modal input, and key in stored rules and files. */
  readonly key: K;
  /** Stored form. */
  readonly schema: z.ZodType<V>;
  readonly ask: Ask;
  readonly messages: (messages: FilterMessages) => FieldMessages;
  /** @param present the value of the rule that is changed */
  readonly read: (
    text: string,
    context: ReadContext,
    present: V | undefined,
  ) => Reading<V> | Promise<Reading<V>>;
  /** A text that `read` understands as the same value. */
  readonly write: (value: V, context: WriteContext) => string;
  /** What a rule has without a value. */
  readonly fallback?: V;
  /** Whether `read` needs `ReadContext.collections`. */
  readonly waitsForCollections?: boolean;
  /** Form in files where it is not the stored one. */
  readonly file?: {
    /** A problem is a plain text here: the rest of a sentence that begins with the key. */
    readonly read: (
      value: unknown,
      context: FileContext,
    ) => { readonly value: V | undefined } | { readonly problem: string };
    readonly write: (value: V, context: FileContext) => unknown;
  };
  /** The same for values that mean the same. */
  readonly canonical?: (value: V) => unknown;
}

type Part<K extends string, V> = { readonly [P in K]?: V | undefined };

/** One value of a filter, with its key. Its methods take the values of a whole rule and look only at their own. */
export interface Field<K extends string, V> {
  readonly key: K;
  readonly schema: z.ZodType<V>;
  readonly ask: Ask;
  readonly waitsForCollections: boolean;
  messages(messages: FilterMessages): FieldMessages;
  isSet(values: Part<K, V>): boolean;
  /** The values without this one. */
  cleared(): Part<K, V>;
  /** Reads a typed text. */
  read(
    text: string,
    context: ReadContext,
    present: Part<K, V>,
  ): Promise<{ readonly part: Part<K, V> } | { readonly problem: readonly Segment[] }>;
  /** Text that reads back to the present value; empty without one. */
  write(values: Part<K, V>, context: WriteContext): string;
  readFile(
    value: unknown,
    context: FileContext,
  ): { readonly part: Part<K, V> } | { readonly problem: string };
  /** `undefined` without a value. */
  writeFile(values: Part<K, V>, context: FileContext): unknown;
  /** `undefined` without a value; equal for values that mean the same. */
  canonical(values: Part<K, V>): unknown;
}

/** Most entries of a list. */
export const MAX_ENTRIES = 25;

/** A field of a filter. */
export function field<const K extends string, V>(spec: FieldSpec<K, V>): Field<K, V> {
  const { key, schema, ask, messages, file, fallback, canonical = (value) => value } = spec;
  // A computed key has type string; it is K here.
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
        // Checked first, so that a list of any length costs nothing.
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

/** A value that nobody types: a watch sets it. */
export type StoredField<K extends string, V> = Pick<Field<K, V>, 'key' | 'schema' | 'isSet' | 'canonical'>;

/** A field of a condition that only watches have. */
export function storedField<const K extends string, V>(spec: {
  readonly key: K;
  readonly schema: z.ZodType<V>;
  /** The same for values that mean the same. */
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

export interface WordsContext {
  readonly currency: Currency;
  readonly messages: FilterMessages;
  readonly collectionName: (address: Address) => string | null;
  /** `null` where it is not known. */
  readonly walletName: (address: Address) => string | null;
  /** What the rule asks for. */
  readonly topics: readonly string[];
  /** Whether it asks for everything. */
  readonly everything: boolean;
}

/** What of a collection decides whether a filter can ever match. */
export interface CollectionFacts {
  readonly ranked: boolean;
  /** Every token is a single piece. */
  readonly single: boolean;
}

export interface CheckContext {
  readonly messages: FilterMessages;
  /** What the rule asks for. */
  readonly topics: readonly TopicDefinition[];
  readonly allTopics: readonly TopicDefinition[];
  /** The names of several topics in a sentence. */
  readonly topicNames: (topics: readonly TopicDefinition[], last: 'and' | 'or') => string;
  /** What a field is called where it can be changed. */
  readonly called: (key: string) => Segment;
  /** Of every chosen collection; empty if they are not all known. */
  readonly collections: readonly CollectionFacts[];
}

/** Why a rule matches nothing, or less than it seems to. */
export interface Contradiction {
  readonly sentence: readonly Segment[];
  /** The topics that it is about; only the first sentence about a topic is shown. */
  readonly topics: readonly TopicDefinition[];
  /** Whether no alert of these topics can ever match. */
  readonly isNever: boolean;
}

/** Facts of a made-up alert that a rule matches. */
export interface SampleFacts {
  readonly collection: Address;
  readonly price: Wei;
  readonly wallet: Address;
  readonly quantity: bigint;
  /** Lead time of a reminder, minutes. */
  readonly lead: number;
  /** What becomes of a floor; of a rise in percent within hours, or of a threshold, wei. */
  readonly floorChange:
    | { readonly way: 'above' | 'below'; readonly threshold: Wei }
    | { readonly way: 'rose'; readonly percent: number; readonly hours: number };
  /** A party other than `wallet`, where none may be unknown. */
  readonly otherWallet: Address;
  /** Percentage below the floor. */
  readonly belowFloor: number;
  /** One of those that its token must have. */
  readonly trait: TraitName;
  /** Traits that suffice. */
  readonly traits: readonly TraitName[];
  /** The highest rank that its token may have. */
  readonly rank: number;
}

/** The values of a rule for this filter, where they fit together; or a sentence about why they do not. */
export type Settled<V> = { readonly values: V } | { readonly problem: readonly Segment[] };

export interface SettleContext {
  readonly messages: FilterMessages;
  readonly currency: Currency;
  /** What an option is called. */
  readonly called: (key: string) => Segment;
  /** The options that were given. */
  readonly given: ReadonlySet<string>;
}

/**
 * A condition of rules. All methods take the values of a whole rule; without a value of its own a filter holds for
 * every alert. Exactly one of the three tests is defined.
 */
export interface Filter<Fields extends readonly StoredField<string, unknown>[]> {
  /** In the order of the slash options. */
  readonly fields: Fields;
  /** Whether a subject (a token, or the collection of a collection offer) meets the condition. */
  test?(values: ValuesOf<Fields>, subject: MatchSubject, facts: MatchFacts): Verdict;
  /** Whether a price of the alert, or the total of several, meets the condition. */
  testPrice?(values: ValuesOf<Fields>, price: PriceSpan): Verdict;
  /** Whether the alert as a whole meets the condition; for options of a kind. */
  testAlert?(values: ValuesOf<Fields>, alert: AlertBase): boolean;
  /** Details that have to be looked up before a rule with this filter is decided. */
  readonly needs?: readonly Detail[];
  /** Keys of which every matching alert has one; `null` if there are none. */
  indexKeys?(values: ValuesOf<Fields>): readonly IndexKey[] | null;
  /** The condition in words, or `null` without one. */
  words(values: ValuesOf<Fields>, context: WordsContext): readonly Segment[] | null;
  /** Whether the words follow the ones before without a comma. */
  readonly attached?: boolean;
  /** Whether the filter means something for these topics; for options of a kind. */
  appliesTo?(topics: readonly string[]): boolean;
  /** Completes the values, or says why they exclude each other. */
  settle?(values: ValuesOf<Fields>, context: SettleContext): Settled<ValuesOf<Fields>>;
  /** The simplest values that mean the same. */
  simplify?(values: ValuesOf<Fields>): ValuesOf<Fields>;
  contradictions?(values: ValuesOf<Fields>, context: CheckContext): readonly Contradiction[];
  /**
   * Whether everything that meets the narrow condition meets the wide one. Without this, equal conditions do, and a
   * filter that is not set covers every other.
   */
  covers?(wide: ValuesOf<Fields>, narrow: ValuesOf<Fields>): boolean;
  /** Whether `contradictions` needs the facts of the chosen collections. */
  readonly checksCollections?: boolean;
  /** Facts that a made-up alert needs to match. */
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
/** A foreign text. */
export const named = (text: string): Segment => ({ type: 'name', text });

/** The problem of a number that is too small or too large. */
export const outOfRange = (
  text: string,
  { option, messages }: Pick<ReadContext, 'option' | 'messages'>,
  hint: string,
): { readonly problem: readonly Segment[] } => ({ problem: messages.outOfRange(named(text), option, hint) });

/** The problem of a text that cannot be read. */
export const unreadable = (
  text: string,
  { option, messages }: Pick<ReadContext, 'option' | 'messages'>,
  hint: string,
): { readonly problem: readonly Segment[] } => ({ problem: messages.unreadable(named(text), option, hint) });
