/** An EVM address: `0x` and 40 lower-case hex digits. */
export type Address = `0x${string}`;

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** Sender of mints and receiver of burns. */
export const ZERO_ADDRESS: Address = '0x0000000000000000000000000000000000000000';
/** Nobody has its key. Tokens are sent there instead of being burned by their contract. */
export const DEAD_ADDRESS: Address = '0x000000000000000000000000000000000000dead';

/** Returns whether tokens sent there are burned (activity-decoding: burn). */
export const isBurnAddress = (address: Address | null): boolean =>
  address === ZERO_ADDRESS || address === DEAD_ADDRESS;

/** Returns whether `text` is an address in canonical form (lower case). */
function isAddress(text: string): text is Address {
  return ADDRESS.test(text);
}

/** Parses an address in any case and with surrounding spaces; `null` if the text is not one. */
export function parseAddress(text: string): Address | null {
  const candidate = text.trim().toLowerCase();
  return isAddress(candidate) ? candidate : null;
}

/** Returns whether the text begins like an address. */
const hasPrefix = (text: string): text is Address => text.startsWith('0x');

/**
 * Returns a stored address, which was parsed before it was stored.
 * @throws Error if the stored text is no address
 */
export function storedAddress(text: string): Address {
  if (!hasPrefix(text)) throw new Error('A stored text is no address.');
  return text;
}

/** Shortens an address for display: `0x63a9…aaf9`. */
export function shortAddress(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
