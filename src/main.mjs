// JavaScript, because Node would load its TypeScript compiler for an entry that is not in the cache yet, and keep its
// 18 MiB.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import process from 'node:process';

/* Caches compiled code, which reduces the time of the next start to a third, and needs no compiler then. */
const COMPILED = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'gavel');

enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? COMPILED);

/* Registered before the imports, which take most of the start, so that a signal during the start is not lost. */
/** @type {Promise<NodeJS.Signals>} */
const stop = new Promise((resolve) => {
  process.once('SIGTERM', resolve);
  process.once('SIGINT', resolve);
});

const { run } = await import('./run.ts');
await run(process.env, stop);
