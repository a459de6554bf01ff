import { generateKeyPairSync, sign } from 'node:crypto';

/** Discord's key of a test. */
export interface TestKey {
  /** As in DISCORD_PUBLIC_KEY. */
  readonly publicKey: string;
  sign(text: string | Uint8Array): string;
}

/** The length of the DER prefix before the 32 bytes of an Ed25519 public key (RFC 8410). */
const DER_PREFIX_BYTES = 12;

export function createTestKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(DER_PREFIX_BYTES).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  };
}

/** The headers of a request that is signed as Discord does. */
export function signedHeaders(
  key: TestKey,
  seconds: number | string,
  body: string | Uint8Array,
): Readonly<Record<'x-signature-ed25519' | 'x-signature-timestamp', string>> {
  return {
    'x-signature-ed25519': key.sign(Buffer.concat([Buffer.from(String(seconds)), Buffer.from(body)])),
    'x-signature-timestamp': String(seconds),
  };
}
