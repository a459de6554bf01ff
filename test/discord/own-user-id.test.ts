import { expect, it } from 'vitest';
import { createOwnUserId } from '#src/discord/own-user-id.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';

it('asks Discord once who the bot is, unless the gateway has said so', async () => {
  await using world = await startTestWorld();
  const paths: string[] = [];
  world.discord.onRequest(({ path }) => paths.push(path));
  const rest = createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token });
  const ask = (known: string | null) => createOwnUserId({ rest, known: () => known, timeoutMs: 6_000 });
  expect(await ask('1')()).toBe('1');
  expect(paths).toEqual([]);
  const asked = ask(null);
  world.discord.faults.add({ do: 'answer', status: 503 }, { method: 'GET', times: 1 });
  await expect(asked()).rejects.toThrow();
  expect([await asked(), await asked()]).toEqual([world.applicationId, world.applicationId]);
  expect(paths).toHaveLength(2);
});
