import { kindOptions } from '../kinds/registry.ts';
import { amount } from './amount.ts';
import { belowFloor } from './below-floor.ts';
import { collection } from './collection.ts';
import type { Field, Filter, ValuesOf } from './filter.ts';
import { price } from './price.ts';
import { rank } from './rank.ts';
import { traits } from './traits.ts';
import { wallets } from './wallets.ts';

/** All filters, in the order in which they are asked for, said and tested. */
export const filters = [collection, price, belowFloor, rank, traits, wallets, amount] as const;

/** Everything that a rule says beside its topics. */
export const conditions = [...filters, ...kindOptions];

type Condition = (typeof conditions)[number];
type FieldsOf<One> = One extends Filter<infer Fields> ? Fields : never;

/** The values of a rule's conditions by key; `undefined` for no condition. All that are set must hold. */
export type FilterValues = ValuesOf<FieldsOf<Condition>>;

/** A rule without conditions. */
export const MATCH_ALL: FilterValues = {};

/** The fields of conditions, in their order. */
const fieldsOf = <const F extends readonly Field<string, unknown>[]>(
  list: readonly { readonly fields: F }[],
): readonly F[number][] => list.flatMap(({ fields }) => fields);

/** All fields of rules. */
export const fields = fieldsOf<FieldsOf<Condition>>(conditions);
