import { once } from 'node:events';
import { readOptions, UsageError } from './options.ts';
import { startPractice } from './practice.ts';

/*
 * `npm run discord`: a Discord of one's own, without a bot. Whoever wants to try the way from nothing to a running bot
 * writes its token and address into `.env`, as if they were the real ones, and talks to the bot on the page.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What a person can put right is said in a line; anything else is a fault of ours and keeps its stack. */
function explained(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `${error.message}. Another --port or --page-port may be free; 0 takes any.`;
  return undefined;
}

try {
  await using practice = await startPractice(readOptions(process.argv.slice(2)));
  say('Discord is here. For .env:');
  say(`DISCORD_TOKEN=${practice.token}`);
  say(`DISCORD_API_URL=${practice.discord.apiUrl}`);
  say(
    `Your server is at ${practice.pageUrl} (a page in the browser). Ctrl+C ends it, and forgets everything.`,
  );
  const end = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: end.signal })));
  end.abort();
} catch (error) {
  const words = explained(error);
  if (words === undefined) throw error;
  process.stderr.write(`${words}\n`);
  process.exitCode = 2;
}
