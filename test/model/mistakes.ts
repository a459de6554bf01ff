import type { Rule } from './delivery-model.ts';
import type { Invariant } from './search.ts';

/** What each rule is for: the first invariant that breaks in a model without it. */
export const MISTAKES: Readonly<Record<Rule, Invariant>> = {
  'a suspended process loses its role': 'one sender at a time',
  'an absent message is posted again': 'never lost',
  'writes are fenced': 'never twice',
  'the lease is checked before the request': 'never twice',
  'an attempt is stored before its request': 'never twice',
  'a takeover makes attempts unknown': 'never twice',
  'a lost answer is unknown': 'never twice',
  'a refusal after an unknown answer proves nothing': 'never twice',
  'a repetition has the same nonce': 'never twice',
  'a search waits for the end of the request': 'never twice',
  'the nonce window is checked again when it is stored': 'never twice',
  'a failed search proves nothing': 'never twice',
  'the nonce window is checked when a repetition is chosen': 'always settled',
  'an absent message gets a new nonce window': 'always settled',
  'a lease ends by itself': 'always settled',
};
