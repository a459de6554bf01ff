import type { Random } from '../random/random.ts';
import type { Rarity } from '../world/rarity.ts';

const GWEI_PER_COIN = 1e9;
const WEI_PER_GWEI = 1_000_000_000n;

/** A token's price relative to the floor by rarity: 1 for common ones, about 9 for one in a thousand. */
export function rarityPremium(rarity: Rarity): number {
  const share = rarity.rank / Math.max(rarity.total, 1);
  return 1 + 0.36 * (share ** -0.45 - 1);
}

/** An amount in whole coins as wei, rounded to `digits` significant digits, like prices typed by hand. */
export function roundPrice(coins: number, digits: number): bigint {
  const gwei = Math.max(coins, 1e-6) * GWEI_PER_COIN;
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(gwei)) - digits);
  return BigInt(Math.round(gwei / step) * step) * WEI_PER_GWEI;
}

/** A price near `coins`: mostly round, sometimes with all digits, like prices from programs or after fees. */
export function humanPrice(coins: number, random: Random): bigint {
  if (random.chance(0.08)) return roundPrice(coins, 7) + BigInt(random.below(1_000_000_000));
  return roundPrice(coins, random.chance(0.6) ? 2 : 3);
}
