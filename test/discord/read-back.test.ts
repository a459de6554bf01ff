import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { saleAlert } from '../support/build-alert.ts';
import { discordError, json, startFixedServer, text } from './fixed-server.ts';
import { buildPost, createNotifierAt, createTestNotifier, idsIn } from './test-notifier.ts';
import { postOf } from './views/any-alert.ts';

async function postOthers(world: TestWorld, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await world.call('POST', `/channels/${world.channelId}/messages`, { content: `talk ${number}` });
  }
}

describe('searching for a post in its channel', () => {
  it.each(['card', 'text', 'summary'] as const)('finds the %s message that is there', async (layout) => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    const post = buildPost(world, { layout });
    await postOthers(world, 2);
    await notifier.send(post);
    const [, , messageId] = idsIn(world);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId });
  });

  it('is not possible before the bot knows its own id: its message would look absent', async () => {
    await using world = await startTestWorld();
    const post = buildPost(world);
    await createTestNotifier(world).send(post);
    const notifier = createTestNotifier(world, {}, Date.now, null);
    expect(await notifier.readBack(post)).toMatchObject({ type: 'unavailable' });
  });

  const reference = (world: TestWorld) => referenceFor(world.channelId, saleAlert(1));
  const buttonsOf = (component: object) => ({
    embeds: [{ title: 'Punk #7 sold' }],
    components: [{ type: 1, components: [component] }],
  });

  it.each<[where: string, body: (mark: string) => object]>([
    [
      'the button of a token',
      (mark) => buttonsOf({ type: 2, style: 2, label: 'Details', custom_id: `to.k.wA.Bw.${mark}` }),
    ],
    [
      'the button of a collection',
      (mark) => buttonsOf({ type: 2, style: 2, label: 'Details', custom_id: `to.c.wA..${mark}` }),
    ],
    [
      'a menu',
      (mark) =>
        buttonsOf({
          type: 3,
          custom_id: `of.${mark}`,
          options: [{ label: 'Punk #7', value: `to.k.wA.Bw.${mark}` }],
        }),
    ],
    [
      'the fragment of an embed’s URL',
      (mark) => ({ embeds: [{ title: 'Punk #7 sold', url: `https://market.example/7#alert-${mark}` }] }),
    ],
    [
      'the footer of an embed, as every message had it once',
      (mark) => ({ embeds: [{ title: 'Punk #7 sold', footer: { text: `Test Market · alert ${mark}` } }] }),
    ],
    [
      'the footer of the second embed',
      (mark) => ({ embeds: [{ title: 'One' }, { title: 'Two', footer: { text: `M · alert ${mark}` } }] }),
    ],
    ['plain text', (mark) => ({ content: `Sale: Punk #7 · 1 ETH · alert ${mark}` })],
    [
      'the small print of a notice',
      (mark) => ({ content: `Alerts are stopped.\n-# Test Market · alert ${mark}` }),
    ],
  ])('finds the message that has its mark in %s', async (_where, body) => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    const path = `/channels/${world.channelId}/messages`;
    expect(await world.call('POST', path, body('0000zzzz'))).toMatchObject({ status: 200 });
    expect(await notifier.readBack(buildPost(world))).toEqual({ type: 'absent' });
    expect(await world.call('POST', path, body(reference(world)))).toMatchObject({ status: 200 });
    expect(await notifier.readBack(buildPost(world))).toEqual({
      type: 'found',
      messageId: idsIn(world).at(-1),
    });
  });

  it('finds it behind more messages than one page', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    await postOthers(world, 230);
    const notifier = createTestNotifier(world);
    const post = buildPost(world, { firstTryAt: Date.now() });
    await notifier.send(post);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: idsIn(world).at(-1) });
  });

  it('finds it behind 1,950 messages of the same minute', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    const firstTryAt = Date.now();
    await postOthers(world, 1_950);
    const notifier = createTestNotifier(world);
    const post = buildPost(world, { firstTryAt, lastTryAt: Date.now() });
    await notifier.send(post);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: idsIn(world).at(-1) });
  }, 30_000);

  it('finds it behind more pages than the rate limit allows in a second', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    const firstTryAt = Date.now();
    await postOthers(world, 700);
    const notifier = createTestNotifier(world);
    const post = buildPost(world, { firstTryAt, lastTryAt: Date.now() });
    await notifier.send(post);
    world.discord.rateLimits.enabled = true;
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: idsIn(world).at(-1) });
  });

  it('says that it is absent only after the last page', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    await postOthers(world, 120);
    let pages = 0;
    world.discord.onRequest(({ method }) => {
      pages += method === 'GET' ? 1 : 0;
    });
    expect(await createTestNotifier(world).readBack(buildPost(world))).toEqual({ type: 'absent' });
    expect(pages).toBe(2);
  });

  it('ignores the reference in a message of another author', async () => {
    await using world = await startTestWorld();
    const post = buildPost(world);
    const { applicationId, token } = world.discord.createApplication({ name: 'Copycat' });
    world.discord.installBot({
      guildId: world.guildId,
      applicationId,
      permissions: PermissionFlagsBits.Administrator,
    });
    const copycat = createOutboxRest({ apiUrl: world.discord.apiUrl, token });
    const content = `alert ${referenceFor(world.channelId, saleAlert(1))}`;
    await copycat.post(`/channels/${world.channelId}/messages`, { body: { content } });
    expect(await createTestNotifier(world).readBack(post)).toEqual({ type: 'absent' });
  });

  it('does not look further back than a minute before the first try', async () => {
    let now = Date.now();
    await using world = await startTestWorld({ now: () => now });
    const notifier = createTestNotifier(world, {}, () => now);
    await notifier.send(buildPost(world));
    now += 10 * 60_000;
    expect(await notifier.readBack(buildPost(world, { firstTryAt: now }))).toEqual({ type: 'absent' });
    expect(
      await notifier.readBack(buildPost(world, { firstTryAt: now - 10 * 60_000 + 30_000 })),
    ).toMatchObject({
      type: 'found',
    });
  });

  it('reports unreadable without a request where the gateway shows no access to the history', async () => {
    await using world = await startTestWorld();
    let requests = 0;
    world.discord.onRequest(() => {
      requests += 1;
    });
    expect(await createTestNotifier(world, { isHistoryReadable: false }).readBack(buildPost(world))).toEqual({
      type: 'unreadable',
    });
    expect(requests).toBe(0);
  });

  it('requests a message by id before it accepts an empty list', async () => {
    await using world = await startTestWorld();
    const asked: (string | null)[] = [];
    world.discord.onRequest(({ method, route }) => {
      if (method === 'GET') asked.push(route);
    });
    expect(await createTestNotifier(world, null).readBack(buildPost(world))).toEqual({ type: 'absent' });
    expect(asked).toEqual(['/channels/:channelId/messages', '/channels/:channelId/messages/:messageId']);
  });

  it('does not accept an empty list where the history is unreadable, whatever the gateway reported', async () => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    await notifier.send(buildPost(world));
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ReadMessageHistory,
    });
    // Until the gateway has said so as well.
    expect(await notifier.readBack(buildPost(world))).toMatchObject({ type: 'unavailable' });
    expect(await createTestNotifier(world, null).readBack(buildPost(world))).toEqual({
      type: 'unreadable',
    });
  });

  it('does not accept an empty page after a full one as the end', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    await postOthers(world, 100);
    let pages = 0;
    world.discord.onRequest(({ route }) => {
      pages += route === '/channels/:channelId/messages' ? 1 : 0;
      if (pages !== 1) return;
      world.discord.setOverwrite(world.channelId, {
        id: world.applicationId,
        type: 'member',
        deny: PermissionFlagsBits.ReadMessageHistory,
      });
    });
    expect(await createTestNotifier(world, null).readBack(buildPost(world))).toEqual({ type: 'unreadable' });
  });

  it('is undecided while the request by id fails', async () => {
    await using world = await startTestWorld();
    world.discord.faults.add(
      { do: 'answer', status: 503 },
      { method: 'GET', route: '/channels/:channelId/messages/:messageId' },
    );
    expect(await createTestNotifier(world).readBack(buildPost(world))).toMatchObject({ type: 'unavailable' });
  });

  it('takes the same number of requests whatever was written later', async () => {
    let now = Date.now();
    await using world = await startTestWorld({ rateLimits: false, now: () => now });
    const triedAt = now;
    let pages = 0;
    world.discord.onRequest(({ method }) => {
      pages += method === 'GET' ? 1 : 0;
    });
    const notifier = createTestNotifier(world, {}, () => now);
    const post = buildPost(world, {
      firstTryAt: triedAt,
      lastTryAt: triedAt,
      firstClockOffsetMs: 0,
      lastClockOffsetMs: 0,
    });
    for (const later of [0, 150, 450]) {
      now += 10 * 60_000;
      await postOthers(world, later);
      pages = 0;
      expect(await notifier.readBack(post)).toEqual({ type: 'absent' });
      expect(pages).toBeLessThanOrEqual(2);
    }
  });

  it('says unreadable where Discord refuses the list, and gone where there is no channel', async () => {
    await using world = await startTestWorld();
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ViewChannel,
    });
    expect(await createTestNotifier(world).readBack(buildPost(world))).toMatchObject({ type: 'unavailable' });
    expect(await createTestNotifier(world, null).readBack(buildPost(world))).toEqual({ type: 'unreadable' });
    world.discord.deleteChannel(world.channelId);
    // Until the gateway has said so as well.
    expect(await createTestNotifier(world).readBack(buildPost(world))).toMatchObject({ type: 'unavailable' });
    expect(await createTestNotifier(world, null).readBack(buildPost(world))).toMatchObject({
      type: 'gone',
      code: 10_003,
    });
  });

  it.each([
    ['Discord fails', discordError(500, 0)],
    ['Discord limits the rate', json(429, { retry_after: 1 }, { 'retry-after': '1' })],
    ['the token is refused', discordError(401, 0)],
    ['a refusal is about something else than the right to read', discordError(400, 50_083)],
    ['a page before Discord says 403', text(403, '<html></html>')],
    ['a page before Discord says 404', text(404, '<html></html>')],
    ['a page stands in for the list', text(200, '<html></html>')],
    ['the list is no list', json(200, { messages: [] })],
    ['the list breaks off', text(200, '[{"id":', { 'content-type': 'application/json' })],
  ])('can say nothing yet where %s', async (_what, answer) => {
    await using server = await startFixedServer(answer);
    const notifier = createNotifierAt(server.apiUrl);
    const post = postOf([saleAlert(1)]);
    expect(await notifier.readBack({ ...post, firstTryAt: Date.now() })).toMatchObject({
      type: 'unavailable',
    });
  });

  it('starts at the first message where the local clock was before the Discord epoch', async () => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    const post = buildPost(world, { firstTryAt: 0, lastTryAt: 0 });
    expect(await notifier.readBack(post)).toEqual({ type: 'absent' });
    await notifier.send(post);
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
  });

  it('calls a post without alerts absent', async () => {
    await using world = await startTestWorld();
    expect(await createTestNotifier(world).readBack(buildPost(world, { alerts: [] }))).toEqual({
      type: 'absent',
    });
  });
});

describe('searching for a post in a direct message, which the gateway does not report', () => {
  it('finds it, and accepts that it is absent', async () => {
    await using world = await startTestWorld();
    const { id: channelId } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    const notifier = createTestNotifier(world, null);
    const post = buildPost(world, { channelId });
    expect(await notifier.readBack(post)).toEqual({ type: 'absent' });
    const sent = await notifier.send(post);
    expect(await notifier.readBack(post)).toEqual({
      type: 'found',
      messageId: sent.type === 'sent' ? sent.messageId : '',
    });
  });

  it('is stopped, not retried for ever, where the user accepts none', async () => {
    await using world = await startTestWorld();
    const { id: channelId } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    world.discord.setAcceptsDirectMessages(world.memberId, false);
    expect(await createTestNotifier(world).send(buildPost(world, { channelId }))).toMatchObject({
      type: 'stopped',
      state: 'paused',
      code: 50_007,
    });
  });
});
