import { hash } from 'node:crypto';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';

/**
 * A short, stable key for a trait type or one of its values, for custom ids: six characters of base64url. Among the
 * few thousand values of a collection, a collision occurs in about one of ten thousand collections; then the first
 * value is used.
 */
export function traitKey(type: string, value: string | null = null): string {
  const text = value === null ? JSON.stringify([type]) : JSON.stringify([type, value]);
  return hash('sha256', text, 'base64url').slice(0, 6);
}

/** A trait value with its type. */
export interface NamedTrait {
  readonly type: string;
  readonly value: string;
}

/** Finds a trait type by key or name, ignoring case; an exact match comes first. */
export function findTraitType(text: string, traits: readonly TraitType[]): TraitType | null {
  const normalised = normaliseText(text);
  return (
    traits.find(({ type }) => type === text) ??
    traits.find(({ type }) => traitKey(type) === text) ??
    traits.find(({ type }) => normaliseText(type) === normalised) ??
    null
  );
}

const sameValue = (text: string) => {
  const normalised = normaliseText(text);
  return (value: string) => normaliseText(value) === normalised;
};

/**
 * Finds a trait value by its key, by `type: value` as autocomplete writes it, or by the value alone if only one type
 * has it. Types and values may contain colons.
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
