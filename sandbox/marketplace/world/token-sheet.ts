/** A trait of a token; `displayType` is `number` for numeric ones. */
export interface TokenTrait {
  readonly type: string;
  readonly value: string | number;
  readonly displayType?: string;
}

/** The static data of a token. */
export interface TokenSheet {
  /** Decimal digits, up to 256 bits. */
  readonly tokenId: string;
  readonly name: string;
  readonly description: string;
  readonly traits: readonly TokenTrait[];
  /** Quantity: 1, or more for an edition of an ERC-1155 collection. */
  readonly amount: number;
}
