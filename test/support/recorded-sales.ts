/** A line of `sales.jsonl` of a recording. */
export interface RecordedSale {
  readonly timestamp: number;
  readonly tokenId: string;
  readonly price: string | null;
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly txHash: string;
  readonly logIndex: number | null;
}
