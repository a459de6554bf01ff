import { once } from 'node:events';
import { startMarketplace } from './marketplace.ts';
import { readOptions, UsageError } from './options.ts';
import { ReplayError } from './replay/replay-error.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** An error that the user can correct is printed as a line; any other is a bug and keeps its stack. */
function printError(error: unknown): string | undefined {
  if (error instanceof UsageError || error instanceof ReplayError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another --port may be free; --port 0 takes any.`;
  }
  return undefined;
}

try {
  const options = readOptions(process.argv.slice(2));
  const marketplace = await startMarketplace(options);
  print('The marketplace is running. Settings for .env:');
  print(`MARKETPLACE_URL=${marketplace.url}`);
  // Recordings are of a chain whose coin is ETH.
  print(`CURRENCY_SYMBOL=${(options.replay ?? []).length > 0 ? 'ETH' : 'S'}`);
  print(`A page that lists every endpoint is at ${marketplace.url} (in the browser). Ctrl+C ends it.`);
  const end = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: end.signal })));
  end.abort();
  await marketplace[Symbol.asyncDispose]();
  print('The marketplace has closed.');
} catch (error) {
  const words = printError(error);
  if (words === undefined) throw error;
  process.stderr.write(`${words}\n`);
  process.exitCode = 2;
}
