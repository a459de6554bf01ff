import type { IncomingMessage } from 'node:http';

/** A body, or the reason why there is none: it exceeds the limit, or the client stopped sending. */
export type Body = Uint8Array | 'too large' | 'incomplete';

/**
 * Reads a request's body, up to the limit. The server's `requestTimeout` limits the time; the body is incomplete after
 * it.
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
