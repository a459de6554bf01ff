import { once } from 'node:events';
import { readOptions, UsageError } from './options.ts';
import { startPractice } from './practice.ts';

/**
 * `npm run discord`: a local Discord without a bot, to try the set-up of the bot from the beginning: the token
 * and address go into `.env` as for the real Discord, and the bot is used on the page.
 */

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** An error that the user can correct is printed as a line; any other is a bug and keeps its stack. */
function printError(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `${error.message}. Another --port or --page-port may be free; 0 takes any.`;
  return undefined;
}

try {
  await using practice = await startPractice(readOptions(process.argv.slice(2)));
  print('The local Discord is running. Settings for .env:');
  print(`DISCORD_TOKEN=${practice.token}`);
  print(`DISCORD_API_URL=${practice.discord.apiUrl}`);
  print(
    `Your server is at ${practice.pageUrl} (a page in the browser). Ctrl+C ends it and discards its data.`,
  );
  const end = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: end.signal })));
  end.abort();
} catch (error) {
  const words = printError(error);
  if (words === undefined) throw error;
  process.stderr.write(`${words}\n`);
  process.exitCode = 2;
}
