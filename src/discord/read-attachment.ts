import { type Sentence, UserError } from './user-error.ts';

/** Reads a file attached to a command; rejects with a UserError. */
export type ReadAttachment = (file: { readonly url: string; readonly size: number }) => Promise<string>;

/** Larger than any exported file. */
const MAX_BYTES = 1_024 * 1_024;
const TIMEOUT_MS = 10_000;

/** Hosts of attachments at Discord (Discord docs: CDN). */
const DISCORD_HOSTS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];

const TOO_LARGE: Sentence = ({ alertFiles }) => alertFiles.tooLarge;
const UNREACHABLE: Sentence = ({ alertFiles }) => alertFiles.notHandedOut;

async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new UserError(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Downloads attachments only from Discord's hosts, so that users cannot make the bot request other URLs.
 * @param options.apiUrl the configured API; its origin is allowed too
 */
export function createAttachmentReader(options: { readonly apiUrl: string }): ReadAttachment {
  const allowed = new Set([...DISCORD_HOSTS, new URL(options.apiUrl).origin]);

  async function download(url: string): Promise<Uint8Array> {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok || response.body === null) throw new UserError(UNREACHABLE);
    return bytesOf(response.body);
  }

  return async ({ url, size }) => {
    const origin = URL.parse(url)?.origin;
    if (origin === undefined || !allowed.has(origin)) throw new UserError(UNREACHABLE);
    if (size > MAX_BYTES) throw new UserError(TOO_LARGE);
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
      throw new UserError(({ alertFiles }) => alertFiles.noText, { cause: error });
    }
  };
}
