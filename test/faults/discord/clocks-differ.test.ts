import { describe, expect, it } from 'vitest';
import { saleAlert } from '../../support/build-alert.ts';
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
/** Longer than Discord remembers nonces. */
const PAST_THE_WINDOW_MS = 6 * MINUTE_MS;

/** Posts a sale whose message Discord accepts and whose answer is lost. */
async function loseAnswer(world: DeliveryWorld): Promise<void> {
  const { discord, channelId } = world;
  await world.follow(channelId);
  discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
  await world.enqueue(channelId, [saleAlert(1)]);
  await expect.poll(() => discord.messages(channelId)).toHaveLength(1);
}

const titlesIn = ({ discord, channelId }: DeliveryWorld) =>
  discord.messages(channelId).map(({ payload }) => payload.embeds[0]?.title);

/** Enqueues the next sale, which is posted once the first message is settled; returns the titles that the channel then has. */
async function titlesWithNext(world: DeliveryWorld) {
  await world.enqueue(world.channelId, [saleAlert(2)]);
  await expect
    .poll(() => {
      world.clock.advance(10_000);
      return titlesIn(world).length;
    })
    .toBeGreaterThan(1);
  return titlesIn(world);
}

const BOTH_ONCE = [expect.stringContaining('#1**'), expect.stringContaining('#2**')];

describe('a message whose answer was lost, where Discord’s clock and ours differ', () => {
  it.each([
    ['two hours behind', -2 * HOUR_MS],
    ['ten minutes behind', -10 * MINUTE_MS],
    ['ten minutes ahead', 10 * MINUTE_MS],
    ['two hours ahead', 2 * HOUR_MS],
  ])('is found: Discord’s is %s', async (_how, clockOffsetMs) => {
    await using world = await startDeliveryWorld({ discordAheadMs: () => clockOffsetMs });
    await loseAnswer(world);
    world.clock.advance(PAST_THE_WINDOW_MS);
    expect(await titlesWithNext(world)).toEqual(BOTH_ONCE);
  });

  it.each([
    ['was eight hours ahead and is set right', -8 * HOUR_MS, -8 * HOUR_MS],
    ['was right and is set eight hours ahead', 0, 8 * HOUR_MS],
    ['was eight hours behind and is set right', 8 * HOUR_MS, 8 * HOUR_MS],
    ['was right and is set eight hours back', 0, -8 * HOUR_MS],
  ])('is found: ours %s before the read-back', async (_how, aheadAtFirstMs, setByMs) => {
    let clockOffsetMs = aheadAtFirstMs;
    await using world = await startDeliveryWorld({ discordAheadMs: () => clockOffsetMs });
    await loseAnswer(world);
    // Discord's clock goes on as ever.
    clockOffsetMs -= setByMs;
    world.clock.set(setByMs);
    world.clock.advance(PAST_THE_WINDOW_MS);
    expect(await titlesWithNext(world)).toEqual(BOTH_ONCE);
  });
});
