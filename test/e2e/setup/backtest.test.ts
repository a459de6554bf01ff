import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { messageOf } from '../lookups/reading.ts';
import { textOf } from './set-up.ts';

/** Waits until a message is edited to a text like this. */
function untilEdited({ discord }: BotWorld, wanted: RegExp): Promise<APIMessage> {
  let found: APIMessage | undefined;
  return waitUntil({
    read: () => found,
    listen: (changed) =>
      discord.onMessage(({ kind, message }) => {
        if (kind !== 'edited' || !wanted.test(message.payload.content)) return;
        found = structuredClone(message.payload);
        changed();
      }),
    what: () => `an edit to ${wanted}`,
  });
}

describe('the preview of an alert', () => {
  it('counts the sales and the other events that it would have posted', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;
    sellFoxes(world, 7);
    world.marketplace.cause.transfer({ collection: FOXES });
    await bot.app.poll();
    const edited = untilEdited(world, /Sales since/);

    const draft = await admin.command('alerts add', {
      ...{ channel: channelId, collection: FOXES, alerts: 'sales, transfers' },
    });

    expect(textOf(draft)).not.toContain('Sales since');
    const { content, embeds } = await edited;
    // The market had some sales shortly before the bot was started.
    const sales = /\*\*Sales since <t:\d+:f>:\*\* (\d+) messages\./.exec(content)?.[1];
    expect(Number(sales)).toBeGreaterThanOrEqual(7);
    expect(content).toMatch(/\*\*Other events since <t:\d+:f>:\*\* 1 message\./);
    expect(embeds).toEqual(messageOf(draft).embeds);
  });

  it('warns of a flood, and offers a price that narrows it', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;
    for (let sale = 1; sale <= 120; sale += 1)
      world.marketplace.cause.sale({ collection: FOXES, price: BigInt(sale) * 10n ** 18n });
    await bot.app.poll();
    const edited = untilEdited(world, /about 1\d\d messages a day/);

    await admin.command('alerts add', { channel: channelId, collection: FOXES, price_to: '500' });
    const flooded = await edited;
    expect(flooded.content).not.toContain('per hour');
    const narrowed = await admin.press(flooded, '110 S and up: at most 20 a day');

    expect(textOf(narrowed)).toContain('110 S to 500 S');
    expect((await untilEdited(world, /:\*\* 11 messages\./)).content).not.toContain('a day');
  });
});
