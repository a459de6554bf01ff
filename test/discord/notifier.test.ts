import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createDiscordClock } from '../../src/discord/discord-clock.ts';
import { createNotifier } from '../../src/discord/notifier.ts';
import { createOutboxRest } from '../../src/discord/outbox-rest.ts';
import { PLAIN_CHANNEL } from '../../src/domain/settings.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { noticeAlert, saleAlert } from '../support/build-alert.ts';
import { json, startAnsweringServer, text } from './answering-server.ts';
import { idsIn, notifierAt, notifierOf, postedCard, postIn } from './notifying.ts';
import { postOf } from './views/any-alert.ts';
import { viewContext } from './views/view-context.ts';

const ROUTE = '/channels/:channelId/messages';

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
    const notifier = notifierAt(server.apiUrl);
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
      discordClock: createDiscordClock(Date.now),
      botUserId: () => world.applicationId,
      historyAccess: () => 'readable',
      roleIsGone: () => false,
    });
    expect(await broken.send(postIn(world))).toEqual({
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
      discordClock: createDiscordClock(Date.now),
      botUserId: () => world.applicationId,
      historyAccess: () => 'readable',
      roleIsGone: () => false,
    });
    expect(broken.capacity(world.channelId, [saleAlert(1), saleAlert(2)])).toBe(1);
  });
});
