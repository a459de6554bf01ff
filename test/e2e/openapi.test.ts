import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RecordedRequest } from '../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../support/bot-world.ts';
import { untilMessageIncludes } from '../support/channel-reading.ts';
import { hasDiscordOpenapi, readDiscordOpenapi } from '../support/discord-openapi.ts';
import { messageOf } from './lookups/reading.ts';

const REASON = 'Discord’s OpenAPI document is not at ../shared/discord/openapi.json.';
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };

/** Interaction callback type UPDATE_MESSAGE. */
const UPDATE = 7;

/** The callback type of a body; `undefined` when it is not a callback. */
function typeOf(body: unknown): number | undefined {
  return z.looseObject({ type: z.number().optional() }).safeParse(body).data?.type;
}

/**
 * Fields in which Discord's documentation and the (preview) document differ, converted to what the document expects:
 * - `enforce_nonce` and `tts`, which discord.js sends with every message: in answers to interactions the document has no
 *   `enforce_nonce`, and in edits of such an answer neither;
 * - `default_member_permissions`, a string of digits in the documentation, an integer in the document.
 */
function toDocumentTypes({ method, route, body }: RecordedRequest): unknown {
  const differences: Readonly<Record<string, (value: unknown) => unknown>> = {
    enforce_nonce: (value) => (route === POSTING.route ? value : undefined),
    tts: (value) => (method === 'PATCH' || typeOf(body) === UPDATE ? undefined : value),
    default_member_permissions: Number,
  };
  return JSON.parse(JSON.stringify(body), (field, value: unknown) =>
    field in differences ? differences[field]?.(value) : value,
  );
}

/** Makes the bot send every kind of request once. */
async function exerciseEveryRequest(world: BotWorld): Promise<void> {
  const { home, marketplace, discord } = world;
  const bot = await world.start();
  const { admin, member, channelId } = home;

  await admin.autocomplete('alerts add', { channel: channelId, collection: 'fox' }, 'collection');
  const draft = messageOf(
    await admin.command('alerts add', { channel: channelId, alerts: 'Sales, Auctions' }),
  );
  const form = await admin.press(draft, 'Edit filter');
  if (form.modal === null) throw new Error('No form was opened.');
  await admin.submit(form.modal, { price_from: '0' });
  await admin.press(draft, 'Confirm');
  await home.subscribe(channelId, { alerts: 'Sales, Auctions' });
  await admin.command('alerts add', { channel: channelId, collection: 'nothing of the kind' });
  await admin.autocomplete('alerts remove', { alert: '' }, 'alert');
  await admin.command('alerts list');
  await member.autocomplete('collection info', { collection: '' }, 'collection');
  await member.command('collection info', { collection: 'lantern-foxes' });
  marketplace.faults.set({ latencyMs: 1_700, times: 1 }, '/api/collections/*');
  await member.command('collection info', { collection: 'deep-sea-post' });
  const left = await world.requestAsBot('POST', `/channels/${channelId}/messages`, {
    content: 'page 1 of 3',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Next', custom_id: 'old' },
        ],
      },
    ],
  });
  await member.press(z.looseObject({ id: z.string() }).parse(left), 'Next');

  marketplace.cause.sale();
  await bot.app.poll();
  await world.untilPosted(channelId, 1);
  for (let sales = 0; sales < 12; sales += 1) marketplace.cause.sale();
  marketplace.cause.sweep(5);
  await bot.app.poll();
  await world.untilPosted(channelId, 14);
  marketplace.cause.auction();
  await bot.app.poll();
  await untilMessageIncludes(world, channelId, 'No bids yet');
  marketplace.cause.bid();
  await bot.app.poll();
  await untilMessageIncludes(world, channelId, 'is up for auction', 'top bid');
  for (let sales = 0; sales < 40; sales += 1) marketplace.cause.sale();
  await bot.app.poll();
  await untilMessageIncludes(world, channelId, '40 alerts');
  discord.faults.add({ do: 'answer', status: 400, code: 50_035 }, { ...POSTING, times: 1 });
  const plain = ({ body }: { readonly body: unknown }) => !JSON.stringify(body).includes('"embeds"');
  discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1, where: plain });
  marketplace.cause.sale();
  await bot.app.poll();
  await bot.log.until('no response to a message');
  world.clock.advance(7_000);
  await bot.log.until('posted', 3);
  const asked = messageOf(await admin.command('alerts remove', { alert: '1' }));
  await admin.press(asked, 'Yes, remove it');
}

/** The kind of a request, for the report. */
function kindOf({ method, route, body }: RecordedRequest): string {
  const type = typeOf(body);
  const embeds = z.looseObject({ embeds: z.unknown().optional() }).safeParse(body).data?.embeds;
  const form =
    type !== undefined ? ` type ${type}` : route === POSTING.route ? (embeds ? ' rich' : ' plain') : '';
  return `${method} ${route}${form}`;
}

describe('every request body that the bot sends', () => {
  it('is valid by Discord’s OpenAPI document', async ({ skip }) => {
    skip(!hasDiscordOpenapi, REASON);
    const document = readDiscordOpenapi();
    await using world = await startBotWorld();
    const requests: RecordedRequest[] = [];
    world.discord.onRequest((request) => {
      if (request.body !== undefined && request.headers['user-agent']?.startsWith('DiscordBot') === true)
        requests.push(request);
    });

    await exerciseEveryRequest(world);

    const wrong = requests.flatMap((request) => {
      const problem = document.check(request.method, request.path, toDocumentTypes(request));
      return problem === null ? [] : [{ kind: kindOf(request), problem, body: request.body }];
    });
    expect(wrong).toEqual([]);
    expect([...new Set(requests.map(kindOf))].toSorted()).toEqual([
      'PATCH /channels/:channelId/messages/:messageId',
      'PATCH /webhooks/:applicationId/:token/messages/:messageId',
      'POST /channels/:channelId/messages plain',
      'POST /channels/:channelId/messages rich',
      'POST /interactions/:interactionId/:token/callback type 4',
      'POST /interactions/:interactionId/:token/callback type 5',
      'POST /interactions/:interactionId/:token/callback type 7',
      'POST /interactions/:interactionId/:token/callback type 8',
      'POST /interactions/:interactionId/:token/callback type 9',
      'PUT /applications/:applicationId/commands',
    ]);
  });
});
