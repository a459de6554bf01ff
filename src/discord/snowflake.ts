/** When Discord's ids begin, epoch ms. */
const EPOCH_MS = 1_420_070_400_000;
/** The lower bits of an id tell apart what has the same time. */
const TIME_SHIFT = 22n;

/**
 * The lowest id that Discord can give at this time (Discord docs: Snowflakes).
 * @param at epoch ms; times before Discord's own count as its beginning
 */
export function lowestIdAt(at: number): bigint {
  return BigInt(Math.max(0, Math.trunc(at) - EPOCH_MS)) << TIME_SHIFT;
}
