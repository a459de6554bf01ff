import { MAX_RANK } from '#src/alerts/filters/rank.ts';
import { DEFAULT_LEAD, ENDING_LEADS, type EndingLead } from '#src/alerts/kinds/auction/ending-lead.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import {
  ruleOfAuction,
  ruleOfCollection,
  ruleOfToken,
  ruleOfWallets,
  WATCHED,
} from '#src/alerts/watches/watch.ts';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Subject } from './subject.ts';

export type Kind = Subject['kind'];

/** The event of a subject that triggers a message. */
export type Condition = {
  readonly [K in Kind]: { readonly kind: K; readonly when: (typeof WATCHED)[K][number] };
}[Kind];

/** Optional values of a condition besides its subject. */
export const NEEDS = ['price', 'rank', 'minutes'] as const;
export type Need = (typeof NEEDS)[number];

/** The given values. Prices in wei, the lead in minutes. */
export interface Given {
  readonly price: Wei | null;
  readonly rank: number | null;
  readonly minutes: EndingLead | null;
  /** Wallets that the user added as their own. */
  readonly mine: readonly Address[];
}

/** Returns the conditions of a kind of subject, in the order of the questions. */
export const conditionsOf = (kind: Kind): readonly Condition[] =>
  WATCHED[kind].map((when) => ({ kind, when }) as Condition);

/** All conditions, in the order of the questions. */
export const CONDITIONS: readonly Condition[] = (
  ['token', 'collection', 'wallet', 'auction'] as const
).flatMap(conditionsOf);

/** Formats a condition as one word: `token.listed`. */
export const conditionKey = ({ kind, when }: Condition): string => `${kind}.${when}`;

/** Finds a condition by its key; `null` for any other text. */
export function findCondition(key: string): Condition | null {
  return CONDITIONS.find((condition) => conditionKey(condition) === key) ?? null;
}

/** Returns the name of a condition beside its subject. */
export function conditionLabel(condition: Condition, { watches }: Messages): string {
  const names: Readonly<Record<string, string>> = watches.conditions[condition.kind];
  return names[condition.when] ?? condition.when;
}

/** Returns the value that a condition requires or accepts; `null` for none. */
export function needOf({
  kind,
  when,
}: Condition): { readonly need: Need; readonly isRequired: boolean } | null {
  if (kind === 'token') return when === 'listed' ? { need: 'price', isRequired: false } : null;
  if (kind === 'collection') return { need: when === 'listed_rank' ? 'rank' : 'price', isRequired: true };
  return when === 'ending' ? { need: 'minutes', isRequired: false } : null;
}

/**
 * Parses the minutes before an end.
 * @throws UserError
 */
export function readMinutes(text: string): EndingLead {
  const found = ENDING_LEADS.find((lead) => String(lead) === text.trim());
  if (found === undefined) throw new UserError(({ watches }) => watches.writeMinutes);
  return found;
}

/**
 * Parses a rank from 1 to `MAX_RANK`.
 * @throws UserError
 */
export function readRank(text: string): number {
  const digits = text.trim();
  const rank = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  if (rank === 0 || rank > MAX_RANK) throw new UserError(({ watches }) => watches.writeRank(MAX_RANK));
  return rank;
}

function required<T>(value: T | null, need: Need): T {
  if (value === null) throw new UserError(({ watches }) => watches.needs(need));
  return value;
}

/** @throws UserError if the user has not added any wallets as their own */
export function requireWallets(mine: readonly Address[]): readonly Address[] {
  if (mine.length === 0) throw new UserError(({ watches }) => watches.needsWallets);
  return mine;
}

/**
 * Builds the rule of a watch.
 * @throws UserError for missing values; Error for a condition of another kind of subject
 */
export function ruleOf(subject: Subject, condition: Condition, { price, rank, minutes, mine }: Given): Rule {
  switch (subject.kind) {
    case 'token': {
      if (condition.kind !== 'token') break;
      const { when } = condition;
      return ruleOfToken(when === 'listed' ? { ...subject, when, below: price } : { ...subject, when });
    }
    case 'collection': {
      if (condition.kind !== 'collection') break;
      const { when } = condition;
      return ruleOfCollection(
        when === 'listed_rank'
          ? { ...subject, when, rank: required(rank, 'rank') }
          : { ...subject, when, price: required(price, 'price') },
      );
    }
    case 'wallet':
      if (condition.kind !== 'wallet') break;
      return ruleOfWallets({ wallets: subject.wallets, when: condition.when });
    case 'auction': {
      if (condition.kind !== 'auction') break;
      const { when } = condition;
      if (when === 'outbid') return ruleOfAuction({ ...subject, when, mine: requireWallets(mine) });
      if (when === 'ending') return ruleOfAuction({ ...subject, when, lead: minutes ?? DEFAULT_LEAD });
      return ruleOfAuction({ ...subject, when });
    }
    default:
      return subject satisfies never;
  }
  throw new Error(`${conditionKey(condition)} is no condition of a ${subject.kind}.`);
}
