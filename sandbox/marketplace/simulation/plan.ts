/** A trait type in the catalogue: its values from common to rare, or a range of numbers. */
export interface TraitPlan {
  /** The share of tokens without it. */
  readonly lacking?: number;
  readonly values: readonly string[] | { readonly from: number; readonly to: number };
}

/** How a collection's tokens are numbered and named. */
export type Numbering =
  | { readonly kind: 'from'; readonly first: number; readonly prefix: string }
  | { readonly kind: 'names'; readonly suffix: string }
  | { readonly kind: 'binary' };

/** The description of a simulated collection. */
export interface CollectionPlan {
  readonly name: string;
  readonly path: string;
  readonly symbol: string;
  readonly description: string;
  readonly standard?: '1155';
  /** Number of tokens at the start. */
  readonly minted: number;
  /** Number of tokens that can still be minted. */
  readonly unminted?: number;
  /** The usual price of a common token, in whole coins. */
  readonly floor: number;
  /** The collection's share of all trades, relative to the others. */
  readonly popularity: number;
  readonly royalty: number;
  readonly verified: boolean;
  readonly featured?: true;
  readonly website: string;
  readonly twitter: string;
  readonly invite: string;
  readonly numbering: Numbering;
  readonly traits: Readonly<Record<string, TraitPlan>>;
}
