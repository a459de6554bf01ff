import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { LocalDiscord } from '../discord/local-discord.ts';

/**
 * Writes every request that the bot sends to the local Discord, one JSON object a line: method, path, headers
 * without the token, body (`null` where there is none), status, time (epoch ms). Disposing it waits until
 * everything is written.
 */
export function recordRequests(discord: LocalDiscord, file: string): AsyncDisposable {
  const stream = createWriteStream(file);
  const failed = finished(stream);
  const end = discord.onRequest(({ method, path, headers, body, status, startedAt }) => {
    stream.write(
      `${JSON.stringify({ method, path, headers, body: body ?? null, status, time: startedAt })}\n`,
    );
  });
  return {
    async [Symbol.asyncDispose]() {
      end();
      stream.end();
      await failed;
    },
  };
}
