import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { healthPages } from '../operating/metrics-page.ts';
import { publicKeyOf } from './http-world.ts';

/** Sends every request on to all of these addresses, and answers as the first does. */
async function startRepeater(
  targets: readonly string[],
): Promise<AsyncDisposable & { readonly url: string }> {
  async function repeat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const headers = Object.entries(request.headers).filter(([name]) =>
      /^(?:x-signature|content-type)/.test(name),
    );
    const answers = await Promise.all(
      targets.map((target) =>
        fetch(target, {
          method: 'POST',
          headers: headers.map(([name, value]) => [name, String(value)]),
          body,
        }),
      ),
    );
    response.writeHead(answers[0]?.status ?? 500).end(await answers[0]?.bytes());
  }
  const server = createServer((request, response) => void repeat(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The repeater has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/interactions`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

describePostgres('an interaction that reaches two processes over HTTP', (kind) => {
  it('is handled by one of them', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const { home, discord } = world;
    const pages = [await healthPages(), await healthPages()];
    const urls = pages.map(({ environment }) => `http://127.0.0.1:${environment['HTTP_PORT']}/interactions`);
    const settings = {
      DATABASE_URL: database.url,
      INTERACTIONS: 'http',
      DISCORD_PUBLIC_KEY: publicKeyOf(world),
    };
    const bots = pages.map(({ environment }) => world.startProcess({ ...settings, ...environment }));
    for (const bot of bots) await bot.log.until('ready');
    await using repeater = await startRepeater(urls);
    expect(await discord.interactionsEndpoints.save(world.applicationId, repeater.url)).toBeNull();
    const responses: (number | null)[] = [];
    discord.onRequest(({ route, status }) => {
      if (route?.endsWith('/callback')) responses.push(status);
    });

    const replies = [];
    for (const command of ['status', 'help', 'status']) replies.push(await home.member.command(command));
    const accepted = await Promise.all(
      pages.map((page) => page.metric('gavel_interaction_requests_total', 'outcome="accepted"')),
    );
    for (const bot of bots) bot.kill('SIGTERM');
    await Promise.all(bots.map((bot) => bot.exit));

    expect(replies.map(({ outcome }) => outcome)).toEqual(['message', 'message', 'message']);
    expect(accepted).toEqual([3, 3]);
    expect(responses).toHaveLength(3);
    expect(bots.flatMap((bot) => bot.log.linesWith('interaction '))).toEqual([]);
  });
});
