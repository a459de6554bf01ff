import { GatewayOpcodes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startTcpProxy } from '../../../sandbox/cluster/tcp-proxy.ts';
import { openRawSocket, type RawSocket } from './raw-socket.ts';
import { startTestWorld } from './world.ts';

const isReady = (payload: { t: string | null }): boolean => payload.t === 'READY';

function sessionOf(ready: { d: unknown }): string {
  return (ready.d as { session_id: string }).session_id;
}

describe('the gateway', () => {
  it('sends HELLO, acknowledges heartbeats, and sends READY with unavailable servers, then GUILD_CREATE', async () => {
    await using world = await startTestWorld();
    using socket = openRawSocket(world.discord.url);

    const hello = await socket.next(({ op }) => op === GatewayOpcodes.Hello);
    socket.send({ op: GatewayOpcodes.Heartbeat, d: null });
    await socket.next(({ op }) => op === GatewayOpcodes.HeartbeatAck);
    socket.identify(world.token);
    const ready = await socket.next(isReady);
    const guild = await socket.next(({ t }) => t === 'GUILD_CREATE');

    expect(hello.d).toMatchObject({ heartbeat_interval: 41_250 });
    expect(ready).toMatchObject({
      s: 1,
      d: {
        v: 10,
        guilds: [{ id: world.guildId, unavailable: true }],
        application: { id: world.applicationId },
      },
    });
    expect(guild).toMatchObject({ s: 2, d: { id: world.guildId, unavailable: false, members: [{}] } });
  });

  it('is where the client reached it, so that one behind a proxy stays behind it', async () => {
    await using world = await startTestWorld();
    await using proxy = await startTcpProxy(Number(new URL(world.discord.url).port));
    const throughProxy = `127.0.0.1:${proxy.port}`;
    const answer = await fetch(`http://${throughProxy}/api/v10/gateway`);
    using socket = openRawSocket(`http://${throughProxy}`);
    socket.identify(world.token);

    expect(await answer.json()).toEqual({ url: `ws://${throughProxy}` });
    expect((await socket.next(isReady)).d).toMatchObject({ resume_gateway_url: `ws://${throughProxy}` });
  });

  it.each<[string, number, (socket: RawSocket, token: string) => void]>([
    ['an unknown opcode', 4001, (socket) => socket.send({ op: 99, d: null })],
    ['text that is no JSON', 4002, (socket) => socket.send('{')],
    ['a payload beyond 4096 bytes', 4002, (socket) => socket.send({ op: 1, d: 'x'.repeat(4096) })],
    [
      'an identify without properties',
      4002,
      (socket, token) => socket.identify(token, { properties: undefined }),
    ],
    ['a presence before identify', 4003, (socket) => socket.send({ op: 3, d: {} })],
    ['a wrong token', 4004, (socket) => socket.identify('wrong')],
    ['a shard beyond the count', 4010, (socket, token) => socket.identify(token, { shard: [2, 2] })],
    [
      'intents that Discord does not know',
      4013,
      (socket, token) => socket.identify(token, { intents: 2 ** 30 }),
    ],
    [
      'a privileged intent that was not given',
      4014,
      (socket, token) => socket.identify(token, { intents: 2 }),
    ],
  ])('closes on %s with %i', async (_what, code, act) => {
    await using world = await startTestWorld();
    using socket = openRawSocket(world.discord.url);

    act(socket, world.token);

    expect(await socket.closed).toBe(code);
  });

  it('closes on a second identify with 4005, on the 121st payload of a minute with 4008, on v9 with 4012', async () => {
    await using world = await startTestWorld();
    using twice = openRawSocket(world.discord.url);
    using hasty = openRawSocket(world.discord.url);
    using old = openRawSocket(world.discord.url, '9');

    twice.identify(world.token);
    twice.identify(world.token);
    for (let index = 0; index < 121; index += 1) {
      hasty.send({ op: GatewayOpcodes.Heartbeat, d: null });
    }

    expect(await Promise.all([twice.closed, hasty.closed, old.closed])).toEqual([4005, 4008, 4012]);
  });

  it('closes with 4009 when heartbeats stop', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    using socket = openRawSocket(world.discord.url);
    socket.identify(world.token);
    await socket.next(isReady);

    at += 41_250 * 1.5;

    expect(await socket.closed).toBe(4009);
  });

  it('replays the events that a disconnected client missed, then sends RESUMED', async () => {
    await using world = await startTestWorld();
    using first = openRawSocket(world.discord.url);
    first.identify(world.token);
    const ready = await first.next(isReady);
    await first.next(({ t }) => t === 'GUILD_CREATE');
    world.discord.gateway.dropAll(4000);
    await first.closed;
    world.discord.createChannel({ guildId: world.guildId, name: 'missed' });

    using second = openRawSocket(world.discord.url);
    second.send({
      op: GatewayOpcodes.Resume,
      d: { token: world.token, session_id: sessionOf(ready), seq: 2 },
    });
    await second.next(({ t }) => t === 'RESUMED');

    expect(second.received.map(({ t, s }) => [t, s])).toEqual([
      [null, null],
      ['CHANNEL_CREATE', 3],
      ['RESUMED', 4],
    ]);
  });

  it('answers the resume of an unknown session with INVALID_SESSION', async () => {
    await using world = await startTestWorld();
    using socket = openRawSocket(world.discord.url);

    socket.send({ op: GatewayOpcodes.Resume, d: { token: world.token, session_id: 'nobody', seq: 1 } });

    expect(await socket.next(({ op }) => op === GatewayOpcodes.InvalidSession)).toMatchObject({ d: false });
  });

  it.each([
    ['resumable', true],
    ['final', false],
  ] as const)('refuses a resume as %s on request', async (refuseResume, resumable) => {
    await using world = await startTestWorld();
    world.discord.gateway.settings.refuseResume = refuseResume;
    using socket = openRawSocket(world.discord.url);

    socket.send({ op: GatewayOpcodes.Resume, d: { token: world.token, session_id: 'any', seq: 1 } });

    expect(await socket.next(({ op }) => op === GatewayOpcodes.InvalidSession)).toMatchObject({
      d: resumable,
    });
  });

  it('sends each of two shards the events of its own servers only', async () => {
    await using world = await startTestWorld();
    const own = Number((BigInt(world.guildId) >> 22n) % 2n);
    using right = openRawSocket(world.discord.url);
    using wrong = openRawSocket(world.discord.url);

    right.identify(world.token, { shard: [own, 2] });
    wrong.identify(world.token, { shard: [1 - own, 2] });

    expect((await right.next(isReady)).d).toMatchObject({ guilds: [{ id: world.guildId }], shard: [own, 2] });
    expect((await wrong.next(isReady)).d).toMatchObject({ guilds: [] });
  });

  it('closes a resume with a sequence number that is too high with 4007', async () => {
    await using world = await startTestWorld();
    using first = openRawSocket(world.discord.url);
    first.identify(world.token);
    const ready = await first.next(isReady);
    world.discord.gateway.dropAll();
    await first.closed;

    using second = openRawSocket(world.discord.url);
    second.send({
      op: GatewayOpcodes.Resume,
      d: { token: world.token, session_id: sessionOf(ready), seq: 99 },
    });

    expect(await second.closed).toBe(4007);
  });

  it('sends message events only with their intent, and message content only with Message Content', async () => {
    await using world = await startTestWorld();
    using plain = openRawSocket(world.discord.url);
    using listening = openRawSocket(world.discord.url);
    plain.identify(world.token, { intents: 1 });
    listening.identify(world.token, { intents: 1 | 512 });
    await Promise.all([plain.next(isReady), listening.next(isReady)]);

    await world.call('POST', `/channels/${world.channelId}/messages`, { content: 'Sold' });
    const heard = await listening.next(({ t }) => t === 'MESSAGE_CREATE');
    world.discord.createChannel({ guildId: world.guildId, name: 'later' });
    await plain.next(({ t }) => t === 'CHANNEL_CREATE');

    expect(heard.d).toMatchObject({ content: 'Sold', guild_id: world.guildId });
    expect(plain.received.some(({ t }) => t?.startsWith('MESSAGE') === true)).toBe(false);
  });
});

describe('the limits of identifies', () => {
  it('hold for each bucket of all connections together, by the number that may identify at once', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    const { gateway } = world.discord;
    Object.assign(gateway.settings, { maxConcurrency: 2, identifyIntervalMs: 5_000 });
    const identify = async (shard: readonly [number, number]) => {
      using socket = openRawSocket(world.discord.url);
      socket.identify(world.token, { shard });
      return (await socket.next(({ t, op }) => t === 'READY' || op === GatewayOpcodes.InvalidSession)).t;
    };

    expect(await identify([0, 4])).toBe('READY');
    expect(await identify([1, 4])).toBe('READY');
    expect(await identify([2, 4])).toBeNull();
    at += 5_000;
    expect(await identify([2, 4])).toBe('READY');
    expect([gateway.identifies(), gateway.refusedIdentifies()]).toEqual([3, 1]);
  });

  it('are said by /gateway/bot, begin anew after a day, and beyond them all sessions end and the token is refused', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    world.discord.gateway.settings.identifiesPerDay = 2;
    const limit = async () =>
      ((await world.call('GET', '/gateway/bot')).body as { session_start_limit: unknown })
        .session_start_limit;
    const identified = async () => {
      const socket = openRawSocket(world.discord.url);
      socket.identify(world.token);
      await Promise.race([socket.next(isReady), socket.closed]);
      return socket;
    };

    using first = await identified();
    at += 1_000;
    expect(await limit()).toEqual({ total: 2, remaining: 1, reset_after: 86_399_000, max_concurrency: 1 });
    at += 86_400_000;
    expect(await limit()).toMatchObject({ remaining: 2 });
    using second = await identified();
    using third = await identified();
    using fourth = await identified();
    expect(await Promise.all([second.closed, third.closed, fourth.closed])).toEqual([4004, 4004, 4004]);
    expect(first.received.some(isReady)).toBe(true);
  });
});

describe('several sessions of one bot', () => {
  it('of two numbers of shards each receive the events of their own servers', async () => {
    await using world = await startTestWorld();
    const own = Number((BigInt(world.guildId) >> 22n) % 2n);
    using old = openRawSocket(world.discord.url);
    using next = openRawSocket(world.discord.url);
    old.identify(world.token, { shard: [0, 1] });
    next.identify(world.token, { shard: [own, 2] });
    await Promise.all([old.next(isReady), next.next(isReady)]);

    world.discord.createChannel({ guildId: world.guildId, name: 'both' });

    for (const socket of [old, next]) await socket.next(({ t }) => t === 'CHANNEL_CREATE');
    expect(world.discord.gateway.shards()).toEqual(['0/1', `${own}/2`]);
  });

  it('are closed with 4011 where they have fewer shards than Discord requires from now on', async () => {
    await using world = await startTestWorld();
    using few = openRawSocket(world.discord.url);
    using enough = openRawSocket(world.discord.url);
    few.identify(world.token);
    enough.identify(world.token, { shard: [0, 2] });
    await Promise.all([few.next(isReady), enough.next(isReady)]);

    world.discord.gateway.requireShards(2);

    expect(await few.closed).toBe(4011);
    await expect.poll(() => world.discord.gateway.shards()).toEqual(['0/2']);
    expect((await world.call('GET', '/gateway/bot')).body).toMatchObject({ shards: 2 });
  });
});

describe('an interaction', () => {
  it('counts as missed when it has no response after three seconds', async () => {
    let at = Date.now();
    await using world = await startTestWorld({ now: () => at });
    const { discord } = world;
    using socket = openRawSocket(discord.url);
    socket.identify(world.token);
    await socket.next(isReady);
    await world.call('PUT', `/applications/${world.applicationId}/commands`, [
      { name: 'status', description: 'Status' },
    ]);
    void world.owner.command('status').catch(() => undefined);
    const created = await socket.next(({ t }) => t === 'INTERACTION_CREATE');
    expect(created.d).toMatchObject({ data: { name: 'status' } });

    expect(discord.missedInteractions()).toBe(0);
    at += 3_000;
    await expect.poll(() => discord.missedInteractions()).toBe(1);
  });
});
