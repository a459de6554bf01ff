import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAttachmentReader } from '#src/discord/read-attachment.ts';

/** A server that answers with this body, or where none is given with a redirect. */
async function serve(body: string | Uint8Array | null) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (body === null) response.writeHead(302, { location: '/elsewhere' }).end();
    else response.writeHead(200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('reading an attachment', () => {
  it('hands out its text', async () => {
    await using server = await serve('“text”');
    const read = createAttachmentReader({ apiUrl: `${server.url}/api` });
    expect(await read({ url: `${server.url}/attachments/1`, size: 6 })).toBe('“text”');
  });

  it('asks nobody but Discord', async () => {
    await using server = await serve('secret');
    const read = createAttachmentReader({ apiUrl: 'https://discord.com/api' });
    for (const url of [
      `${server.url}/a`,
      'file:///etc/passwd',
      'https://cdn.discordapp.com.evil.example/a',
      'no url',
    ]) {
      await expect(read({ url, size: 1 })).rejects.toThrow('did not deliver the file');
    }
    expect(server.asked()).toBe(0);
  });

  it('follows no redirect', async () => {
    await using server = await serve(null);
    const read = createAttachmentReader({ apiUrl: server.url });
    await expect(read({ url: `${server.url}/a`, size: 1 })).rejects.toThrow('did not deliver the file');
    expect(server.asked()).toBe(1);
  });

  it('reads no more than 1 MB, whatever size was reported', async () => {
    await using server = await serve('x'.repeat(1_024 * 1_024 + 1));
    const read = createAttachmentReader({ apiUrl: server.url });
    await expect(read({ url: `${server.url}/a`, size: 1 })).rejects.toThrow('larger than 1 MB');
    expect(server.asked()).toBe(1);
    await expect(read({ url: `${server.url}/a`, size: 10 ** 9 })).rejects.toThrow('larger than 1 MB');
    expect(server.asked()).toBe(1);
  });

  it('refuses what is no text', async () => {
    await using server = await serve(Uint8Array.of(0xff, 0xfe, 0x00));
    const read = createAttachmentReader({ apiUrl: server.url });
    await expect(read({ url: `${server.url}/a`, size: 3 })).rejects.toThrow('contains no text');
  });
});
