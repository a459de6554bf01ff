import { ChannelType, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { HistoryAccess } from '../../src/discord/channel-access.ts';
import { createNotifier } from '../../src/discord/notifier.ts';
import { createOutboxRest } from '../../src/discord/outbox-rest.ts';
import { nonceFor, type Post, referenceFor } from '../../src/domain/delivery.ts';
import { PLAIN_CHANNEL } from '../../src/domain/settings.ts';
import type { StaleCard } from '../../src/domain/topic.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { auctionAlert, noticeAlert, saleAlert } from '../support/build-alert.ts';
import { discordError, json, startAnsweringServer, text } from './answering-server.ts';
import { postOf } from './views/any-alert.ts';
import { viewContext } from './views/view-context.ts';

const ROUTE = '/channels/:channelId/messages';

function notifierOf(world: TestWorld, access: HistoryAccess = 'readable') {
  return createNotifier({
    rest: createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token }),
    contextFor: () => viewContext(),
    settingsOf: () => PLAIN_CHANNEL,
    botUserId: () => world.applicationId,
    historyAccess: () => access,
  });
}

/** A post of one sale into the world's channel. */
function postIn(world: TestWorld, change: Partial<Post> = {}): Post {
  const alert = saleAlert(1);
  return {
    ...postOf([alert]),
    channelId: world.channelId,
    nonce: nonceFor(world.channelId, alert),
    firstTryAt: Date.now(),
    lastTryAt: Date.now(),
    ...change,
  };
}

/** A live message of an auction, now at 7 ETH. */
function cardOf(messageId: string): StaleCard {
  const { key, kind } = auctionAlert();
  const state = auctionAlert({ kind: 'auction_bid', highestBid: 7n * 10n ** 18n, bidCount: 3 });
  return { deliveryId: 1, messageId, kind, alertKey: key, state, revision: 2 };
}

/** The message of an auction’s start, posted, and the card that it is. */
async function postedCard(world: TestWorld, change: Partial<Post> = {}) {
  const post = postIn(world, { alerts: [auctionAlert()], ...change });
  const sent = await notifierOf(world).send(post);
  return { post, card: cardOf(sent.type === 'sent' ? (sent.messageId ?? '') : '') };
}

const idsIn = (world: TestWorld) => world.discord.messages(world.channelId).map(({ id }) => id);

async function chatter(world: TestWorld, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await world.call('POST', `/channels/${world.channelId}/messages`, { content: `talk ${number}` });
  }
}

describe('sending a post', () => {
  it('posts the embed and tells the message’s id', async () => {
    await using world = await startTestWorld();
    const outcome = await notifierOf(world).send(postIn(world));
    const [message] = world.discord.messages(world.channelId);
    expect(outcome).toEqual({ type: 'sent', messageId: message?.id });
    expect(message?.payload.embeds[0]?.title).toBe('Punk #1 sold for 22.75 ETH');
  });

  it('again with the same nonce posts nothing more and tells the same id', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    const first = await notifier.send(postIn(world));
    expect(await notifier.send(postIn(world))).toEqual(first);
    expect(idsIn(world)).toHaveLength(1);
  });

  it('again after the message was deleted does not post it anew', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    await notifier.send(postIn(world));
    await world.call('DELETE', `/channels/${world.channelId}/messages/${idsIn(world)[0]}`);
    expect(await notifier.send(postIn(world))).toEqual({ type: 'sent', messageId: null });
    expect(idsIn(world)).toEqual([]);
  });

  it('knows that a message whose answer was lost may be there', async () => {
    await using world = await startTestWorld();
    world.discord.faults.add({ do: 'process-then-reset' }, { method: 'POST', route: ROUTE, times: 1 });
    expect(await notifierOf(world).send(postIn(world))).toMatchObject({ type: 'ambiguous' });
    expect(idsIn(world)).toHaveLength(1);
  });

  it('tells what Discord refuses as the table of failures has it', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.SendMessages,
    });
    expect(await notifier.send(postIn(world))).toMatchObject({
      type: 'stopped',
      state: 'paused',
      code: 50_013,
    });
    world.discord.deleteChannel(world.channelId);
    expect(await notifier.send(postIn(world))).toMatchObject({
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
  ])('takes %s for no proof that the message was posted', async (_what, answer) => {
    await using server = await startAnsweringServer(answer);
    const notifier = createNotifier({
      rest: createOutboxRest({ apiUrl: server.apiUrl, token: 'a.b.c' }),
      contextFor: () => viewContext(),
      settingsOf: () => PLAIN_CHANNEL,
      botUserId: () => '1',
      historyAccess: () => 'readable',
    });
    expect(await notifier.send(postOf([saleAlert(1)]))).toMatchObject({ type: 'ambiguous' });
  });

  it('calls a post invalid, not doubtful, where no message can be made of it', async () => {
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
      settingsOf: () => PLAIN_CHANNEL,
      botUserId: () => world.applicationId,
      historyAccess: () => 'readable',
    });
    expect(await broken.send(postIn(world))).toEqual({
      type: 'invalid',
      detail: 'no message could be made: no such page',
    });
  });
});

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
    const notifier = notifierOf(world);
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

  it('does not take an empty list for an answer while it is not known whether it may read', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world, 'unknown');
    expect(await notifier.readBack(postIn(world))).toMatchObject({ type: 'unavailable' });
    await notifier.send(postIn(world));
    expect(await notifier.readBack(postIn(world))).toMatchObject({ type: 'found' });
  });

  it('says unreadable where Discord refuses the list', async () => {
    await using world = await startTestWorld();
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ViewChannel,
    });
    expect(await notifierOf(world).readBack(postIn(world))).toEqual({ type: 'unreadable' });
    world.discord.deleteChannel(world.channelId);
    expect(await notifierOf(world).readBack(postIn(world))).toEqual({ type: 'unreadable' });
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
    const notifier = createNotifier({
      rest: createOutboxRest({ apiUrl: server.apiUrl, token: 'a.b.c' }),
      contextFor: () => viewContext(),
      settingsOf: () => PLAIN_CHANNEL,
      botUserId: () => '1',
      historyAccess: () => 'readable',
    });
    const post = postOf([saleAlert(1)]);
    expect(await notifier.readBack({ ...post, firstTryAt: Date.now() })).toMatchObject({
      type: 'unavailable',
    });
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

describe('editing a live message', () => {
  it('shows its topic’s state under the kind and the reference that it was posted with', async () => {
    await using world = await startTestWorld();
    const notifier = notifierOf(world);
    const { card, post } = await postedCard(world);
    expect(await notifier.edit(world.channelId, card)).toEqual({ type: 'done' });
    const [message, ...others] = world.discord.messages(world.channelId);
    expect(others).toEqual([]);
    expect(JSON.stringify(message?.payload.embeds)).toContain('7 ETH');
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found', messageId: card.messageId });
  });

  it('keeps the mention of a role and pings nobody', async () => {
    await using world = await startTestWorld();
    const { id: pingRoleId } = world.discord.createRole({ guildId: world.guildId, name: 'collectors' });
    const { card } = await postedCard(world, { pingRoleId });
    await notifierOf(world).edit(world.channelId, card);
    expect(world.discord.messages(world.channelId)[0]?.payload.content).toContain(`<@&${pingRoleId}>`);
  });

  it('of a message that was deleted is impossible', async () => {
    await using world = await startTestWorld();
    const { card } = await postedCard(world);
    await world.call('DELETE', `/channels/${world.channelId}/messages/${card.messageId}`);
    expect(await notifierOf(world).edit(world.channelId, card)).toMatchObject({ type: 'impossible' });
  });

  it.each([
    ['may not be seen any more', 'paused', 50_001],
    ['was deleted', 'closed', 10_003],
  ])('in a channel that %s stops its lane', async (what, state, code) => {
    await using world = await startTestWorld();
    const { card } = await postedCard(world);
    const hidden = {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ViewChannel,
    } as const;
    if (what === 'was deleted') world.discord.deleteChannel(world.channelId);
    else world.discord.setOverwrite(world.channelId, hidden);
    const outcome = await notifierOf(world).edit(world.channelId, card);
    expect(outcome).toMatchObject({ type: 'stopped', state, code });
  });

  it.each([
    ['was lost', 'process-then-reset'],
    ['never came', 'reset'],
  ] as const)('whose answer %s is for later', async (_what, fault) => {
    await using world = await startTestWorld();
    const { card } = await postedCard(world);
    world.discord.faults.add({ do: fault }, { method: 'PATCH', times: 1 });
    expect(await notifierOf(world).edit(world.channelId, card)).toMatchObject({ type: 'later' });
    expect(await notifierOf(world).edit(world.channelId, card)).toEqual({ type: 'done' });
  });

  it('takes a page that stands in for Discord’s answer for no proof', async () => {
    await using server = await startAnsweringServer(text(200, '<html>Please log in</html>'));
    const notifier = createNotifier({
      rest: createOutboxRest({ apiUrl: server.apiUrl, token: 'a.b.c' }),
      contextFor: () => viewContext(),
      settingsOf: () => PLAIN_CHANNEL,
      botUserId: () => '1',
      historyAccess: () => 'readable',
    });
    expect(await notifier.edit('1000', cardOf('2000'))).toMatchObject({ type: 'later' });
    expect(await notifier.publish('1000', '2000')).toMatchObject({ type: 'later' });
  });
});

describe('publishing a message', () => {
  it('tells it to the servers that follow the channel; a second time does nothing', async () => {
    await using world = await startTestWorld();
    const { id: channelId } = world.discord.createChannel({
      guildId: world.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    });
    const notifier = notifierOf(world);
    const sent = await notifier.send(postIn(world, { channelId }));
    const messageId = sent.type === 'sent' ? (sent.messageId ?? '') : '';
    expect(await notifier.publish(channelId, messageId)).toEqual({ type: 'done' });
    expect(world.discord.messages(channelId)[0]?.payload.flags).toBe(MessageFlags.Crossposted);
    expect(await notifier.publish(channelId, messageId)).toEqual({ type: 'done' });
  });

  it('of a channel that is none for announcements is impossible', async () => {
    await using world = await startTestWorld();
    const { card } = await postedCard(world);
    expect(await notifierOf(world).publish(world.channelId, card.messageId)).toMatchObject({
      type: 'impossible',
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
    const notifier = notifierOf(world);
    const { card } = await postedCard(world);
    await notifier.edit(world.channelId, card);
    for (const form of ['rich', 'plain', 'digest'] as const) {
      const alerts = [saleAlert(bodies.length)];
      await notifier.send(postIn(world, { form, alerts, nonce: form }));
    }
    await notifier.send(postIn(world, { alerts: [noticeAlert()], nonce: 'notice' }));
    expect(bodies).toHaveLength(6);
    for (const body of bodies) expect(body).toHaveProperty('allowed_mentions.parse', []);
  });
});

describe('the capacity of a message', () => {
  it('is the views’', async () => {
    await using world = await startTestWorld();
    const many = Array.from({ length: 12 }, (_, number) => saleAlert(number));
    expect(notifierOf(world).capacity(world.channelId, many)).toBe(10);
  });

  it('is one where an alert cannot be shown, so that the others do not suffer from it', async () => {
    await using world = await startTestWorld();
    const broken = createNotifier({
      rest: createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token }),
      contextFor: () => {
        throw new RangeError('no such page');
      },
      settingsOf: () => PLAIN_CHANNEL,
      botUserId: () => world.applicationId,
      historyAccess: () => 'readable',
    });
    expect(broken.capacity(world.channelId, [saleAlert(1), saleAlert(2)])).toBe(1);
  });
});
