import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const MINUTE_MS = 60_000;
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const HELD = 'delivery not verifiable';

/** A message that Discord took without an answer; what becomes of its channel's history; and time until its nonce is forgotten. */
async function lostAnswer(breakHistory: (world: BotWorld) => void) {
  const world = await startBotWorld({ nonceWindowMs: MINUTE_MS });
  const bot = await world.start();
  const { home, discord, clock } = world;
  await home.follow(home.channelId);
  const over = discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
  const due = sellFoxes(world, 1);
  await bot.app.poll();
  await bot.log.until('no response to a message');
  over();
  breakHistory(world);
  clock.advance(2 * MINUTE_MS);
  return { world, bot, due };
}

/** Lets minutes go by until `isOver`, at most these. Resolves to how many it took. */
async function minutesUntil({ clock }: BotWorld, isOver: () => boolean, atMost: number): Promise<number> {
  let seconds = 0;
  await expect
    .poll(
      () => {
        if (isOver() || seconds >= atMost * 60) return true;
        clock.advance(5_000);
        seconds += 5;
        return false;
      },
      { interval: 30, timeout: 60_000 },
    )
    .toBe(true);
  return seconds / 60;
}

describe('a channel whose messages Discord cannot list', () => {
  it('is held after five minutes, named in health and list, and settled when an admin answers', async () => {
    const { world, bot, due } = await lostAnswer(({ discord, home }) =>
      discord.setListable(home.channelId, false),
    );
    await using _world = world;
    const { home } = world;

    const minutes = await minutesUntil(world, () => bot.log.linesWith(HELD).length > 0, 15);

    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThan(8);
    const list = await home.admin.command('alerts list');
    expect(list.message?.embeds[0]?.description).toContain('Discord can’t list the messages there');
    const health = await home.admin.command('alerts health');
    const fields = health.message?.embeds[0]?.fields ?? [];
    expect(fields.find(({ name }) => name === 'Stopped channels')?.value).toContain('can’t list');
    expect(fields.find(({ name }) => name === 'Were these messages posted?')?.value).toContain('Lantern Fox');

    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    if (health.message === null) throw new Error('There is no answer.');
    await home.admin.press(health.message, '#sales: mark as posted');
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });

  it('waits while Discord answers nothing else about its messages either, and asks nobody', async () => {
    const outage = { do: 'answer', status: 500 } as const;
    const { world, bot, due } = await lostAnswer(({ discord }) => {
      discord.faults.add(outage, { method: 'GET', route: '/channels/:channelId/messages' });
      discord.faults.add(outage, { method: 'GET', route: '/channels/:channelId/messages/:messageId' });
    });
    await using _world = world;
    const { home, discord } = world;

    await minutesUntil(world, () => false, 15);
    expect(bot.log.linesWith(HELD)).toEqual([]);

    discord.faults.clear();
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();
    await minutesUntil(world, () => discord.messages(home.channelId).length >= 2, 5);
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(due);
  });
});
