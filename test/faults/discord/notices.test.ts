import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { saleAlert } from '../../support/build-alert.ts';
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts';

const POSTING = '/channels/:channelId/messages';
/** Longer than it takes until everybody is notified. */
const A_WHILE_MS = 60_000;

function forbid({ discord, applicationId }: DeliveryWorld, channelId: string): void {
  discord.setOverwrite(channelId, {
    id: applicationId,
    type: 'member',
    deny: PermissionFlagsBits.SendMessages,
  });
}

async function stop(world: DeliveryWorld, channelId: string): Promise<void> {
  await world.enqueue(channelId, [saleAlert(1)]);
  await expect
    .poll(async () => (await world.store.queueStatuses([channelId])).map(({ state }) => state))
    .not.toEqual(['open']);
}

/** Lets time pass until nobody is left to be notified. */
async function untilNotified(world: DeliveryWorld): Promise<void> {
  await expect
    .poll(async () => {
      world.clock.advance(A_WHILE_MS);
      return world.store.dueNotices();
    })
    .toEqual([]);
}

const textsIn = ({ discord }: DeliveryWorld, channelId: string) =>
  discord.messages(channelId).map(({ payload }) => payload.content);

describe('those who made the rules of a channel that takes no alerts any more', () => {
  it('are notified once, in the nearest channel that does, by a mention, where they take no direct messages', async () => {
    await using world = await startDeliveryWorld();
    const { discord, guildId, channelId, ownerId } = world;
    const { id: near } = discord.createChannel({ guildId, name: 'near' });
    discord.setAcceptsDirectMessages(ownerId, false);
    await world.follow(channelId);
    forbid(world, channelId);
    await stop(world, channelId);
    await untilNotified(world);

    await expect
      .poll(() => {
        world.clock.advance(A_WHILE_MS);
        return textsIn(world, near);
      })
      .toEqual([expect.stringContaining(`<@${ownerId}>`)]);
    const [notice] = discord.messages(near);
    expect(notice?.payload.content).toContain(`<#${channelId}>`);
    expect(notice?.payload.mentions.map(({ id }) => id)).toEqual([ownerId]);
    world.clock.advance(A_WHILE_MS);
    await expect.poll(() => world.store.channelsWithWork()).toEqual([]);
    expect(discord.messages(near)).toHaveLength(1);
  });

  it('are notified by direct message, and nobody else reads it', async () => {
    await using world = await startDeliveryWorld();
    const { discord, guildId, channelId, ownerId, applicationId } = world;
    const { id: near } = discord.createChannel({ guildId, name: 'near' });
    await world.follow(channelId);
    forbid(world, channelId);
    await stop(world, channelId);
    await untilNotified(world);
    const { id: direct } = discord.openDirectMessage(ownerId, applicationId);
    await expect.poll(() => textsIn(world, direct)).toEqual([expect.stringContaining(`<#${channelId}>`)]);
    expect(textsIn(world, near)).toEqual([]);
  });

  it('are asked for once where they take no direct messages', async () => {
    await using world = await startDeliveryWorld();
    const { discord, channelId, ownerId, applicationId } = world;
    discord.setAcceptsDirectMessages(ownerId, false);
    const { id: direct } = discord.openDirectMessage(ownerId, applicationId);
    let asked = 0;
    discord.onRequest(({ route, path }) => {
      if (route === POSTING && path.includes(direct)) asked += 1;
    });
    await world.follow(channelId);
    forbid(world, channelId);
    await stop(world, channelId);
    await untilNotified(world);
    await expect.poll(() => asked).toBe(1);
    for (let turn = 0; turn < 3; turn += 1) {
      world.clock.advance(A_WHILE_MS);
      await expect.poll(() => world.store.channelsWithWork()).toEqual([]);
    }
    expect(asked).toBe(1);
  });

  it('are not notified when the bot was removed, because it reaches nobody there', async () => {
    await using world = await startDeliveryWorld();
    const { discord, guildId, channelId, applicationId, ownerId } = world;
    const { id: near } = discord.createChannel({ guildId, name: 'near' });
    await world.follow(channelId);
    discord.kickBot(guildId, applicationId);
    await expect.poll(() => world.guilds.has(guildId)).toBe(false);
    await stop(world, channelId);
    await untilNotified(world);
    const { id: direct } = discord.openDirectMessage(ownerId, applicationId);
    expect([...textsIn(world, near), ...textsIn(world, direct)]).toEqual([]);
  });
});
