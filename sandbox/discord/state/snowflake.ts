/** First moment of Discord's ids, in Unix ms (Discord docs: Reference, Snowflakes). */
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const SEQUENCE_BITS = 22n;

/** Creates a generator of ids that contain the clock's time and always increase, even if the clock jumps back. */
export function createSnowflakes(now: () => number): () => string {
  let last = 0n;
  return () => {
    const fromClock = BigInt(Math.max(0, Math.trunc(now()) - DISCORD_EPOCH_MS)) << SEQUENCE_BITS;
    last = fromClock > last ? fromClock : last + 1n;
    return last.toString();
  };
}

/** Whether a text can be an id: digits that fit into 64 bits. */
export function isSnowflake(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n;
}
