import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../../sandbox/discord/faults/faults.ts';
import { WARN } from '../../support/bot-log.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const NONCE_WINDOW_MS = 60_000;
const REQUEST_LIFETIME_MS = 7_000;
/** Three pages of history. */
const CHATTER = 250;

/** A fox is sold, and the answer to its message is lost. */
async function worldWith(fault: FaultAction) {
  const world = await startBotWorld({ nonceWindowMs: NONCE_WINDOW_MS });
  const bot = await world.start();
  await world.home.follow(world.home.channelId);
  const over = world.discord.faults.add(fault, { ...POSTING, times: 1 });
  const requests = messageRequests(world.discord);
  const due = sellFoxes(world, 1);
  await bot.app.poll();
  await bot.log.until('no response to a message');
  over();
  return { world, bot, requests, due };
}

/** Others write in the channel. */
async function postOthers(world: BotWorld): Promise<void> {
  for (let number = 0; number < CHATTER; number += 1) {
    await world.requestAsBot('POST', `/channels/${world.home.channelId}/messages`, {
      content: `chatter ${number}`,
    });
  }
}

describe('a message without an answer, past the nonce window', () => {
  it('is found below more than two hundred later messages', async () => {
    const { world, bot, due } = await worldWith({ do: 'process-then-reset' });
    await using _world = world;
    await postOthers(world);

    world.clock.advance(NONCE_WINDOW_MS + 1_000);
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 2))).toEqual([...due, ...later]);
  });

  it('is sent when it is not among more than two hundred later messages', async () => {
    const { world, due } = await worldWith({ do: 'reset' });
    await using _world = world;
    await postOthers(world);

    world.clock.advance(NONCE_WINDOW_MS + 1_000);

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 1))).toEqual(due);
  });

  it('waits while Discord does not let the channel be read, says so once at warn, and is then settled', async () => {
    const { world, bot, due, requests } = await worldWith({ do: 'process-then-reset' });
    await using _world = world;
    // Its messages by their ids as well: a channel that cannot be listed alone is held.
    const over = world.discord.faults.add(
      { do: 'answer', status: 503, body: '<html>' },
      { method: 'GET', where: ({ route }) => route?.startsWith(POSTING.route) === true },
    );
    world.clock.advance(NONCE_WINDOW_MS + 1_000);
    await expect
      .poll(() => {
        world.clock.advance(NONCE_WINDOW_MS);
        return bot.log.linesWith('channel read-back failed').filter(({ level }) => level >= WARN);
      })
      .toHaveLength(1);
    expect(requests.all).toHaveLength(1);

    over();
    world.clock.advance(NONCE_WINDOW_MS);
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(world.home.channelId, 2))).toEqual([...due, ...later]);
  });
});

describe('a message without an answer that a moderator deletes', () => {
  it('is not posted again within the nonce window', async () => {
    const { world, bot, requests } = await worldWith({ do: 'process-then-reset' });
    await using _world = world;
    const { channelId } = world.home;
    const [message] = world.discord.messages(channelId);
    await world.requestAsBot('DELETE', `/channels/${channelId}/messages/${message?.id ?? ''}`);

    world.clock.advance(REQUEST_LIFETIME_MS);
    await requests.until(2);
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    expect(itemsPosted(await world.untilPosted(channelId, 1))).toEqual(later);
  });
});
