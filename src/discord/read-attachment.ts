import { UserError } from './user-error.ts';

/** Reads a file that somebody attached to a command; rejects with a UserError. */
export type ReadAttachment = (file: { readonly url: string; readonly size: number }) => Promise<string>;

/** No file of alerts is larger. */
const MOST_BYTES = 1_024 * 1_024;
const PATIENCE_MS = 10_000;

/** Where Discord serves attachments (Discord docs: CDN). */
const DISCORD_HOSTS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];

const TOO_LARGE =
  'This file is larger than 1 MB, which no file of alerts is. Attach what `/alerts export` gave you.';
const UNREACHABLE = 'Discord did not hand the file out. Please attach it again.';

async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new UserError(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Downloads attachments from nowhere but Discord, so that nobody can make the bot read something else.
 * @param options.apiUrl the configured API; its origin counts as Discord's
 */
export function createAttachmentReader(options: { readonly apiUrl: string }): ReadAttachment {
  const allowed = new Set([...DISCORD_HOSTS, new URL(options.apiUrl).origin]);

  async function download(url: string): Promise<Uint8Array> {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok || response.body === null) throw new UserError(UNREACHABLE);
    return bytesOf(response.body);
  }

  return async ({ url, size }) => {
    const origin = URL.parse(url)?.origin;
    if (origin === undefined || !allowed.has(origin)) throw new UserError(UNREACHABLE);
    if (size > MOST_BYTES) throw new UserError(TOO_LARGE);
    let bytes: Uint8Array;
    try {
      bytes = await download(url);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(UNREACHABLE, { cause: error });
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (error) {
      throw new UserError('This file holds no text. Attach what `/alerts export` gave you.', {
        cause: error,
      });
    }
  };
}
