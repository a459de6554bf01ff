import { ChannelType, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { startFixedServer, text } from './fixed-server.ts';
import {
  buildLiveMessage,
  buildPost,
  createNotifierAt,
  createTestNotifier,
  postLiveMessage,
} from './test-notifier.ts';

describe('editing a live message', () => {
  it('shows its topic’s state under the kind and the reference that it was posted with', async () => {
    await using world = await startTestWorld();
    const notifier = createTestNotifier(world);
    const { card, post } = await postLiveMessage(world);
    expect(await notifier.edit(card)).toEqual({ type: 'done' });
    const [message, ...others] = world.discord.messages(world.channelId);
    expect(others).toEqual([]);
    expect(JSON.stringify(message?.payload.embeds)).toContain('7 ETH');
    expect(await notifier.readBack(post)).toMatchObject({ type: 'found', messageId: card.messageId });
  });

  it('keeps the mention of a role and pings nobody', async () => {
    await using world = await startTestWorld();
    const { id: roleId } = world.discord.createRole({ guildId: world.guildId, name: 'collectors' });
    const { card } = await postLiveMessage(world, { pingRoleIds: [roleId] });
    await createTestNotifier(world).edit(card);
    expect(world.discord.messages(world.channelId)[0]?.payload.content).toContain(`<@&${roleId}>`);
  });

  it('of a message that was deleted is impossible', async () => {
    await using world = await startTestWorld();
    const { card } = await postLiveMessage(world);
    await world.call('DELETE', `/channels/${world.channelId}/messages/${card.messageId}`);
    expect(await createTestNotifier(world).edit(card)).toMatchObject({ type: 'impossible' });
  });

  it.each([
    ['may not be seen any more', 'paused', 50_001],
    ['was deleted', 'closed', 10_003],
  ])('in a channel that %s stops its queue', async (what, state, code) => {
    await using world = await startTestWorld();
    const { card } = await postLiveMessage(world);
    const hidden = {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.ViewChannel,
    } as const;
    if (what === 'was deleted') world.discord.deleteChannel(world.channelId);
    else world.discord.setOverwrite(world.channelId, hidden);
    const outcome = await createTestNotifier(world).edit(card);
    expect(outcome).toMatchObject({ type: 'stopped', state, code });
  });

  it.each([
    ['was lost', 'process-then-reset'],
    ['never came', 'reset'],
  ] as const)('whose answer %s is for later', async (_what, fault) => {
    await using world = await startTestWorld();
    const { card } = await postLiveMessage(world);
    world.discord.faults.add({ do: fault }, { method: 'PATCH', times: 1 });
    expect(await createTestNotifier(world).edit(card)).toMatchObject({ type: 'later' });
    expect(await createTestNotifier(world).edit(card)).toEqual({ type: 'done' });
  });

  it('does not accept a page of a proxy as proof', async () => {
    await using server = await startFixedServer(text(200, '<html>Please log in</html>'));
    const notifier = createNotifierAt(server.apiUrl);
    expect(await notifier.edit(buildLiveMessage('2000', '1000'))).toMatchObject({ type: 'later' });
    expect(await notifier.publish('1000', '2000')).toMatchObject({ type: 'later' });
  });
});

describe('publishing a message', () => {
  it('sends it to the following servers; a second time does nothing', async () => {
    await using world = await startTestWorld();
    const { id: channelId } = world.discord.createChannel({
      guildId: world.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    });
    const notifier = createTestNotifier(world);
    const sent = await notifier.send(buildPost(world, { channelId }));
    const messageId = sent.type === 'sent' ? (sent.messageId ?? '') : '';
    expect(await notifier.publish(channelId, messageId)).toEqual({ type: 'done' });
    expect(world.discord.messages(channelId)[0]?.payload.flags).toBe(MessageFlags.Crossposted);
    expect(await notifier.publish(channelId, messageId)).toEqual({ type: 'done' });
  });

  it('is impossible in a channel that is no announcement channel', async () => {
    await using world = await startTestWorld();
    const { card } = await postLiveMessage(world);
    expect(await createTestNotifier(world).publish(world.channelId, card.messageId)).toMatchObject({
      type: 'impossible',
    });
  });
});
