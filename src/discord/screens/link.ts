import type { Address } from '#src/chain/address.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Field } from './field.ts';
import { packNumber, unpackNumber } from './packed-number.ts';

/** A button that leads from one screen of a collection to another. */
export interface CollectionTab {
  readonly label: (messages: Messages) => string;
  readonly to: (collection: Address) => Destination;
}

/** A screen with its parameter values, as in a custom id. */
export interface Destination {
  /** Id of the screen. */
  readonly id: string;
  readonly texts: readonly string[];
}

type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> };

/** A link in the list of all screens, with untyped parameters. */
export interface RegisteredLink {
  readonly id: string;
  /** In the order of their encoding. */
  readonly parameters: readonly (readonly [name: string, field: Field<unknown>])[];
}

/**
 * Leads to a screen: its id and the codec of its parameters. It is defined beside the screen, or in `targets.ts` if two
 * screens lead to each other.
 */
export interface Link<Values> extends RegisteredLink {
  readonly to: (values: Values) => Destination;
  /** Returns `null` for texts that `to` does not produce. */
  readonly read: (texts: readonly string[]) => Values | null;
}

/** The parts of a screen's custom id. */
export interface ScreenId {
  readonly destination: Destination;
  /** Discord user id of the requester whose command the message answered. */
  readonly requester: string;
}

/** Discord's limit for a custom id and for the value of a choice, characters. */
const MAX_LENGTH = 100;
const SEPARATOR = '.';
const PREFIX = 'at';
/** Length of a packed 64-bit Discord id. */
const REQUESTER_LENGTH = 11;
const MAX_REQUESTER = 2n ** 64n;

/** Writes the custom id of a button, or the value of a menu choice. */
export function writeScreenId({ destination: { id, texts }, requester }: ScreenId): string {
  return [PREFIX, id, packNumber(BigInt(requester)), ...texts].join(SEPARATOR);
}

/**
 * Parses a custom id; `null` if it is not that of a screen. The link checks whether the screen exists and has such
 * values.
 */
export function readScreenId(customId: string): ScreenId | null {
  const [prefix, id, who, ...texts] = customId.split(SEPARATOR);
  if (prefix !== PREFIX || id === undefined || who === undefined) return null;
  const requester = unpackNumber(who);
  if (requester >= MAX_REQUESTER || packNumber(requester) !== who) return null;
  return { destination: { id, texts }, requester: requester.toString() };
}

/**
 * @param id `a-z` and `-`; stored in messages, so it must never change, nor be reused for another screen
 * @param fields the parameters in the order of their encoding, which must never change either
 * @throws Error if a custom id could exceed Discord's limit
 */
export function defineLink<Values extends object>(id: string, fields: Fields<Values>): Link<Values> {
  if (!/^[a-z-]+$/.test(id)) throw new Error(`${id} is not the id of a screen.`);
  // `to` gives every field a value of its type.
  const parameters = Object.entries(fields as Readonly<Record<string, Field<unknown>>>);
  const lengths = [
    PREFIX.length,
    id.length,
    REQUESTER_LENGTH,
    ...parameters.map(([, field]) => field.maxLength),
  ];
  const length = lengths.reduce((sum, one) => sum + one + SEPARATOR.length, -SEPARATOR.length);
  if (length > MAX_LENGTH) throw new Error(`Custom ids of the screen ${id} can have ${length} characters.`);
  return {
    id,
    parameters,
    to(values) {
      const given = new Map<string, unknown>(Object.entries(values));
      return { id, texts: parameters.map(([name, field]) => field.write(given.get(name))) };
    },
    read(texts) {
      if (texts.length !== parameters.length) return null;
      const values: Record<string, unknown> = {};
      for (const [position, [name, field]] of parameters.entries()) {
        const text = texts[position] ?? '';
        const value = field.read(text);
        if (value === undefined || field.write(value) !== text) return null;
        values[name] = value;
      }
      return values as Values;
    },
  };
}
