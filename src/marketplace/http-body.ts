import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { BadResponse, TooLarge } from './errors.ts';
import { finishInChunks } from './finish-in-chunks.ts';
import { type Headers, header } from './http-failure.ts';
import { parseJson, parseJsonInSteps } from './json.ts';
import { excessInSteps } from './json-size.ts';

/**
 * Ten times the largest real answer, a collection of 10,000 traits. This many values are parsed in 60 ms and take about
 * 50 MB.
 */
const MOST = { values: 500_000, keys: 50_000 };
/** Shorter texts cannot contain enough values to matter, and are parsed in one turn of the event loop. */
const LONG_TEXT = 256 * 1_024;

const DECODERS: Readonly<
  Record<string, (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** An answer with its body as received, not decompressed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Reads a body of at most `limit` bytes.
 * @throws TooLarge if it is larger; the rest is not read
 */
export async function readBody(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > limit) throw new TooLarge(`it is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function utf8(data: Buffer): string {
  return data.toString('utf8').replace(/^\uFEFF/, '');
}

/**
 * Decodes the body's text, decompressed by its content encoding.
 * @throws BadResponse if it is damaged, TooLarge if it is larger than `limit` bytes
 */
export async function textOf(answer: Answer, limit: number): Promise<string> {
  const encoding = header(answer.headers, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return utf8(answer.body);
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decode === undefined) throw new BadResponse(`its encoding ${encoding.slice(0, 40)} is unknown`);
  try {
    return utf8(await decode(answer.body, { maxOutputLength: limit }));
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooLarge(`it is larger than ${limit} bytes`, { cause: error });
    throw new BadResponse(`its ${encoding} data is damaged`, { cause: error, damaged: true });
  }
}

async function parseLong(text: string): Promise<unknown> {
  const excess = await finishInChunks(excessInSteps(text, MOST));
  if (excess !== null) throw new TooLarge(`it holds more than ${MOST[excess]} ${excess}`);
  return finishInChunks(parseJsonInSteps(text));
}

/**
 * @throws BadResponse if it is not JSON, TooLarge if it has more than 500,000 values or 50,000 different field names
 */
export async function parseAnswer(text: string): Promise<unknown> {
  if (text.trim() === '') throw new BadResponse('it is empty', { damaged: true });
  try {
    return text.length < LONG_TEXT ? parseJson(text) : await parseLong(text);
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    const kind = text.trimStart().startsWith('<') ? 'HTML instead of JSON' : 'no valid JSON';
    // Only the message, because V8's SyntaxError keeps the whole text in memory.
    const cause = error instanceof Error ? new Error(error.message) : error;
    throw new BadResponse(kind, { cause, damaged: true });
  }
}
