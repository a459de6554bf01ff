import type { Address } from './address.ts';
import type { Currency } from './wei.ts';

/** Coins with well-known contracts, for records that only contain the contract. */
const KNOWN: Readonly<Record<Address, Currency>> = {
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': { symbol: 'WETH', decimals: 18 },
  '0x4200000000000000000000000000000000000006': { symbol: 'WETH', decimals: 18 },
  '0x82af49447d8a07e3bd95bd0d56f35241523fbab1': { symbol: 'WETH', decimals: 18 },
  '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619': { symbol: 'WETH', decimals: 18 },
  '0x039e2fb66102314ce7b64ce5ce3e5183bc94ad38': { symbol: 'wS', decimals: 18 },
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': { symbol: 'USDC', decimals: 6 },
  '0x29219dd400f2bf60e5a23d13be72b486d4038894': { symbol: 'USDC.e', decimals: 6 },
  '0xdac17f958d2ee523a2206206994597c13d831ec7': { symbol: 'USDT', decimals: 6 },
  '0x6b175474e89094c44da98b954eedeac495271d0f': { symbol: 'DAI', decimals: 18 },
};

/**
 * Coins with a well-known symbol, for records that only contain the symbol. None of them is the own coin of its usual
 * chain.
 */
const KNOWN_SYMBOLS: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    ...{ WETH: 18, WS: 18, WPOL: 18, WMATIC: 18, WAVAX: 18, WBNB: 18, WFTM: 18, WAPE: 18, WBTC: 8 },
    ...{ APE: 18, DAI: 18, USDC: 6, 'USDC.e': 6, USDT: 6 },
  }).map(([symbol, decimals]) => [symbol.toLowerCase(), { symbol, decimals }]),
);

/** Returns the coin with this symbol, in any case; `null` if unknown. */
export function knownSymbol(symbol: string): Currency | null {
  return KNOWN_SYMBOLS.get(symbol.toLowerCase()) ?? null;
}

/** Returns the coin of a contract; `null` if unknown. */
export function knownCoin(contract: Address): Currency | null {
  return Object.hasOwn(KNOWN, contract) ? (KNOWN[contract] ?? null) : null;
}
