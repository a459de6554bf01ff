import type { Forms, Writer } from '../writer.ts';

const TRAITS: Forms = { one: 'trait', other: 'traits' };
const VALUES: Forms = { one: 'value', other: 'values' };

/** `/collection traits`: the traits of a collection and how rare their values are. */
export const traitMessages = ({ text, count, command }: Writer) => ({
  description: text`Shows the traits of a collection and how rare each is`,
  traitOption: text`One trait with all its values; all traits when left out`,

  heading: (collection: string) => text`Traits of ${collection}`,
  count: (traits: number) => count(traits, TRAITS),
  values: (values: number) => count(values, VALUES),
  /** @param values with their shares, the rarest first */
  rarest: (values: string) => text`rarest: ${values}`,
  rarestFirst: text`rarest first`,
  shares: text`percentages are shares of the collection’s tokens`,
  noTraits: text`The marketplace lists no traits here. “Tokens” below shows the tokens themselves.`,
  noValues: text`This trait has no values now. “All traits” below leads back.`,
  allValues: text`See all values of a trait`,
  tokensWithValue: text`See the tokens that have it`,
  anotherTrait: text`Another trait`,
  allTraits: text`All traits`,

  unknownTrait: (typed: string) => text`That collection has no trait “${typed}”.`,
  unknownType: (typed: string) => text`That collection has no trait type “${typed}”.`,
  removed: text`This collection has no such trait any more: its traits were worked out anew. ${command('collection traits')} shows those that it has.`,
});
