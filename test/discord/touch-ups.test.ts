import { ChannelType, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { startAnsweringServer, text } from './answering-server.ts';
import { cardOf, notifierAt, notifierOf, postedCard, postIn } from './notifying.ts';

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
    const notifier = notifierAt(server.apiUrl);
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
