import type { Context } from 'hono';
import { invalidJson, tooLarge } from './errors.ts';
import type { UploadedFile } from './route.ts';

/** Discord docs: Uploading Files: 10 MiB a file by default. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

function json(text: string): unknown {
  if (text === '') {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? invalidJson() : error;
  }
}

async function multipart(context: Context): Promise<{ body: unknown; files: UploadedFile[] }> {
  const form = await context.req.raw.formData();
  const files: UploadedFile[] = [];
  const loose: Record<string, string> = {};
  let body: unknown;
  for (const [key, value] of form) {
    if (typeof value !== 'string') {
      const bytes = new Uint8Array(await value.arrayBuffer());
      if (bytes.byteLength > MAX_FILE_BYTES) {
        throw tooLarge();
      }
      files.push({ key, name: value.name, contentType: value.type || 'application/octet-stream', bytes });
    } else if (key === 'payload_json') {
      body = json(value);
    } else {
      loose[key] = value;
    }
  }
  return { body: body ?? (Object.keys(loose).length > 0 ? loose : {}), files };
}

/** Reads a request's body. Throws 50109 for invalid JSON and 40005 for files beyond 10 MiB. */
export async function readBody(context: Context): Promise<{ body: unknown; files: readonly UploadedFile[] }> {
  if (['GET', 'HEAD'].includes(context.req.method)) {
    return { body: undefined, files: [] };
  }
  const type = context.req.header('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) {
    return multipart(context);
  }
  return { body: json(await context.req.text()), files: [] };
}
