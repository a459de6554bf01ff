import { createHash } from 'node:crypto';

/** A bot token of Discord's form: the user's id in base64, a time part, a signature. */
export function botToken(userId: string, atMs: number, generation: string): string {
  const time = Buffer.alloc(4);
  time.writeUInt32BE(Math.trunc(atMs / 1000) >>> 0);
  const signature = createHash('sha256').update(`${userId}.${generation}`).digest('base64url').slice(0, 38);
  return [Buffer.from(userId).toString('base64url'), time.toString('base64url'), signature].join('.');
}

/** An interaction's token: long, opaque and unguessable. */
export function interactionToken(interactionId: string): string {
  const secret = createHash('sha512').update(`interaction:${interactionId}`).digest('base64url');
  return Buffer.from(`interaction:${interactionId}:`).toString('base64url') + secret;
}
