import type { Address } from '#src/chain/address.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Field } from './field.ts';
import { packNumber, unpackNumber } from './packed-number.ts';

/** A button under the screens of a collection that leads to another one of them. */
export interface CollectionTab {
  readonly label: (messages: Messages) => string;
  readonly to: (collection: Address) => Destination;
}

/** A screen with the values of its parameters, as they stand in a custom id. */
export interface Destination {
  /** Id of the screen. */
  readonly id: string;
  readonly texts: readonly string[];
}

type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> };

/** A link in the list of all screens, where its parameters have no type. */
export interface RegisteredLink {
  readonly id: string;
  /** In the order of their encoding. */
  readonly parameters: readonly (readonly [name: string, field: Field<unknown>])[];
}

/**
 * What leads to a screen: its id and the codec of its parameters. It stands beside the screen, or, where two screens lead to each
 * other, in `targets.ts`.
 */
export interface Link<Values> extends RegisteredLink {
  readonly to: (values: Values) => Destination;
  /** `null` for texts that `to` does not give. */
  readonly read: (texts: readonly string[]) => Values | null;
}

/** The parts of a custom id that leads to a screen. */
export interface ScreenId {
  readonly destination: Destination;
  /** Discord user id of the person whose command the message answered. */
  readonly requester: string;
}

/** Discord: characters of a custom id, and of the value of a menu's choice. */
const MAX_LENGTH = 100;
const SEPARATOR = '.';
const PREFIX = 'at';
/** Characters of a packed Discord id of 64 bits. */
const REQUESTER_LENGTH = 11;
const MAX_REQUESTER = 2n ** 64n;

/** The custom id of a button, or the value of a menu's choice. */
export function writeScreenId({ destination: { id, texts }, requester }: ScreenId): string {
  return [PREFIX, id, packNumber(BigInt(requester)), ...texts].join(SEPARATOR);
}

/** `null` for any other custom id. Whether the screen exists and has such values is for its link to say. */
export function readScreenId(customId: string): ScreenId | null {
  const [prefix, id, who, ...texts] = customId.split(SEPARATOR);
  if (prefix !== PREFIX || id === undefined || who === undefined) return null;
  const requester = unpackNumber(who);
  if (requester >= MAX_REQUESTER || packNumber(requester) !== who) return null;
  return { destination: { id, texts }, requester: requester.toString() };
}

/**
 * @param id `a-z` and `-`; stands in messages, so it must never change, nor be given to another screen
 * @param fields the parameters in the order of their encoding, which must never change either
 * @throws Error when a custom id could become longer than Discord accepts
 */
export function defineLink<Values extends object>(id: string, fields: Fields<Values>): Link<Values> {
  if (!/^[a-z-]+$/.test(id)) throw new Error(`${id} is not the id of a screen.`);
  // `to` gives every field the value of its own type.
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
