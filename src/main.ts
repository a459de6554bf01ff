import { enableCompileCache } from 'node:module';
import path from 'node:path';

/* What was compiled, and stripped of its types, is kept for the next start, which takes a third of the time then. */
const COMPILED = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'gavel');

enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? COMPILED);

/* Loading takes most of a start, and who stops the bot meanwhile is heard. */
const stop = new Promise<NodeJS.Signals>((resolve) => {
  process.once('SIGTERM', resolve);
  process.once('SIGINT', resolve);
});

const { run } = await import('./run.ts');
await run(process.env, stop);
