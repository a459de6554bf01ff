/** Packs a number into text with six bits per character: 256 bits take 43 characters, an address 27. */
export function packNumber(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

/**
 * Unpacks a text of `packNumber`. Any other text gives some number too, so compare it with the result of packing that.
 */
export function unpackNumber(text: string): bigint {
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}
