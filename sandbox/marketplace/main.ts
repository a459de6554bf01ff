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
  const marketplace = await startMarketplace(readOptions(process.argv.slice(2)));
  print(
    `The marketplace is at ${marketplace.url} (a page in the browser; the API is below /api). Ctrl+C ends it.`,
  );
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
