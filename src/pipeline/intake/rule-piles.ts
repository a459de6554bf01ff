import type { Subscription } from '../../domain/subscription.ts';

/** Rules in no order, by what they have in common. Most piles have one or two, so they are no maps. */
export type Piles<Key> = Map<Key, Subscription[]>;

/** Puts a rule under a key; again under the same key, at once, does nothing. */
export function putInto<Key>(piles: Piles<Key>, key: Key, rule: Subscription): void {
  const pile = piles.get(key);
  if (pile === undefined) piles.set(key, [rule]);
  else if (pile.at(-1) !== rule) pile.push(rule);
}

/** Takes the rule with this id from under a key. */
export function takeFrom<Key>(piles: Piles<Key>, key: Key, { id }: Subscription): void {
  const pile = piles.get(key);
  if (pile === undefined) return;
  const at = pile.findIndex((rule) => rule.id === id);
  if (at >= 0) pile.splice(at, 1);
  if (pile.length === 0) piles.delete(key);
}

/** Shows the rules under a key until one is what is sought; says whether one was. */
export function seekIn<Key>(piles: Piles<Key>, key: Key, isSought: (rule: Subscription) => boolean): boolean {
  const pile = piles.get(key);
  if (pile === undefined) return false;
  for (const rule of pile) if (isSought(rule)) return true;
  return false;
}

/** Shows all rules, some of them more than once, until one is what is sought; says whether one was. */
export function seekInAll(piles: Piles<unknown>, isSought: (rule: Subscription) => boolean): boolean {
  for (const pile of piles.values()) if (pile.some(isSought)) return true;
  return false;
}
