import type { TraitType } from '../../domain/collection.ts';
import { foldText } from '../../domain/finding.ts';
import { traitKey } from './trait-key.ts';

/** One value of a trait. */
export interface NamedTrait {
  readonly type: string;
  readonly value: string;
}

/** The trait type that a key or a name means, whatever its case; the exact name comes first. */
export function findTraitType(text: string, traits: readonly TraitType[]): TraitType | null {
  const folded = foldText(text);
  return (
    traits.find(({ type }) => type === text) ??
    traits.find(({ type }) => traitKey(type) === text) ??
    traits.find(({ type }) => foldText(type) === folded) ??
    null
  );
}

const sameValue = (text: string) => {
  const folded = foldText(text);
  return (value: string) => foldText(value) === folded;
};

/**
 * The trait value that a text means: its key, `type: value` as autocomplete writes it, or the value alone where only one
 * type has it. Types and values may hold colons themselves.
 */
export function findTrait(text: string, traits: readonly TraitType[]): NamedTrait | null {
  const all = traits.flatMap(({ type, values }) => values.map(({ value }) => ({ type, value })));
  const byKey = all.find(({ type, value }) => traitKey(type, value) === text);
  if (byKey !== undefined) return byKey;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const isType = sameValue(text.slice(0, at));
    const isValue = sameValue(text.slice(at + 1));
    const found = all.find(({ type, value }) => isType(type) && isValue(value));
    if (found !== undefined) return found;
  }
  const alone = all.filter(({ value }) => sameValue(text)(value));
  return alone.length === 1 ? (alone[0] ?? null) : null;
}
