import type { Fact } from '#src/alerts/description.ts';
import type { CardPart } from '#src/alerts/settings.ts';
import type { Described } from './describe.ts';

/** Facts on what a price is compared with: earlier prices and the floor. */
const PRICE_CONTEXT: readonly Fact['id'][] = ['record', 'floor', 'bought', 'last'];

/** Returns the alert without the parts that its channel leaves out. Buttons are not part of it. */
export function withoutParts<D extends Described>(described: D, hidden: readonly CardPart[]): D {
  const { description } = described;
  if (hidden.length === 0 || description.layout !== 'any') return described;
  const { facts, traits, pictures } = description;
  return {
    ...described,
    description: {
      ...description,
      facts: hidden.includes('price context') ? facts.filter(({ id }) => !PRICE_CONTEXT.includes(id)) : facts,
      traits: hidden.includes('traits') ? [] : traits,
      pictures: hidden.includes('picture') ? { ...pictures, urls: [] } : pictures,
    },
  };
}
