import type { Address } from '#src/chain/address.ts';
import { shortAddress } from '#src/chain/address.ts';
import { runSteps, type StepGenerator } from '#src/chain/steps.ts';
import { lookalikesOf, skeletonOf, withoutUndrawn } from './confusables/look.ts';
import type { CollectionSummary } from './resources/collection.ts';
import { normaliseText } from './text-search.ts';

/** The badge of verified collections. It is removed from names, with everything that resembles it. */
export const VERIFIED_MARK = '✓';

/**
 * Check marks and similar characters: ✓ ✔ ✅ ☑ 🗸 🗹 🮱 ⍻ √ ∛ ∜ ⎷ 𐄂 ᐂ 🆗, arrowheads and logical signs: ˅ ˇ ˯ ⌄ ∨ ⋁ ⋎ ⟏ ⩔,
 * SignWriting's checks, and V badges: Ⓥ ⓥ 🄥 🅅 🅥 🆅; with a variation selector. Unassigned and private characters, which
 * a font may draw in any way.
 */
const CHECK_MARKS =
  /[\u2713\u2714\u2705\u2611\u{1f5f8}\u{1f5f9}\u{1fbb1}\u237b\u221a-\u221c\u23b7\u{10102}\u1402\u{1f197}\u02c5\u02c7\u02ef\u2304\u2228\u22c1\u22ce\u27cf\u2a54\u{1d93f}-\u{1d941}\u{1d977}\u24cb\u24e5\u{1f125}\u{1f145}\u{1f165}\u{1f185}\p{Cn}\p{Co}]\p{VS}?/gu;
const anyOf = (characters: readonly string[]) => `[${characters.join('')}]`;
/** A V of another alphabet followed by a slash: `ѵ/`. */
const SLASHED_V = new RegExp(
  `${anyOf(lookalikesOf('v'))}${anyOf(['/', '\uff0f', ...lookalikesOf('/')])}`,
  'gu',
);
/** Words that stand for a check mark, in their visual form; a V only in letters of another alphabet. */
const CHECK_WORDS: ReadonlySet<string> = new Set(['v/', '\\/', '\u30ec']);
const MAX_CHECK_WORD = 8;
const ASCII = /^[\x21-\x7e]+$/;
const LATIN_OR_DIGIT = /[\p{Script=Latin}\p{N}]/u;
/** A visible character; U+2800 is the Braille blank. */
const VISIBLE = /[^\p{DI}\p{Z}\p{C}\p{M}\u2800]/u;

/** Number of characters of a name that are compared, because some Discord fields show no more. */
const COMPARED_LENGTH = 50;
/** Longer names are cut, to bound the work. */
const MAX_NAME_LENGTH = 300;
/**
 * Digits of the address that are added to a name: the first length that distinguishes all collections with that name.
 */
const SUFFIX_LENGTHS = [4, 8, 40] as const;

/** An address suffix; a name of the marketplace must not end with one. */
const SUFFIX = / ?\p{Ps} ?(?:[…⋯‥]|\.\.+) ?[\p{L}\p{N}]+ ?\p{Pe}$/u;

/** Returns whether any character of a text is visible. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

function isCheckWord(word: string): boolean {
  if (word.length > MAX_CHECK_WORD) return false;
  // Most words are ASCII and compared quickly.
  if (ASCII.test(word)) return CHECK_WORDS.has(word.toLowerCase());
  const skeleton = skeletonOf(word);
  return CHECK_WORDS.has(skeleton) || (skeleton === 'v' && !LATIN_OR_DIGIT.test(word.normalize('NFKD')));
}

/** Removes check marks and extra spaces. Returns at most 300 characters. */
export function withoutCheckMarks(text: string): string {
  const words = text
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(CHECK_MARKS, ' ')
    .replaceAll(SLASHED_V, ' ')
    .split(/[\s\u0085\u2800]+/);
  return words.filter((word) => word !== '' && !isCheckWord(word)).join(' ');
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

/**
 * Returns the comparison keys of a name: one for its appearance, one for its reading. People confuse two names that
 * share a key.
 */
function comparisonKeys(sanitised: string): readonly string[] {
  const shown = Array.from(withoutUndrawn(sanitised)).slice(0, COMPARED_LENGTH).join('');
  return [`drawn ${skeletonOf(shown)}`, `read ${normaliseText(shown)}`];
}

function withSuffix(sanitised: string, address: Address, digits: number): string {
  const whole = Array.from(sanitised);
  const name = whole.length > COMPARED_LENGTH ? `${whole.slice(0, COMPARED_LENGTH).join('')}…` : sanitised;
  return `${name} (…${address.slice(-digits)})`;
}

/** Display names of collections. */
export interface CollectionNames {
  /** Returns the display name, which is unique and never empty. */
  shown(collection: CollectionSummary): string;
  /**
   * Returns the display name of any collection: that of the list, else one based on the reported name; `null` if that
   * is not usable.
   * @param reported its name in the current record
   */
  nameOf(address: Address, reported: string | null): string | null;
}

/** Collections whose names have a key in common. */
interface Namesakes {
  readonly collections: CollectionSummary[];
  verified: number;
  /** Number of address digits that distinguish them. */
  digits: number;
}

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

/** Returns whether no other collection has a claim to its name. */
function keepsName({ verified }: CollectionSummary, namesakes: readonly Namesakes[]): boolean {
  return namesakes.every((one) => one.collections.length === 1 || (verified && one.verified === 1));
}

/**
 * Creates the display names. Of collections whose names look or read the same, a single verified one keeps its name;
 * the others get the end of their address as a suffix. A collection without a visible name is shown by its address.
 */
export function* createCollectionNamesInSteps(
  collections: readonly CollectionSummary[],
): StepGenerator<CollectionNames> {
  const sanitised = new Map<Address, string>();
  const byKey = new Map<string, Namesakes>();
  const namesakesOf = new Map<Address, readonly Namesakes[]>();
  for (const one of collections) {
    const name = sanitiseName(one.name);
    sanitised.set(one.address, name);
    yield;
    if (name === '') continue;
    const namesakes = comparisonKeys(name).map((key) => {
      const known = byKey.get(key) ?? { collections: [], verified: 0, digits: 0 };
      byKey.set(key, known);
      known.collections.push(one);
      known.verified += Number(one.verified);
      return known;
    });
    namesakesOf.set(one.address, namesakes);
  }
  for (const namesakes of byKey.values())
    namesakes.digits = yield* distinguishingDigits(namesakes.collections);
  const names = new Map<Address, string>();
  for (const one of collections) {
    const namesakes = namesakesOf.get(one.address);
    if (namesakes === undefined) continue;
    const name = sanitised.get(one.address) ?? '';
    const digits = Math.max(...namesakes.map((same) => same.digits));
    names.set(one.address, keepsName(one, namesakes) ? name : withSuffix(name, one.address, digits));
    yield;
  }

  return {
    shown: ({ address }) => names.get(address) ?? shortAddress(address),
    nameOf(address, reported) {
      const known = sanitised.has(address) ? (names.get(address) ?? shortAddress(address)) : undefined;
      if (known !== undefined) return known;
      const own = sanitiseName(reported ?? '');
      if (own === '') return null;
      return comparisonKeys(own).some((key) => byKey.has(key))
        ? withSuffix(own, address, SUFFIX_LENGTHS[1])
        : own;
    },
  };
}

/** Runs `createCollectionNamesInSteps` at once, for short lists. */
export function createCollectionNames(collections: readonly CollectionSummary[]): CollectionNames {
  return runSteps(createCollectionNamesInSteps(collections));
}
