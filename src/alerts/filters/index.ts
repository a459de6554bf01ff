import { kindOptions } from '../kinds/registry.ts';
import { amount } from './amount.ts';
import { auction } from './auction.ts';
import { belowFloor } from './below-floor.ts';
import { collection } from './collection.ts';
import { notCollections, notTokens, notTraits } from './exclude.ts';
import type { Filter, StoredField, ValuesOf } from './filter.ts';
import { owners } from './owners.ts';
import { pingBelowFloor, pingFrom, pingRank } from './pings.ts';
import { price } from './price.ts';
import { rank } from './rank.ts';
import { tokens } from './tokens.ts';
import { traits } from './traits.ts';
import { walletRole } from './wallet-role.ts';
import { wallets } from './wallets.ts';

/** The filters of channel rules, in the order of their options, descriptions and tests. */
export const filters = [
  collection,
  price,
  belowFloor,
  rank,
  traits,
  wallets,
  amount,
  notCollections,
  notTokens,
  notTraits,
] as const;

/** When the rule pings; no alert fails them. */
const pingFilters = [pingFrom, pingBelowFloor, pingRank] as const;

/** Filters that only watches use. */
const watchFilters = [tokens, owners, walletRole, auction] as const;

/** All conditions of rules. */
export const conditions = [...filters, ...watchFilters, ...pingFilters, ...kindOptions];

type FieldsOf<One> = One extends Filter<infer Fields> ? Fields : never;

/** The values of a rule's conditions by key; `undefined` for no condition. All that are set must hold. */
export type FilterValues = ValuesOf<FieldsOf<(typeof conditions)[number]>>;

/** A rule without conditions. */
export const MATCH_ALL: FilterValues = {};

/** Collects the fields of conditions, in their order. */
const fieldsOf = <const F extends readonly StoredField<string, unknown>[]>(
  list: readonly { readonly fields: F }[],
): readonly F[number][] => list.flatMap(({ fields }) => fields);

const asked = [...filters, ...pingFilters, ...kindOptions];

/** The fields of channel rules. */
export const fields = fieldsOf<FieldsOf<(typeof asked)[number]>>(asked);

/** All fields of rules. */
export const storedFields = fieldsOf<FieldsOf<(typeof conditions)[number]>>(conditions);
