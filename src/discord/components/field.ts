import type { Address } from '#src/chain/address.ts';

/** A number as text, six bits a character: 256 bits take 43 characters, an address 27. */
export function packNumber(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

/**
 * The number in a text of `packNumber`. Any other text is read as some number, so compare it with what that packs to.
 */
export function unpackNumber(text: string): bigint {
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}

/** How a parameter of a component stands in a custom id. */
export interface Field<Value> {
  /** Returns a text without dots, of at most `maxLength` characters. */
  readonly write: (value: Value) => string;
  /** Returns `undefined` for an invalid text. A text that differs from the result of `write` is refused elsewhere. */
  readonly read: (text: string) => Value | undefined;
  readonly maxLength: number;
}

const MAX_NUMBER = 2n ** 256n;
const MAX_ADDRESS = 2n ** 160n;

/** An address; 27 characters. */
export const addressField: Field<Address> = {
  write: (value) => packNumber(BigInt(value)),
  read(text) {
    const value = unpackNumber(text);
    return value < MAX_ADDRESS ? `0x${value.toString(16).padStart(40, '0')}` : undefined;
  },
  maxLength: 27,
};

/** A 256-bit number in decimal digits, such as a token id; 43 characters. */
export const numberField: Field<string> = {
  write: (value) => packNumber(BigInt(value)),
  read(text) {
    const value = unpackNumber(text);
    return value < MAX_NUMBER ? value.toString() : undefined;
  },
  maxLength: 43,
};

const MAX_COUNT = 1_000_000;

/** A number from 1 to a million, such as a page number. */
export const countField: Field<number> = {
  write: (value) => value.toString(36),
  read(text) {
    const value = Number.parseInt(text, 36);
    return value >= 1 && value <= MAX_COUNT ? value : undefined;
  },
  maxLength: MAX_COUNT.toString(36).length,
};

export const flagField: Field<boolean> = {
  write: (value) => (value ? '1' : '0'),
  read: (text) => text === '1',
  maxLength: 1,
};

/** The number of a page in decimal digits, from 1 to a million. */
export const pageField: Field<number> = {
  write: String,
  read: (text) => (/^\d{1,7}$/.test(text) ? countField.read(Number(text).toString(36)) : undefined),
  maxLength: MAX_COUNT.toString().length,
};

/** A text as it is, such as an id. Whether there is what it names is for its reader to find out. */
export const textField = (maxLength: number): Field<string> & { readonly isText: true } => ({
  isText: true,
  write: String,
  read: (text) => (text.length <= maxLength ? text : undefined),
  maxLength,
});

/** A number of the bot's, or a Discord id; 20 characters. */
export const idField = textField(20);

/** The id of a saved input. */
export const savedField = textField(12);

/** A key of a trait type or value (`traitKey`). */
export const traitKeyField: Field<string> = {
  write: String,
  read: (text) => (/^[\w-]{6}$/.test(text) ? text : undefined),
  maxLength: 6,
};

/** Creates a field for one of several names. It is written as its position, so the list may only grow at its end. */
export function oneOfField<const Name extends string>(
  names: readonly Name[],
): Field<Name> & { readonly names: readonly Name[] } {
  return {
    names,
    write: (value) => names.indexOf(value).toString(36),
    read: (text) => names[Number.parseInt(text, 36)],
    maxLength: (names.length - 1).toString(36).length,
  };
}

/** Creates a field for a value or `null`, which is an empty text. */
export function nullableField<Value>(
  field: Field<Value>,
): Field<Value | null> & { readonly field: Field<Value> } {
  return {
    field,
    write: (value) => (value === null ? '' : field.write(value)),
    read: (text) => (text === '' ? null : field.read(text)),
    maxLength: field.maxLength,
  };
}
