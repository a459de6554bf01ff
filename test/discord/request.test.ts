import { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type DiscordRequest, observeRequests } from '../../src/discord/rest/request.ts';
import { discordError, startFixedServer } from './fixed-server.ts';

const CHANNEL = '123456789012345678';

function watching() {
  const seen: DiscordRequest[] = [];
  let ms = 0;
  const makeRequest = observeRequests({
    now() {
      ms += 40;
      return ms;
    },
    onRequest: (request) => void seen.push(request),
  });
  return { seen, makeRequest };
}

describe('an observed request to Discord', () => {
  it('is reported with its method, route template, status and duration', async () => {
    await using server = await startFixedServer(discordError(403, 50_013));
    const { seen, makeRequest } = watching();
    const rest = new REST({ api: server.apiUrl, version: '10', makeRequest }).setToken('a.b.c');
    await rest.post(Routes.channelMessages(CHANNEL), { body: {} }).catch(() => undefined);
    expect(seen).toEqual([
      { method: 'POST', route: '/channels/:id/messages', status: 403, tookMs: 40, limited: null },
    ]);
  });

  it('is reported without a status when there is no response, and rejects as before', async () => {
    const { seen, makeRequest } = watching();
    const rest = new REST({ api: 'http://127.0.0.1:1/api', version: '10', makeRequest, retries: 0 }).setToken(
      'a.b.c',
    );
    await expect(rest.get(Routes.gatewayBot())).rejects.toThrow('fetch failed');
    expect(seen).toEqual([{ method: 'GET', route: '/gateway/bot', status: null, tookMs: 40, limited: null }]);
  });
});
