import type { IncomingMessage } from 'node:http';

/** A body; or why there is none: it is larger than the limit, or the client stopped sending. */
export type Body = Uint8Array | 'too large' | 'incomplete';

/**
 * Reads a request's body, and never more of it than the limit. How long that may take is the server's `requestTimeout`, after which
 * the body is incomplete.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      resolve('too large');
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        request.pause();
        chunks.length = 0;
        resolve('too large');
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve('incomplete'));
    request.once('close', () => resolve('incomplete'));
  });
}
