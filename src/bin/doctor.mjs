// `npm run doctor`. Plain JavaScript, because a Node that is too old cannot run TypeScript and would fail without a
// helpful message.
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';

const MIN_MAJOR = 24;

// The reader of a pipe (`| head`) may close it early.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  // With --live, the doctor has to clean up before it ends.
  if (!process.argv.includes('--live')) process.exit(1);
});

/** @param {string} sentence @param {string} remedy */
function refuse(sentence, remedy) {
  process.stdout.write(`✗ ${sentence}\n  → ${remedy}\n`);
  process.exitCode = 1;
}

const { node } = process.versions;
if (Number(node.split('.')[0]) < MIN_MAJOR) {
  refuse(
    `This is Node ${node}; Gavel needs Node ${MIN_MAJOR} or newer.`,
    'Install Node 24 from https://nodejs.org, or run npm ci, which brings its own for npm scripts.',
  );
} else {
  process.stdout.write(`✓ Node ${node} runs Gavel.\n`);
  // Compiled code is shared with the bot (`src/main.mjs`), and makes the next start faster. Called as a property, because
  // an import by name would fail on a Node that is too old, before it could be refused.
  const compiled = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'gavel');
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? compiled);
  import('./doctor.ts').catch((/** @type {unknown} */ error) => {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    refuse('The packages that Gavel needs are not installed.', 'Run: npm ci');
  });
}
