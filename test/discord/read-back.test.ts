import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createOutboxRest } from '../../src/discord/outbox-rest.ts';
import { referenceFor } from '../../src/domain/delivery.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { saleAlert } from '../support/build-alert.ts';
import { discordError, json, startAnsweringServer, text } from './answering-server.ts';
import { idsIn, notifierAt, notifierOf, postIn } from './notifying.ts';
import { postOf } from './views/any-alert.ts';

async function chatter(world: TestWorld, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await world.call('POST', `/channels/${world.channelId}/messages`, { content: `talk ${number}` });
  }
}

describe('looking for a post in its channel', () => {
  it.each(['rich', 'plain', 'digest'] as const)('finds the %s message that is there', async (form) => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    const post = postIn(world, { form });
    await chatter(world, 2);
    await notifier.send(post);
    const [, , messageId] = idsIn(world);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId });
  });

  it('finds it behind more messages than Discord tells at once', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    await chatter(world, 230);
    const notifier = notifierOf(world);
    const post = postIn(world, { firstTryAt: Date.now() });
    await notifier.send(post);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: idsIn(world).at(-1) });
  });

  it('finds it behind 1,950 messages of the same minute', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    const firstTryAt = Date.now();
    await chatter(world, 1_950);
    const notifier = notifierOf(world);
    const post = postIn(world, { firstTryAt, lastTryAt: Date.now() });
    await notifier.send(post);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: idsIn(world).at(-1) });
  }, 30_000);

  it('finds it behind more pages than Discord lets a channel be read in a second, at its pace', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    const firstTryAt = Date.now();
    await chatter(world, 700);
    const notifier = notifierOf(world);
    const post = postIn(world, { firstTryAt, lastTryAt: Date.now() });
    await notifier.send(post);
    world.discord.rateLimits.enabled = true;
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: idsIn(world).at(-1) });
  });

  it('says that it is absent only after the last page', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    await chatter(world, 120);
    let pages = 0;
    world.discord.onRequest(({ method }) => {
      pages += method === 'GET' ? 1 : 0;
    });
    expect(await notifierOf(world).readBack(postIn(world))).toEqual({ type: 'absent' });
    expect(pages).toBe(2);
  });

  it('is not deceived by the reference in another’s message', async () => {
    await using world = await startTestWorld();
    const post = postIn(world);
    const { applicationId, token } = world.discord.createApplication({ name: 'Copycat' });
    world.discord.installBot({
      guildId: world.guildId,
      applicationId,
      permissions: PermissionFlagsBits.Administrator,
    });
    const copycat = createOutboxRest({ apiUrl: world.discord.apiUrl, token });
    const content = `alert ${referenceFor(world.channelId, saleAlert(1))}`;
    await copycat.post(`/channels/${world.channelId}/messages`, { body: { content } });
    expect(await notifierOf(world).readBack(post)).toEqual({ type: 'absent' });
  });

  it('does not look further back than a minute before the first try', async () => {
    let now = Date.now();
    await using world = await startTestWorld({ now: () => now });
    const notifier = notifierOf(world, 'readable', () => now);
    await notifier.send(postIn(world));
    now += 10 * 60_000;
    expect(await notifier.readBack(postIn(world, { firstTryAt: now }))).toEqual({ type: 'absent' });
    expect(await notifier.readBack(postIn(world, { firstTryAt: now - 10 * 60_000 + 30_000 }))).toMatchObject({
      type: 'found',
    });
  });

  it('says nothing where the history may not be read, and does not ask', async () => {
    await using world = await startTestWorld();
    let requests = 0;
    world.discord.onRequest(() => {
      requests += 1;
    });
    expect(await notifierOf(world, 'unreadable').readBack(postIn(world))).toEqual({ type: 'unreadable' });
    expect(requests).toBe(0);
  });

  it('asks for a message by its id before it takes an empty list for an answer', async () => {
    await using world = await startTestWorld();
    const asked: (string | null)[] = [];
    world.discord.onRequest(({ method, route }) => {
      if (method === 'GET') asked.push(route);
    });
    expect(await notifierOf(world, 'unknown').readBack(postIn(world))).toEqual({ type: 'absent' });
    expect(asked).toEqual(['/channels/:channelId/messages', '/channels/:channelId/messages/:messageId']);
  });

  it('does not take an empty list for an answer where the history may not be read, whatever the gateway told', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    await notifier.send(postIn(world));
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ReadMessageHistory,
    });
    expect(await notifier.readBack(postIn(world))).toEqual({ type: 'unreadable' });
    expect(await notifierOf(world, 'unknown').readBack(postIn(world))).toEqual({ type: 'unreadable' });
  });

  it('does not take a page that came empty behind a full one for the end', async () => {
    await using world = await startTestWorld({ rateLimits: false });
    await chatter(world, 100);
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
    expect(await notifierOf(world).readBack(postIn(world))).toEqual({ type: 'unreadable' });
  });

  it('can say nothing yet where the message by its id is not answered', async () => {
    await using world = await startTestWorld();
    world.discord.faults.add(
      { do: 'answer', status: 503 },
      { method: 'GET', route: '/channels/:channelId/messages/:messageId' },
    );
    expect(await notifierOf(world).readBack(postIn(world))).toMatchObject({ type: 'unavailable' });
  });

  it('costs the same whatever was written later', async () => {
    let now = Date.now();
    await using world = await startTestWorld({ rateLimits: false, now: () => now });
    const triedAt = now;
    let pages = 0;
    world.discord.onRequest(({ method }) => {
      pages += method === 'GET' ? 1 : 0;
    });
    const notifier = notifierOf(world, 'readable', () => now);
    const post = postIn(world, { firstTryAt: triedAt, lastTryAt: triedAt, firstAheadMs: 0, lastAheadMs: 0 });
    for (const later of [0, 150, 450]) {
      now += 10 * 60_000;
      await chatter(world, later);
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
    expect(await notifierOf(world).readBack(postIn(world))).toEqual({ type: 'unreadable' });
    world.discord.deleteChannel(world.channelId);
    expect(await notifierOf(world).readBack(postIn(world))).toMatchObject({ type: 'gone', code: 10_003 });
  });

  it.each([
    ['Discord fails', discordError(500, 0)],
    ['Discord limits the rate', json(429, { retry_after: 1 }, { 'retry-after': '1' })],
    ['the token is refused', discordError(401, 0)],
    ['a page before Discord says 403', text(403, '<html></html>')],
    ['a page before Discord says 404', text(404, '<html></html>')],
    ['a page stands in for the list', text(200, '<html></html>')],
    ['the list is no list', json(200, { messages: [] })],
    ['the list breaks off', text(200, '[{"id":', { 'content-type': 'application/json' })],
  ])('can say nothing yet where %s', async (_what, answer) => {
    await using server = await startAnsweringServer(answer);
    const notifier = notifierAt(server.apiUrl);
    const post = postOf([saleAlert(1)]);
    expect(await notifier.readBack({ ...post, firstTryAt: Date.now() })).toMatchObject({
      type: 'unavailable',
    });
  });

  it('looks from the first message on where our clock was before there was a Discord', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    const post = postIn(world, { firstTryAt: 0, lastTryAt: 0 });
    expect(await notifier.readBack(post)).toEqual({ type: 'absent' });
    await notifier.send(post);
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
  });

  it('calls a post of nothing absent', async () => {
    await using world = await startTestWorld();
    expect(await notifierOf(world).readBack(postIn(world, { alerts: [] }))).toEqual({ type: 'absent' });
  });
});

describe('looking for a post in a direct message, of which the gateway does not tell', () => {
  it('finds it, and believes that it is absent', async () => {
    await using world = await startTestWorld();
    const { id: channelId } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    const notifier = notifierOf(world, 'unknown');
    const post = postIn(world, { channelId });
    expect(await notifier.readBack(post)).toEqual({ type: 'absent' });
    const sent = await notifier.send(post);
    expect(await notifier.readBack(post)).toEqual({
      type: 'found',
      messageId: sent.type === 'sent' ? sent.messageId : '',
    });
  });

  it('is stopped, not tried for ever, where the person takes none', async () => {
    await using world = await startTestWorld();
    const { id: channelId } = world.discord.openDirectMessage(world.memberId, world.applicationId);
    world.discord.setTakesDirectMessages(world.memberId, false);
    expect(await notifierOf(world).send(postIn(world, { channelId }))).toMatchObject({
      type: 'stopped',
      state: 'paused',
      code: 50_007,
    });
  });
});
