import { REST } from 'discord.js';
import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

const post = (world: TestWorld) =>
  world.call('POST', `/channels/${world.channelId}/messages`, { content: 'Sold' });

async function burst(world: TestWorld, count: number) {
  const answers: Awaited<ReturnType<typeof post>>[] = [];
  for (let index = 0; index < count; index += 1) {
    answers.push(await post(world));
  }
  return answers;
}

describe('rate limits', () => {
  it('allow five messages to a channel in five seconds and refuse the sixth as Discord does', async () => {
    const at = Date.now();
    await using world = await startTestWorld({ now: () => at });

    const answers = await burst(world, 6);
    const { status, headers, body } = answers[5] ?? { status: 0, headers: new Headers(), body: null };

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[0]?.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(status).toBe(429);
    expect(body).toEqual({ message: 'You are being rate limited.', retry_after: 5, global: false });
    expect(Object.fromEntries(headers)).toMatchObject({
      'retry-after': '5',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': ((at + 5_000) / 1000).toFixed(3),
      'x-ratelimit-reset-after': '5.000',
      'x-ratelimit-scope': 'user',
    });
    expect(headers.get('x-ratelimit-bucket')).toBe(answers[0]?.headers.get('x-ratelimit-bucket'));
    expect(world.discord.counts()).toMatchObject({ requests: 6, tooMany: { user: 1 }, invalid: 1 });
  });

  it('give every channel a bucket of its own, and a new window after the old', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    const other = world.discord.createChannel({ guildId: world.guildId, name: 'other' });

    await burst(world, 5);
    const elsewhere = await world.call('POST', `/channels/${other.id}/messages`, { content: 'Sold' });
    at += 5_000;
    const later = await post(world);

    expect([elsewhere.status, later.status]).toEqual([200, 200]);
  });

  it('refuse the 51st request of a second for everything, but not answers to interactions', async () => {
    const at = Date.now();
    await using world = await startTestWorld({
      now: () => at,
      rateLimits: { otherwise: { limit: 100, windowMs: 1_000 } },
    });

    for (let index = 0; index < 50; index += 1) {
      await world.call('GET', '/users/@me/guilds');
    }
    const refused = await world.call('GET', `/channels/${world.channelId}`);
    const answer = await world.call('POST', '/interactions/1/none/callback', { type: 5 });

    expect(refused).toMatchObject({ status: 429, body: { global: true, retry_after: 1 } });
    expect(refused.headers.get('x-ratelimit-global')).toBe('true');
    expect(refused.headers.get('x-ratelimit-scope')).toBe('global');
    expect(answer.status).toBe(404);
  });

  it('delay a burst of 12 messages of discord.js without a 429', async () => {
    await using world = await startTestWorld({
      rateLimits: { routes: { 'POST /channels/:channelId/messages': { limit: 5, windowMs: 500 } } },
    });
    const client = await world.connect();
    const channel = await client.channels.fetch(world.channelId);
    if (channel?.isSendable() !== true) {
      throw new Error('The channel should be sendable.');
    }

    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 12 }, (_, index) => channel.send(String(index))));

    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(world.discord.messages(world.channelId).map(({ payload }) => payload.content)).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index)),
    );
    expect(world.discord.counts().tooMany.user).toBe(0);
  });

  it('answer 429 to a discord.js that does not wait', async () => {
    await using world = await startTestWorld();
    const rest = new REST({ api: world.discord.apiUrl, rejectOnRateLimit: () => true }).setToken(world.token);
    const path = `/channels/${world.channelId}/messages` as const;

    await Promise.all(Array.from({ length: 5 }, () => rest.post(path, { body: { content: 'Sold' } })));

    await expect(rest.post(path, { body: { content: 'Sold' } })).rejects.toMatchObject({
      limit: 5,
      scope: 'user',
    });
  });

  it('can be turned off', async () => {
    await using world = await startTestWorld({ rateLimits: false });

    const answers = await burst(world, 20);

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers[0]?.headers.has('x-ratelimit-limit')).toBe(false);
  });

  it('count refused and unauthorised requests as invalid', async () => {
    await using world = await startTestWorld();
    world.discord.setOverwrite(world.channelId, { id: world.applicationId, type: 'member', deny: 1n << 11n });
    world.discord.faults.add({ do: 'rate-limit', scope: 'shared' }, { method: 'GET', times: 1 });

    await post(world);
    await world.call('GET', '/users/@me');
    world.discord.revokeToken(world.applicationId);
    await world.call('GET', '/users/@me');

    expect(world.discord.counts()).toMatchObject({
      invalid: 2,
      tooMany: { shared: 1 },
      byStatus: { 401: 1, 403: 1 },
    });
  });
});

/** A voice channel that the bot may rename. */
async function createVoiceChannel(world: TestWorld) {
  const { id } = world.discord.createChannel({
    ...{ guildId: world.guildId, name: 'voice', type: ChannelType.GuildVoice },
  });
  const bot = await world.call('GET', '/users/@me');
  const { id: botId } = bot.body as { readonly id: string };
  world.discord.setOverwrite(id, { id: botId, type: 'member', allow: Bits.ManageChannels });
  return { id, botId, change: (body: unknown) => world.call('PATCH', `/channels/${id}`, body) };
}

describe('the limit of renames', () => {
  it('allows two new names of a channel in ten minutes, and other changes meanwhile', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    const { change } = await createVoiceChannel(world);

    const named = [];
    for (const name of ['one', 'two', 'three']) named.push(await change({ name }));
    at += 60_000;
    const moved = await change({ position: 3 });
    at += 540_000;
    const later = await change({ name: 'four' });

    expect(named.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(named[2]?.headers.get('retry-after')).toBe('600');
    expect([moved.status, later.status]).toEqual([200, 200]);
  });
});

describe('a voice channel', () => {
  it('cannot be changed without Connect, as if it were hidden', async () => {
    await using world = await startTestWorld();
    const { id, botId, change } = await createVoiceChannel(world);
    expect((await change({ name: 'one' })).status).toBe(200);
    world.discord.setOverwrite(id, {
      ...{ id: botId, type: 'member', allow: Bits.ManageChannels, deny: Bits.Connect },
    });
    expect(await change({ name: 'two' })).toMatchObject({ status: 403, body: { code: 50_001 } });
  });
});
