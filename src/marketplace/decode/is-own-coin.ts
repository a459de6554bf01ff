/** Whether a name in a record means the chain's own coin. */
export type IsOwnCoin = (name: string) => boolean;
