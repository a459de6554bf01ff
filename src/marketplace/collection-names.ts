import type { Address } from '../chain/address.ts';
import { shortAddress } from '../chain/address.ts';
import { runSteps, type StepGenerator } from '../chain/steps.ts';
import type { CollectionSummary } from './model/collection.ts';
import { normaliseText } from './text-search.ts';

/** The badge of verified collections. It is removed from names, with everything that resembles it. */
export const VERIFIED_MARK = '✓';

/**
 * Check marks and similar characters: ✓ ✔ ✅ ☑ 🗸 🗹 🮱 ⍻ √ ⎷ 𐄂 ᐂ, and V badges: Ⓥ ⓥ 🄥 🅅 🅥 🆅; with a
 * variation selector.
 */
const CHECK_MARKS =
  /[\u2713\u2714\u2705\u2611\u{1f5f8}\u{1f5f9}\u{1fbb1}\u237b\u221a\u23b7\u{10102}\u1402\u24cb\u24e5\u{1f125}\u{1f145}\u{1f165}\u{1f185}]\p{VS}?/gu;
/** A visible character; U+2800 is the Braille blank. */
const VISIBLE = /[^\p{DI}\p{Z}\p{C}\p{M}\u2800]/u;

/** Characters of a name that are compared: some Discord fields show no more. */
const COMPARED_LENGTH = 50;
/** Longer names are cut, to bound the work. */
const MAX_NAME_LENGTH = 300;
/** Digits of the address that are added to a name: the first length that distinguishes all collections with that name. */
const SUFFIX_LENGTHS = [4, 8, 40] as const;

/** An address suffix; a name of the marketplace must not end with one. */
const SUFFIX = / ?\(…[0-9a-f]+\)$/i;

/** Whether anything of a text can be seen. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

/** Removes check marks and extra blanks. Returns at most 300 characters. */
export function withoutCheckMarks(text: string): string {
  return text.slice(0, MAX_NAME_LENGTH).replaceAll(CHECK_MARKS, ' ').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Removes from a collection's name everything that imitates a badge or an address suffix. Empty if no visible character
 * is left.
 * @returns at most 300 characters
 */
export function sanitiseName(name: string): string {
  let sanitised = withoutCheckMarks(name);
  while (SUFFIX.test(sanitised)) sanitised = sanitised.replace(SUFFIX, '').trim();
  return hasVisible(sanitised) ? sanitised : '';
}

/** Equal for names that look the same to people. */
const comparisonKey = (sanitised: string): string => normaliseText(sanitised.slice(0, COMPARED_LENGTH));

function withSuffix(sanitised: string, address: Address, digits: number): string {
  const whole = Array.from(sanitised);
  const name = whole.length > COMPARED_LENGTH ? `${whole.slice(0, COMPARED_LENGTH).join('')}…` : sanitised;
  return `${name} (…${address.slice(-digits)})`;
}

/** Display names of collections. */
export interface CollectionNames {
  /** Unique and never empty. */
  shown(collection: CollectionSummary): string;
  /**
   * Display name of any collection: that of the list, else one made of the reported name; `null` if that is not usable.
   * @param reported the name in the record at hand
   */
  nameOf(address: Address, reported: string | null): string | null;
}

/** How many digits of their addresses distinguish these collections. */
function* distinguishingDigits(group: readonly CollectionSummary[]): StepGenerator<number> {
  for (const digits of SUFFIX_LENGTHS) {
    const suffixes = new Set<string>();
    for (const { address } of group) {
      suffixes.add(address.slice(-digits));
      yield;
    }
    if (suffixes.size === group.length) return digits;
  }
  return 40;
}

/**
 * Creates the display names. Of collections with the same name, a single verified one keeps it; the others get the end of
 * their address as a suffix. A collection without a visible name is shown by its address.
 */
export function* createCollectionNamesInSteps(
  collections: readonly CollectionSummary[],
): StepGenerator<CollectionNames> {
  const sanitised = new Map<Address, string>();
  for (const one of collections) {
    sanitised.set(one.address, sanitiseName(one.name));
    yield;
  }
  const groups = new Map<string, CollectionSummary[]>();
  for (const one of collections) {
    const name = sanitised.get(one.address) ?? '';
    if (name === '') continue;
    const key = comparisonKey(name);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
    yield;
  }
  const names = new Map<Address, string>();
  for (const group of groups.values()) {
    const verified = group.filter((one) => one.verified);
    const original = group.length === 1 ? group[0] : verified.length === 1 ? verified[0] : undefined;
    const digits = yield* distinguishingDigits(group);
    for (const one of group) {
      const name = sanitised.get(one.address) ?? '';
      names.set(one.address, one === original ? name : withSuffix(name, one.address, digits));
      yield;
    }
  }

  return {
    shown: ({ address }) => names.get(address) ?? shortAddress(address),
    nameOf(address, reported) {
      const known = sanitised.has(address) ? (names.get(address) ?? shortAddress(address)) : undefined;
      if (known !== undefined) return known;
      const own = sanitiseName(reported ?? '');
      if (own === '') return null;
      return groups.has(comparisonKey(own)) ? withSuffix(own, address, SUFFIX_LENGTHS[1]) : own;
    },
  };
}

/** `createCollectionNamesInSteps` in one go, for short lists. */
export function createCollectionNames(collections: readonly CollectionSummary[]): CollectionNames {
  return runSteps(createCollectionNamesInSteps(collections));
}
