import { hexOf } from '../random/hex.ts';
import { createRandom, pick, type Random } from '../random/random.ts';
import type { TokenSheet, TokenTrait } from '../world/model.ts';
import type { CollectionPlan, TraitPlan } from './plan.ts';

/** Each value of a trait type is this much rarer than the one before it. */
const VALUE_DECAY = 0.62;

const SYLLABLES = ['ka', 'lo', 'mi', 'ren', 'sta', 'vor', 'el', 'nim', 'zo', 'tha', 'bri', 'qu', 'an', 'fey'];

/** Every token of a collection, minted or not, in the order of minting. Depends on seed and plan alone. */
export function createTokens(seed: number, plan: CollectionPlan): readonly TokenSheet[] {
  const random = createRandom(`${seed}:tokens:${plan.path}`);
  const names = new Set<string>();
  return Array.from({ length: plan.minted + (plan.unminted ?? 0) }, (_, index) => ({
    ...identity(plan, index, random, names),
    description: plan.description,
    traits: drawTraits(plan, random),
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

function drawTraits(plan: CollectionPlan, random: Random): readonly TokenTrait[] {
  return Object.entries(plan.traits).flatMap(([type, trait]) =>
    random.chance(trait.lacking ?? 0) ? [] : [drawTrait(type, trait, random)],
  );
}

function drawTrait(type: string, plan: TraitPlan, random: Random): TokenTrait {
  if ('from' in plan.values) {
    return { type, value: random.between(plan.values.from, plan.values.to), displayType: 'number' };
  }
  for (const value of plan.values) if (random.chance(1 - VALUE_DECAY)) return { type, value };
  return { type, value: pick(random, plan.values) };
}
