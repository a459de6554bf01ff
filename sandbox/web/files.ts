import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';

const PAGE = fileURLToPath(new URL('page/', import.meta.url));
const CONTRACT = fileURLToPath(new URL('contract.ts', import.meta.url));
const LIT_HTML = path.dirname(findPackageJSON('lit-html', import.meta.url) ?? '');

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.ts', 'text/javascript; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
]);
const INLINE_SCRIPT = /<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Only the page itself, and pictures of the marketplace and of messages' attachments. Inline scripts (the import map) are allowed by their hash. */
function securityPolicy(pictures: readonly string[], inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    ['img-src', "'self'", ...pictures].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/**
 * The file of a request below `folder`, or `null` for one that is outside, cannot be read, or has an extension
 * that is not served.
 */
function fileBelow(folder: string, encoded: string): string | null {
  const requested = decoded(encoded);
  if (requested === null || requested.includes('\0')) return null;
  const file = path.join(folder, requested);
  const inside = file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
  return inside && CONTENT_TYPES.has(path.extname(file)) ? file : null;
}

async function contentOf(file: string): Promise<Buffer | string | null> {
  try {
    const bytes = await readFile(file);
    return path.extname(file) === '.ts' ? stripTypeScriptTypes(bytes.toString('utf8')) : bytes;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return null;
    throw error;
  }
}

/**
 * The page's own files: `sandbox/web/page` at `/`, its TypeScript modules without types, the contract at
 * `/contract.ts` (where `../contract.ts` of a module leads), lit-html at `/modules/lit-html/`.
 *
 * @param pictures the origins from where the page may load pictures: the marketplace, and the local Discord's
 * attachments
 */
export function pageFiles(pictures: readonly string[]): Hono {
  async function answer(context: Context, file: string | null): Promise<Response> {
    const content = file === null ? null : await contentOf(file);
    if (file === null || content === null) return context.json({ error: 'There is no such file.' }, 404);
    const type = path.extname(file);
    const scripts =
      type === '.html'
        ? [...content.toString().matchAll(INLINE_SCRIPT)].map(([, script = '']) => script)
        : [];
    return new Response(new Uint8Array(Buffer.from(content)), {
      headers: {
        'content-type': CONTENT_TYPES.get(type) ?? 'application/octet-stream',
        'content-security-policy': securityPolicy(pictures, scripts),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      },
    });
  }

  return new Hono()
    .get('/', (context) => answer(context, path.join(PAGE, 'index.html')))
    .get('/contract.ts', (context) => answer(context, CONTRACT))
    .get('/modules/lit-html/*', (context) =>
      answer(context, fileBelow(LIT_HTML, context.req.path.slice('/modules/lit-html/'.length))),
    )
    .get('/*', (context) => answer(context, fileBelow(PAGE, context.req.path.slice(1))));
}
