import { createHash } from 'node:crypto';

/** A file of a message. */
export interface MessageFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A request body and its headers, for discord.js, which would write the parts of a form sequentially, in later turns.
 */
export interface MultipartRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly passThroughBody: true;
}

/** Escapes quotes and line breaks, the only characters that end a name (HTML standard: multipart/form-data). */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/**
 * Encodes a message with PNG files as one body, so that it is written in the turn of its request (Discord docs:
 * Uploading Files). The same message gives the same bytes.
 */
export function multipartRequest(payload: object, files: readonly MessageFile[]): MultipartRequest {
  const json = JSON.stringify(payload);
  const digest = createHash('sha256').update(json);
  for (const { bytes } of files) digest.update(bytes);
  const boundary = `gavel-${digest.digest('hex')}`;
  const part = (disposition: string, type: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const parts = files.flatMap(({ name, bytes }, index) => [
    Buffer.from(part(`name="files[${index}]"; filename="${quoted(name)}"`, 'image/png')),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([
      Buffer.from(`${part('name="payload_json"', 'application/json')}${json}\r\n`),
      ...parts,
      Buffer.from(`--${boundary}--\r\n`),
    ]),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    passThroughBody: true,
  };
}
