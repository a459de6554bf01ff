import type { Address } from './address.ts';
import { shortAddress } from './address.ts';
import type { CollectionSummary } from './collection.ts';
import { foldText } from './finding.ts';
import { finish, type Steps } from './steps.ts';

/** The mark of what the marketplace verified. No name that is shown holds it, or anything like it. */
export const VERIFIED_MARK = '✓';

/**
 * Check marks and what is taken for one: ✓ ✔ ✅ ☑ 🗸 🗹 🮱 ⍻ √ ⎷ 𐄂 ᐂ, and the letter of badges: Ⓥ ⓥ 🄥 🅅 🅥 🆅; with the
 * selector of how they are drawn.
 */
const CHECK_MARKS =
  /[\u2713\u2714\u2705\u2611\u{1f5f8}\u{1f5f9}\u{1fbb1}\u237b\u221a\u23b7\u{10102}\u1402\u24cb\u24e5\u{1f125}\u{1f145}\u{1f165}\u{1f185}]\p{VS}?/gu;
/** Anything that leaves a trace on the screen; U+2800 is a blank among the Braille letters. */
const VISIBLE = /[^\p{DI}\p{Z}\p{C}\p{M}\u2800]/u;

/** Longer names are told apart by their beginnings, since not all places show more. */
const COMPARED = 50;
/** Of a longer name than this nobody has seen one; the rest costs time for every look. */
const LONGEST = 300;
/** Digits of an address that are added to a name, the first number that tells all of its namesakes apart. */
const ENDS = [4, 8, 40] as const;

/** The end of an address as it stands behind a name: no name brings its own. */
const END = / ?\(…[0-9a-f]+\)$/i;

/** A text without what makes a name look verified; at most 300 characters of it. */
export function withoutMarks(text: string): string {
  return text.slice(0, LONGEST).replaceAll(CHECK_MARKS, ' ').replaceAll(/\s+/g, ' ').trim();
}

/**
 * A collection's name without what would make it look verified, or like another that is told apart by its address; empty
 * where nothing of it could be seen.
 * @returns at most 300 characters
 */
export function plainName(name: string): string {
  let plain = withoutMarks(name);
  while (END.test(plain)) plain = plain.replace(END, '').trim();
  return VISIBLE.test(plain) ? plain : '';
}

/** What two names share that people take for the same. */
const keyOf = (plain: string): string => foldText(plain.slice(0, COMPARED));

function withEnd(plain: string, address: Address, digits: number): string {
  const whole = Array.from(plain);
  const name = whole.length > COMPARED ? `${whole.slice(0, COMPARED).join('')}…` : plain;
  return `${name} (…${address.slice(-digits)})`;
}

/** How collections are called wherever people read of them. */
export interface CollectionNames {
  /** A known collection's name, never empty and like no other's. */
  shown(collection: CollectionSummary): string;
  /** The name of one that may not be known, as a record tells it; `null` where that says nothing. */
  told(address: Address, name: string | null): string | null;
}

/** How many digits of their addresses tell all of these apart. */
function* digitsThatTellApart(group: readonly CollectionSummary[]): Steps<number> {
  for (const digits of ENDS) {
    const ends = new Set<string>();
    for (const { address } of group) {
      ends.add(address.slice(-digits));
      yield;
    }
    if (ends.size === group.length) return digits;
  }
  return 40;
}

/**
 * The names of these collections. Of those that share one, the only one that is verified keeps it; all others have the end
 * of their address behind it. Without a name that can be seen, the address stands for it.
 */
export function* collectionNamesInSteps(collections: readonly CollectionSummary[]): Steps<CollectionNames> {
  const plain = new Map<Address, string>();
  for (const one of collections) {
    plain.set(one.address, plainName(one.name));
    yield;
  }
  const groups = new Map<string, CollectionSummary[]>();
  for (const one of collections) {
    const name = plain.get(one.address) ?? '';
    if (name === '') continue;
    const key = keyOf(name);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
    yield;
  }
  const names = new Map<Address, string>();
  for (const group of groups.values()) {
    const verified = group.filter((one) => one.verified);
    const original = group.length === 1 ? group[0] : verified.length === 1 ? verified[0] : undefined;
    const digits = yield* digitsThatTellApart(group);
    for (const one of group) {
      const name = plain.get(one.address) ?? '';
      names.set(one.address, one === original ? name : withEnd(name, one.address, digits));
      yield;
    }
  }

  return {
    shown: ({ address }) => names.get(address) ?? shortAddress(address),
    told(address, name) {
      const known = plain.has(address) ? (names.get(address) ?? shortAddress(address)) : undefined;
      if (known !== undefined) return known;
      const own = plainName(name ?? '');
      if (own === '') return null;
      return groups.has(keyOf(own)) ? withEnd(own, address, ENDS[1]) : own;
    },
  };
}

/** The same at once, for a few. */
export function createCollectionNames(collections: readonly CollectionSummary[]): CollectionNames {
  return finish(collectionNamesInSteps(collections));
}
