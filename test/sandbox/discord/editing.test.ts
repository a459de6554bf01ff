import { GatewayIntentBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

const BUTTON = { type: 2, style: 1, custom_id: 'more', label: 'More' };

async function posted({ call, channelId }: TestWorld, body: object = { content: 'Bid: 1' }) {
  const sent = await call('POST', `/channels/${channelId}/messages`, body);
  const { id } = sent.body as { id: string };
  return { id, path: `/channels/${channelId}/messages/${id}` };
}

describe('a bot that edits its own message', () => {
  it('edits embeds, content and components, and sets the time of the edit', async () => {
    await using world = await startTestWorld();
    const { path, id } = await posted(world, { content: 'Bid: 1', embeds: [{ title: 'Punk 1' }] });

    const edited = await world.call('PATCH', path, {
      embeds: [{ title: 'Punk 1, sold' }],
      components: [{ type: 1, components: [BUTTON] }],
    });

    expect(edited).toMatchObject({
      status: 200,
      body: {
        id,
        content: 'Bid: 1',
        embeds: [{ title: 'Punk 1, sold' }],
        components: [{ components: [{ custom_id: 'more' }] }],
        edited_timestamp: expect.stringMatching(/^\d{4}-/),
      },
    });
    expect(world.member.messages()).toEqual([edited.body]);
  });

  it('is dispatched as MESSAGE_UPDATE to a client with the intent', async () => {
    await using world = await startTestWorld();
    const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
    const { applicationId } = world;
    const client = await world.connect({ intents: [Guilds, GuildMessages] });
    const heard = new Promise<string>((resolve) => {
      client.on('messageUpdate', (_before, after) => resolve(`${after.author?.id} ${after.content}`));
    });
    const { path } = await posted(world);

    await world.call('PATCH', path, { content: 'Bid: 2' });

    expect(MessageContent & client.options.intents.bitfield).toBe(0);
    expect(await heard).toBe(`${applicationId} Bid: 2`);
  });

  it('has another bucket than for new messages', async () => {
    await using world = await startTestWorld({ now: () => Date.parse('2026-11-21T10:00:00Z') });
    const { path } = await posted(world);
    for (let count = 1; count < 5; count += 1) await posted(world);
    const sixth = await world.call('POST', `/channels/${world.channelId}/messages`, { content: 'Bid: 6' });

    const edits = [];
    for (let count = 0; count < 6; count += 1)
      edits.push((await world.call('PATCH', path, { content: `Bid: ${count}` })).status);

    expect(sixth.status).toBe(429);
    expect(edits).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is limited with 30046 when too many of the messages are older than an hour', async () => {
    let nowMs = Date.parse('2026-11-21T10:00:00Z');
    await using world = await startTestWorld({ now: () => nowMs });
    const { path } = await posted(world);
    nowMs += 3_601_000;
    const fresh = await posted(world);
    const edit = (at: string) => world.call('PATCH', at, { content: 'Sold' });

    for (let count = 0; count < 3; count += 1) expect((await edit(path)).status).toBe(200);
    expect(await edit(path)).toMatchObject({ status: 429, body: { code: 30046, retry_after: 20 } });
    expect((await edit(fresh.path)).status).toBe(200);
    nowMs += 20_000;
    expect((await edit(path)).status).toBe(200);
  });

  it('applies allowed_mentions to the new content, and pings nobody', async () => {
    await using world = await startTestWorld();
    const { path } = await posted(world);
    const content = `<@${world.memberId}> leads`;

    const quiet = await world.call('PATCH', path, { content, allowed_mentions: { parse: [] } });
    const named = await world.call('PATCH', path, { content });

    expect(quiet.body).toMatchObject({ mentions: [] });
    expect(named.body).toMatchObject({ mentions: [{ id: world.memberId }] });
    expect(world.member.messages().map((message) => world.member.isPinged(message))).toEqual([false]);
  });

  it('makes suppressed embeds show again', async () => {
    await using world = await startTestWorld();
    const suppress = 1 << 2;
    const { path } = await posted(world, { content: 'Sold', flags: suppress });

    expect((await world.call('PATCH', path, { content: 'Still' })).body).toMatchObject({ flags: suppress });
    expect((await world.call('PATCH', path, { flags: 0 })).body).toMatchObject({ flags: 0 });
  });

  it('edits embeds that a moderator removed, and shows them once that is undone', async () => {
    await using world = await startTestWorld();
    const { path } = await posted(world, { embeds: [{ title: 'One bid' }] });
    const id = path.split('/').at(-1) ?? '';
    world.discord.suppressEmbeds(id);

    const edited = await world.call('PATCH', path, { embeds: [{ title: 'Two bids' }] });
    expect(edited).toMatchObject({ status: 200, body: { embeds: [], flags: 1 << 2 } });
    expect((await world.call('GET', path)).body).toMatchObject({ embeds: [] });

    world.discord.suppressEmbeds(id, false);
    expect((await world.call('GET', path)).body).toMatchObject({ embeds: [{ title: 'Two bids' }] });
  });
});
