import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Picture } from '#src/charts/renderer.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { nonceFor, type Post } from '#src/store/model/delivery.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import { EXAMPLE_CHARTS } from '../charts/example-charts.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { recapAlert, saleAlert } from '../support/build-alert.ts';
import { buildPost, createTestNotifier } from './test-notifier.ts';

const PNG: Picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const OTHER_PNG: Picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 4]);
const RECAP = recapAlert({ chart: EXAMPLE_CHARTS['recap'] ?? null });

const drawing = (png: Picture | null) => ({ render: async () => png });

function scene(world: TestWorld, png: Picture | null, facts: { readonly isAttachingFiles?: boolean } = {}) {
  const notifier = createTestNotifier(world, facts, Date.now, world.applicationId, drawing(png));
  const nonce = nonceFor(world.channelId, RECAP);
  const post = buildPost(world, { alerts: [RECAP], nonce });
  return { notifier, post };
}

const asStale = (post: Post, sent: SendOutcome): StaleMessage => ({
  ...post,
  messageId: sent.type === 'sent' ? (sent.messageId ?? '') : '',
  changes: 1,
  isLive: false,
});

const payloadIn = (world: TestWorld) => world.discord.messages(world.channelId)[0]?.payload;

async function bytesAt(url: string | undefined): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url ?? '')).arrayBuffer());
}

describe('the chart of an alert', () => {
  it('is posted with it, with what it shows in words', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = scene(world, PNG);
    const charts = await notifier.drawCharts(world.channelId, post);
    expect(await notifier.send(post, charts)).toMatchObject({ type: 'sent' });
    const posted = payloadIn(world);
    expect(posted?.attachments).toMatchObject([{ filename: 'chart-1.png', content_type: 'image/png' }]);
    expect(posted?.attachments[0]?.description).toMatch(/^Chart from .* Floor from 60 ETH to 61\.08 ETH/);
    expect(posted?.embeds[0]?.image?.url).toBe(posted?.attachments[0]?.url);
    expect(await bytesAt(posted?.attachments[0]?.url)).toEqual(PNG);
  });

  it('is posted once, whatever the number of tries', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = scene(world, PNG);
    const charts = await notifier.drawCharts(world.channelId, post);
    const first = await notifier.send(post, charts);
    expect(await notifier.send(post, charts)).toEqual(first);
    expect(world.discord.messages(world.channelId)).toHaveLength(1);
  });

  it('is replaced by an edit', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = scene(world, PNG);
    const sent = await notifier.send(post, await notifier.drawCharts(world.channelId, post));
    const stale = asStale(post, sent);
    const { notifier: later } = scene(world, OTHER_PNG);
    expect(await later.edit(stale, await later.drawCharts(world.channelId, stale))).toEqual({
      type: 'done',
    });
    const edited = payloadIn(world);
    expect(edited?.attachments).toHaveLength(1);
    expect(await bytesAt(edited?.attachments[0]?.url)).toEqual(OTHER_PNG);
    expect(edited?.embeds[0]?.image?.url).toBe(edited?.attachments[0]?.url);
  });

  it('is taken away by an edit for which it could not be drawn', async () => {
    await using world = await startTestWorld();
    const { notifier, post } = scene(world, PNG);
    const sent = await notifier.send(post, await notifier.drawCharts(world.channelId, post));
    const stale = asStale(post, sent);
    expect(await notifier.edit(stale)).toEqual({ type: 'done' });
    expect(payloadIn(world)?.attachments).toEqual([]);
    expect(payloadIn(world)?.embeds[0]?.image).toBeUndefined();
  });

  it.each([
    { why: 'it cannot be drawn', png: null, facts: {} },
    { why: 'the bot may not attach files', png: PNG, facts: { isAttachingFiles: false } },
  ])('is left out where $why', async ({ png, facts }) => {
    await using world = await startTestWorld();
    const { notifier, post } = scene(world, png, facts);
    expect(await notifier.send(post, await notifier.drawCharts(world.channelId, post))).toMatchObject({
      type: 'sent',
    });
    const posted = payloadIn(world);
    expect(posted?.attachments).toEqual([]);
    expect(posted?.embeds[0]?.title).toBeDefined();
    expect(posted?.embeds[0]?.image).toBeUndefined();
  });

  it('is left out of the next try where Discord refuses files, although the gateway did not say so', async () => {
    await using world = await startTestWorld();
    world.discord.setOverwrite(world.channelId, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.AttachFiles,
    });
    const { notifier, post } = scene(world, PNG);
    const refused = await notifier.send(post, await notifier.drawCharts(world.channelId, post));
    expect(refused).toMatchObject({ type: 'refused', retryAfterMs: 0 });
    const charts = await notifier.drawCharts(world.channelId, post);
    expect(charts.size).toBe(0);
    expect(await notifier.send(post, charts)).toMatchObject({ type: 'sent' });
  });

  it.each(['text', 'summary'] as const)('is not drawn for a message in the layout %s', async (layout) => {
    await using world = await startTestWorld();
    const { notifier, post } = scene(world, PNG);
    expect((await notifier.drawCharts(world.channelId, { ...post, layout })).size).toBe(0);
  });

  it('is not there for an alert without one', async () => {
    await using world = await startTestWorld();
    const { notifier } = scene(world, PNG);
    const post = buildPost(world, { alerts: [saleAlert(1)] });
    await notifier.send(post, await notifier.drawCharts(world.channelId, post));
    expect(payloadIn(world)?.attachments).toEqual([]);
  });
});
