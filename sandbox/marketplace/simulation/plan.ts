/** A trait type in the catalogue: its values from common to rare, or a range of numbers. */
export interface TraitPlan {
  /** The share of tokens that lack it. */
  readonly lacking?: number;
  readonly values: readonly string[] | { readonly from: number; readonly to: number };
}

/** How a collection's tokens are numbered and named. */
export type Numbering =
  | { readonly kind: 'from'; readonly first: number; readonly prefix: string }
  | { readonly kind: 'names'; readonly suffix: string }
  | { readonly kind: 'binary' };

/** A collection of the simulation, as its makers would describe it. */
export interface CollectionPlan {
  readonly name: string;
  readonly path: string;
  readonly symbol: string;
  readonly description: string;
  readonly standard?: '1155';
  /** Tokens that exist when the world begins. */
  readonly minted: number;
  /** Tokens that may still be minted. */
  readonly unminted?: number;
  /** What a common token usually costs, in whole coins. */
  readonly floor: number;
  /** How much of the trade happens here, against the others. */
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
