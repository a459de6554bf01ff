import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { NO_CHARTS } from '#src/charts/drawn-charts.ts';
import { createDiscordClock } from '#src/discord/posting/discord-clock.ts';
import { createNotifier } from '#src/discord/posting/notifier.ts';
import { createRefusedParts } from '#src/discord/posting/refused-parts.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import type { Post } from '#src/store/model/delivery.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { noticeAlert, saleAlert } from '../support/build-alert.ts';
import { NO_PICTURES } from '../support/no-charts.ts';
import { json, startFixedServer, text } from './fixed-server.ts';
import {
  buildPost,
  createNotifierAt,
  createTestNotifier,
  idsIn,
  postLiveMessage,
  targetWith,
} from './test-notifier.ts';
import { postOf } from './views/any-alert.ts';
import { viewContext } from './views/view-context.ts';

const ROUTE = '/channels/:channelId/messages';

describe('sending a post', () => {
  it('posts the embed and returns the message id', async () => {
    await using world = await startTestWorld();
    const outcome = await createTestNotifier(world).send(buildPost(world));
    const [message] = world.discord.messages(world.channelId);
    expect(outcome).toEqual({ type: 'sent', messageId: message?.id });
    expect(message?.payload.embeds[0]?.title).toBe('**Punk #1** sold for **22.75 ETH**');
  });

  it('again with the same nonce posts nothing more and returns the same id', async () => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    const first = await notifier.send(buildPost(world));
    expect(await notifier.send(buildPost(world))).toEqual(first);
    expect(idsIn(world)).toHaveLength(1);
  });

  it('again after the message was deleted does not post it anew', async () => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    await notifier.send(buildPost(world));
    await world.call('DELETE', `/channels/${world.channelId}/messages/${idsIn(world)[0]}`);
    expect(await notifier.send(buildPost(world))).toEqual({ type: 'sent', messageId: null });
    expect(idsIn(world)).toEqual([]);
  });

  it('is ambiguous when the response was lost', async () => {
    await using world = await startTestWorld();
    world.discord.faults.add({ do: 'process-then-reset' }, { method: 'POST', route: ROUTE, times: 1 });
    expect(await createTestNotifier(world).send(buildPost(world))).toMatchObject({ type: 'ambiguous' });
    expect(idsIn(world)).toHaveLength(1);
  });

  it('classifies refusals by the table of failures', async () => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.SendMessages,
    });
    expect(await notifier.send(buildPost(world))).toMatchObject({
      type: 'stopped',
      state: 'paused',
      code: 50_013,
    });
    world.discord.deleteChannel(world.channelId);
    expect(await notifier.send(buildPost(world))).toMatchObject({
      type: 'stopped',
      state: 'closed',
      code: 10_003,
    });
  });

  it.each([
    ['an HTML page with status 200', text(200, '<html>Please log in</html>')],
    ['a redirect', text(302, '', { location: 'https://login.example/' })],
    ['an empty 204', text(204, '', {})],
    ['JSON that is no message', json(200, { ok: true })],
    ['a JSON null', json(200, null)],
  ])('does not accept %s as proof that the message was posted', async (_what, answer) => {
    await using server = await startFixedServer(answer);
    const notifier = createNotifierAt(server.apiUrl);
    expect(await notifier.send(postOf([saleAlert(1)]))).toMatchObject({ type: 'ambiguous' });
  });

  it('calls a post invalid, not ambiguous, when it cannot be rendered', async () => {
    await using world = await startTestWorld();
    const broken = createNotifier({
      rest: createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token }),
      contextFor: () =>
        viewContext({
          links: {
            ...viewContext().links,
            item: () => {
              throw new RangeError('no such page');
            },
          },
        }),
      settingsOf: () => DEFAULT_CHANNEL_SETTINGS,
      discordClock: createDiscordClock({ now: Date.now, monotonic: Date.now }),
      charts: NO_PICTURES,
      refusedParts: createRefusedParts(() => 0),
      botUserId: async () => world.applicationId,
    });
    expect(await broken.send(buildPost(world), targetWith(), NO_CHARTS)).toEqual({
      type: 'invalid',
      detail: 'no message could be made: no such page',
    });
  });
});

describe('every message that is posted or edited', () => {
  it('says who may be mentioned', async () => {
    await using world = await startTestWorld();
    const bodies: unknown[] = [];
    world.discord.onRequest(({ method, body }) => {
      if (method === 'POST' || method === 'PATCH') bodies.push(body);
    });
    const notifier = createTestNotifier(world);
    const { card } = await postLiveMessage(world);
    await notifier.edit(card);
    for (const layout of ['card', 'text', 'summary'] as const) {
      const alerts = [saleAlert(bodies.length)];
      await notifier.send(buildPost(world, { layout, alerts, nonce: layout }));
    }
    await notifier.send(buildPost(world, { alerts: [noticeAlert()], nonce: 'notice' }));
    expect(bodies).toHaveLength(6);
    for (const body of bodies) expect(body).toHaveProperty('allowed_mentions.parse', []);
  });
});

describe('the capacity of a message', () => {
  it('is that of the views', async () => {
    await using world = await startTestWorld();
    const many = Array.from({ length: 12 }, (_, number) => saleAlert(number));
    expect(createTestNotifier(world).capacity(world.channelId, many)).toBe(10);
  });

  it('is one where an alert cannot be rendered, so that the others are still posted', async () => {
    await using world = await startTestWorld();
    const broken = createNotifier({
      rest: createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token }),
      contextFor: () => {
        throw new RangeError('no such page');
      },
      settingsOf: () => DEFAULT_CHANNEL_SETTINGS,
      discordClock: createDiscordClock({ now: Date.now, monotonic: Date.now }),
      charts: NO_PICTURES,
      refusedParts: createRefusedParts(() => 0),
      botUserId: async () => world.applicationId,
    });
    expect(
      broken.capacity(world.channelId, [{ alert: saleAlert(1) }, { alert: saleAlert(2) }], targetWith()),
    ).toBe(1);
  });
});

describe('in a channel where Discord leaves out embeds, because Embed Links is missing,', () => {
  const withoutEmbedLinks = (world: TestWorld) =>
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.EmbedLinks,
    });

  it('no request is made, and the queue stops as if Discord had refused', async () => {
    await using world = await startTestWorld();
    const { card } = await postLiveMessage(world);
    withoutEmbedLinks(world);
    let requests = 0;
    world.discord.onRequest(() => {
      requests += 1;
    });
    const notifier = createTestNotifier(world, { missingPermissions: ['Embed Links'] });
    const stopped = { type: 'stopped', state: 'paused', code: 50_013 };
    expect(await notifier.send(buildPost(world))).toMatchObject(stopped);
    expect(await notifier.edit(card)).toMatchObject(stopped);
    expect(requests).toBe(0);
  });

  it('plain text and notices are posted', async () => {
    await using world = await startTestWorld();
    withoutEmbedLinks(world);
    const notifier = createTestNotifier(world, { missingPermissions: ['Embed Links'] });
    const notice = buildPost(world, { alerts: [noticeAlert()], nonce: 'n' });
    expect(await notifier.send(notice)).toMatchObject({ type: 'sent' });
    expect(await notifier.send(buildPost(world, { layout: 'text' }))).toMatchObject({ type: 'sent' });
  });

  it('a message that was posted before the gateway said so gets the alert as text, and is found', async () => {
    await using world = await startTestWorld();
    withoutEmbedLinks(world);
    const notifier = createTestNotifier(world);
    const post = buildPost(world);
    const outcome = await notifier.send(post);
    const [message, ...others] = world.discord.messages(world.channelId);
    expect(outcome).toEqual({ type: 'sent', messageId: message?.id });
    expect(others).toEqual([]);
    expect(message?.payload.content).toContain('Sale: Punk #1 of Punks · 22.75 ETH');
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
  });

  it('the next try adds the text when the edit that adds it failed, also if the gateway says so by then', async () => {
    await using world = await startTestWorld();
    withoutEmbedLinks(world);
    const missing: string[] = [];
    const notifier = createTestNotifier(world, { missingPermissions: missing });
    world.discord.faults.add({ do: 'answer', status: 500 }, { method: 'PATCH', times: 1 });
    const post = buildPost(world);
    expect(await notifier.send(post)).toMatchObject({ type: 'ambiguous', serverError: false });
    missing.push('Embed Links');
    const outcome = await notifier.send(post);
    const [message, ...others] = world.discord.messages(world.channelId);
    expect(outcome).toEqual({ type: 'sent', messageId: message?.id });
    expect(others).toEqual([]);
    expect(message?.payload.content).toContain('Sale: Punk #1 of Punks · 22.75 ETH');
  });

  /** Discord takes the message without its embeds, and its answer is lost. */
  async function sendWithoutAnswer(world: TestWorld, change: Partial<Post> = {}) {
    withoutEmbedLinks(world);
    const notifier = createTestNotifier(world);
    const post = buildPost(world, change);
    world.discord.faults.add({ do: 'process-then-reset' }, { method: 'POST', times: 1 });
    expect(await notifier.send(post)).toMatchObject({ type: 'ambiguous' });
    return { notifier, post };
  }

  it('a message whose answer was lost gets its text when it is found', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = await sendWithoutAnswer(world);
    world.discord.faults.add({ do: 'answer', status: 500 }, { method: 'PATCH', times: 1 });
    expect(await notifier.readBack(post)).toMatchObject({ type: 'unavailable' });
    const [message, ...others] = world.discord.messages(world.channelId);
    expect(await notifier.readBack(post)).toEqual({ type: 'found', messageId: message?.id });
    expect(others).toEqual([]);
    expect(world.discord.messages(world.channelId)[0]?.payload.content).toContain('Sale: Punk #1 of Punks');
  });

  it.each([
    ['mentions a role', { pingRoleIds: ['123456789012345678'] }],
    ['has words of its own', { templates: [{ message: 'Look here!', title: null, text: null }] }],
  ] as const)('a message that %s and whose answer was lost gets its text, too', async (_what, change) => {
    await using world = await startTestWorld();
    const { notifier, post } = await sendWithoutAnswer(world, change);
    expect(world.discord.messages(world.channelId)[0]?.payload.content).not.toBe('');
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
    expect(world.discord.messages(world.channelId)[0]?.payload.content).toContain('Sale: Punk #1 of Punks');
  });

  it('a message that has its text already is not edited when it is found', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = await sendWithoutAnswer(world);
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
    const edits: string[] = [];
    world.discord.onRequest(({ method }) => void (method === 'PATCH' && edits.push(method)));
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
    expect(edits).toEqual([]);
  });

  it('a message that is found and takes no edit counts as posted after ten tries', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = await sendWithoutAnswer(world);
    world.discord.faults.add({ do: 'answer', status: 500 }, { method: 'PATCH' });
    for (let tries = 1; tries < 10; tries += 1)
      expect(await notifier.readBack(post)).toMatchObject({ type: 'unavailable' });
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found' });
  });

  it('a message that takes no edit is posted without text', async () => {
    await using world = await startTestWorld();
    withoutEmbedLinks(world);
    const notifier = createTestNotifier(world);
    world.discord.faults.add({ do: 'answer', status: 400, code: 50_035 }, { method: 'PATCH', times: 1 });
    expect(await notifier.send(buildPost(world))).toMatchObject({ type: 'sent' });
  });

  it('an edit before the gateway said so is repeated once the channel is resumed', async () => {
    await using world = await startTestWorld();
    const { card } = await postLiveMessage(world);
    withoutEmbedLinks(world);
    const notifier = createTestNotifier(world);
    expect(await notifier.edit(card)).toMatchObject({ type: 'stopped', code: 50_013 });
    world.discord.removeOverwrite(world.channelId, world.applicationId);
    expect(await notifier.edit(card)).toEqual({ type: 'done' });
    expect(JSON.stringify(world.discord.messages(world.channelId)[0]?.payload.embeds)).toContain('7 ETH');
  });
});
