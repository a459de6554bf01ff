import { hexOf } from '../random/hex.ts';
import { createRandom, pick, type Random } from '../random/random.ts';
import type { TokenSheet, TokenTrait } from '../world/token-sheet.ts';
import type { CollectionPlan, TraitPlan } from './plan.ts';

/** Each value of a trait type is rarer than the one before it by this factor. */
const VALUE_DECAY = 0.62;

const SYLLABLES = ['ka', 'lo', 'mi', 'ren', 'sta', 'vor', 'el', 'nim', 'zo', 'tha', 'bri', 'qu', 'an', 'fey'];

/** Every token of a collection, minted or not, in minting order. Depends on seed and plan alone. */
export function createTokens(seed: number, plan: CollectionPlan): readonly TokenSheet[] {
  const random = createRandom(`${seed}:tokens:${plan.path}`);
  const names = new Set<string>();
  const decks = Object.entries(plan.traits).map(([type, trait]) => createDeck(type, trait));
  return Array.from({ length: plan.minted + (plan.unminted ?? 0) }, (_, index) => ({
    ...identity(plan, index, random, names),
    description: plan.description,
    traits: drawTraits(decks, random),
    amount: plan.standard === '1155' ? pick(random, [1, 1, 2, 5, 10, 25]) : 1,
  }));
}

function identity(
  plan: CollectionPlan,
  index: number,
  random: Random,
  taken: Set<string>,
): { readonly tokenId: string; readonly name: string } {
  const { numbering } = plan;
  if (numbering.kind === 'from') {
    const tokenId = String(numbering.first + index);
    return { tokenId, name: `${numbering.prefix}${tokenId}` };
  }
  if (numbering.kind === 'binary') {
    return { tokenId: String(index), name: index.toString(2).padStart(10, '0') };
  }
  const name = `${freshName(random, taken)}${numbering.suffix}`;
  return { tokenId: BigInt(`0x${hexOf(name, 64)}`).toString(), name };
}

function freshName(random: Random, taken: Set<string>): string {
  for (;;) {
    const name = random.chance(0.15)
      ? String(random.between(100, 99_999))
      : Array.from({ length: random.between(2, 5) }, () => pick(random, SYLLABLES)).join('');
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** A trait type with its trait objects, which tokens share. */
interface TraitDeck {
  readonly lacking: number;
  readonly traits: readonly TokenTrait[];
  /** Numeric values are uniformly distributed. */
  readonly even: boolean;
}

function createDeck(type: string, { values, lacking = 0 }: TraitPlan): TraitDeck {
  if (!('from' in values)) return { lacking, even: false, traits: values.map((value) => ({ type, value })) };
  const traits = Array.from({ length: values.to - values.from + 1 }, (_, index) => ({
    type,
    value: values.from + index,
    displayType: 'number',
  }));
  return { lacking, even: true, traits };
}

function drawTraits(decks: readonly TraitDeck[], random: Random): readonly TokenTrait[] {
  const cache: TokenTrait[] = [];
  for (const deck of decks) if (!random.chance(deck.lacking)) cache.push(drawTrait(deck, random));
  return cache;
}

function drawTrait({ traits, even }: TraitDeck, random: Random): TokenTrait {
  if (!even) for (const trait of traits) if (random.chance(1 - VALUE_DECAY)) return trait;
  return pick(random, traits);
}
