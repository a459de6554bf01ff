import { describe, expect, it } from 'vitest';
import { saleAlert } from '../../support/build-alert.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts';

const NONCE_WINDOW_MS = 60_000;
/** When a message without an answer is repeated, ms after its first try; the last time before Discord may forget its nonce. */
const REPEATED_AT_MS = [7_000, 14_000, 21_000, 29_000, 44_000, 59_000] as const;
/** At 48 requests a second it takes them six seconds, so a channel behind them all gets its permit too late for the nonce. */
const CROWD = 300;

/** So many other channels of the server, with one message each that waits for a permit. */
function enqueueInOthers(world: DeliveryWorld): Promise<void>[] {
  return Array.from({ length: CROWD }, (_, number) => {
    const { id } = world.discord.createChannel({ guildId: world.guildId, name: `crowd-${number}` });
    return world.enqueue(id, [saleAlert(1_000 + number)]);
  });
}

function postedIn(world: DeliveryWorld, channelId: string, count: number): Promise<unknown> {
  return waitUntil({
    read: () => (world.discord.messages(channelId).length >= count ? true : undefined),
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `${count} messages; there are ${world.discord.messages(channelId).length}`,
  });
}

describe('a message without an answer whose repetition waits behind hundreds of other channels', () => {
  it('is looked for in its channel instead, once Discord may have forgotten its nonce meanwhile', async () => {
    await using world = await startDeliveryWorld({ nonceWindowMs: NONCE_WINDOW_MS, rateLimits: false });
    const { discord, channelId, clock } = world;
    const requests = messageRequests(discord);
    const here = { method: 'POST', route: `/channels/${channelId}/messages` };
    discord.faults.add({ do: 'process-then-reset' }, { ...here, times: 1 });
    const beganAt = clock.now();
    await world.enqueue(channelId, [saleAlert(1)]);
    await requests.until(1);
    discord.faults.add({ do: 'reset' }, { ...here, times: REPEATED_AT_MS.length - 1 });
    for (const [index, ms] of REPEATED_AT_MS.slice(0, -1).entries()) {
      clock.advance(beganAt + ms + 50 - clock.now());
      await requests.until(index + 2);
    }

    await Promise.all(enqueueInOthers(world));
    clock.advance(beganAt + REPEATED_AT_MS[5] + 50 - clock.now());
    await world.enqueue(channelId, [saleAlert(2)]);
    await postedIn(world, channelId, 2);

    const texts = discord.messages(channelId).map(({ payload }) => JSON.stringify(payload.embeds));
    expect(texts.filter((text) => text.includes('Punk #1'))).toHaveLength(1);
    expect(texts).toHaveLength(2);
  });
});
