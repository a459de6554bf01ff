import type { Forms, Writer } from '../writer.ts';

const TRAITS: Forms = { one: 'trait', other: 'traits' };
const VALUES: Forms = { one: 'value', other: 'values' };

/** `/collection traits`: the traits of a collection and how rare their values are. */
export const traitMessages = ({ text, count, command }: Writer) => ({
  description: text`Show a collection’s traits and their rarity`,
  traitOption: text`Trait to list values for (default: all traits)`,

  heading: (collection: string) => text`${collection} traits`,
  count: (traits: number) => count(traits, TRAITS),
  values: (values: number) => count(values, VALUES),
  /** @param values with their shares, the rarest first */
  rarest: (values: string) => text`rarest: ${values}`,
  rarestFirst: text`rarest first`,
  shares: text`percentages are of all tokens`,
  noTraits: text`This collection has no traits. Press “Tokens” below to see its tokens.`,
  noValues: text`This trait has no values. Press “All traits” below to go back.`,
  allValues: text`Show all values of a trait`,
  tokensWithValue: text`Show tokens with this value`,
  anotherTrait: text`Another trait`,
  allTraits: text`All traits`,

  unknownTrait: (typed: string) => text`No trait “${typed}” in this collection.`,
  unknownType: (typed: string) => text`No trait type “${typed}” in this collection.`,
  removed: text`This trait no longer exists. See all traits with ${command('collection traits')}.`,
});
