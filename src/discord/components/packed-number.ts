/** A number as text, six bits a character: 256 bits take 43 characters, an address 27. */
export function packNumber(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

/**
 * The number in a text of `packNumber`. Any other text is read as some number, so compare it with what that packs to.
 */
export function unpackNumber(text: string): bigint {
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}
