import type { Address } from '#src/chain/address.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Field } from './field.ts';

/** A button under the screens of a collection that leads to another one of them. */
export interface CollectionTab {
  readonly label: (messages: Messages) => string;
  readonly to: (collection: Address) => Destination;
}

/**
 * Whose a component is:
 * - `shared`: the asker's, whose message it changes; anybody else gets a copy of their own;
 * - `nobody`: everybody gets an answer of their own;
 * - `asker`: only the asker can use it. Whatever changes something is theirs.
 *
 * The asker is the person whose command the message answered.
 */
export type Owner = 'nobody' | 'shared' | 'asker';

/** A component with the values of its parameters, as they stand in a custom id. */
export interface Destination {
  /** Id of the component. */
  readonly id: string;
  readonly isAskersOnly: boolean;
  /** Of the asker's only, one text with all parameters; of others, a text for each. */
  readonly texts: readonly string[];
}

type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> };

/** A link in the list of all components, where its parameters have no type. */
export interface RegisteredLink {
  readonly id: string;
  readonly owner: Owner;
  /** In the order of their encoding. */
  readonly parameters: readonly (readonly [name: string, field: Field<unknown>])[];
}

/**
 * What leads to a component: its id, whose it is, and the codec of its parameters. It stands beside the component, or,
 * where two lead to each other, in a file that both import.
 */
export interface Link<Values> extends RegisteredLink {
  readonly to: (values: Values) => Destination;
  /** `null` for texts that `to` does not give. */
  readonly read: (texts: readonly string[]) => Values | null;
}

/** Discord: characters of a custom id, and of the value of a menu's choice. */
const MAX_LENGTH = 100;
/** Characters of `at`, and of the asker as a packed number of 64 bits. */
const SHARED_LENGTHS = [2, 11] as const;
/** Characters of `do`, and of the asker in digits. */
const ASKERS_LENGTHS = [2, 20] as const;
/** Between the parameters of what is the asker's only. */
const SEPARATOR = ':';

/**
 * @param id `a-z` and `-`; stands in messages, so it must never change, nor be given to another component
 * @param fields the parameters in the order of their encoding, which must never change either
 * @throws Error when a custom id could become longer than Discord accepts
 */
export function defineLink<Values extends object>(
  id: string,
  fields: Fields<Values>,
  owner: Owner = 'shared',
): Link<Values> {
  if (!/^[a-z-]{1,24}$/.test(id)) throw new Error(`${id} is not the id of a component.`);
  const isAskersOnly = owner === 'asker';
  // `to` gives every field the value of its own type.
  const parameters = Object.entries(fields as Readonly<Record<string, Field<unknown>>>);
  const lengths = [
    ...(isAskersOnly ? ASKERS_LENGTHS : SHARED_LENGTHS),
    id.length,
    ...parameters.map(([, field]) => field.maxLength),
  ];
  const length = lengths.reduce((sum, one) => sum + one + 1, -1);
  if (length > MAX_LENGTH)
    throw new Error(`Custom ids of the component ${id} can have ${length} characters.`);

  /** The text of each parameter. */
  function textOfEach(texts: readonly string[]): readonly string[] {
    if (!isAskersOnly || texts.length !== 1) return texts;
    const [argument = ''] = texts;
    if (parameters.length === 0 && argument === '') return [];
    return parameters.length === 1 ? texts : argument.split(SEPARATOR);
  }

  return {
    id,
    owner,
    parameters,
    to(values) {
      const given = new Map<string, unknown>(Object.entries(values));
      const texts = parameters.map(([name, field]) => field.write(given.get(name)));
      return { id, isAskersOnly, texts: isAskersOnly ? [texts.join(SEPARATOR)] : texts };
    },
    read(given) {
      const texts = textOfEach(given);
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
