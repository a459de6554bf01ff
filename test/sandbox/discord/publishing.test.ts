import { ChannelType, MessageFlags, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld, type TestWorld } from './world.ts';

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;

const announcements = ({ discord, guildId }: TestWorld): string =>
  discord.createChannel({ guildId, name: 'news', type: ChannelType.GuildAnnouncement }).id;

async function post(world: TestWorld, channelId: string, more: object = {}): Promise<string> {
  return idOf(await world.call('POST', `/channels/${channelId}/messages`, { content: 'News', ...more }));
}

const publish = ({ call }: TestWorld, channelId: string, messageId: string) =>
  call('POST', `/channels/${channelId}/messages/${messageId}/crosspost`);

describe('publishing a message', () => {
  it('flags it as published, once, and an edit keeps the flag', async () => {
    await using world = await startTestWorld();
    const channelId = announcements(world);
    const id = await post(world, channelId);

    expect(await publish(world, channelId, id)).toMatchObject({
      status: 200,
      body: { id, flags: MessageFlags.Crossposted, edited_timestamp: null },
    });
    expect(await publish(world, channelId, id)).toMatchObject({ status: 400, body: { code: 40033 } });
    const path = `/channels/${channelId}/messages/${id}`;
    expect((await world.call('PATCH', path, { content: 'More' })).body).toMatchObject({
      flags: MessageFlags.Crossposted,
    });
  });

  it('is refused outside announcement channels with 50024', async () => {
    await using world = await startTestWorld();

    expect(await publish(world, world.channelId, await post(world, world.channelId))).toMatchObject({
      status: 400,
      body: { code: 50024 },
    });
  });

  it('is refused for anything but an ordinary message with 50068', async () => {
    await using world = await startTestWorld();
    const channelId = announcements(world);
    const first = await post(world, channelId);
    const reply = await post(world, channelId, { message_reference: { message_id: first } });

    expect(world.discord.messages(channelId)[1]?.payload.type).toBe(MessageType.Reply);
    expect(await publish(world, channelId, reply)).toMatchObject({ status: 400, body: { code: 50068 } });
  });

  it('is refused for a deleted message with 10008', async () => {
    await using world = await startTestWorld();
    const channelId = announcements(world);
    const id = await post(world, channelId);
    await world.call('DELETE', `/channels/${channelId}/messages/${id}`);

    expect(await publish(world, channelId, id)).toMatchObject({ status: 404, body: { code: 10008 } });
  });

  it('is allowed ten times an hour in a channel, and then refused with 429 for the rest of the hour', async () => {
    let nowMs = Date.parse('2026-11-21T10:00:00Z');
    await using world = await startTestWorld({ now: () => nowMs });
    const channelId = announcements(world);
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      ids.push(await post(world, channelId));
      nowMs += 5_000;
    }
    const statuses: number[] = [];
    for (const id of ids.slice(0, 10)) statuses.push((await publish(world, channelId, id)).status);
    const eleventh = ids[10] ?? '';

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await publish(world, channelId, eleventh)).toMatchObject({
      status: 429,
      body: { retry_after: 3_600, global: false },
    });
    nowMs += 3_600_000;
    expect((await publish(world, channelId, eleventh)).status).toBe(200);
  });
});
