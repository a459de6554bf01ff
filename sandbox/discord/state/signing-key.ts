import { generateKeyPairSync, sign } from 'node:crypto';

/** The key by which Discord signs what it sends to an application's endpoint. */
export interface SigningKey {
  /** The public half as the portal shows it: 64 hexadecimal digits. */
  readonly publicKey: string;
  /** The Ed25519 signature in hexadecimal digits. */
  sign(text: string): string;
}

/** The length of the DER prefix before the 32 bytes of an Ed25519 public key (RFC 8410). */
const DER_PREFIX_BYTES = 12;

/** A new key. */
export function createSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return {
    publicKey: der.subarray(DER_PREFIX_BYTES).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('hex'),
  };
}
