import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { messageOf } from '../lookups/reading.ts';
import { deny, startDraft } from './set-up.ts';

const FOXES = 'Lantern Foxes';
const FLOOR = { alerts: 'floor', collection: FOXES, floor_below: '0.8' };

const chartsIn = (message: { readonly attachments: readonly { readonly filename: string }[] } | undefined) =>
  message?.attachments.map(({ filename }) => filename);
const messageIn = ({ discord, home }: BotWorld) => discord.messages(home.channelId).at(-1)?.payload;

/** A recap of foxes of a day with a sale, before it is confirmed. */
async function draftRecap(world: BotWorld) {
  const { home, marketplace, clock } = world;
  const bot = await world.start();
  marketplace.cause.sale({ collection: 'lantern-foxes', price: 5n * 10n ** 18n });
  clock.advance(60_000);
  await bot.app.poll();
  return messageOf(
    await home.admin.command('alerts recap', { channel: home.channelId, collection: FOXES, recap_hour: '9' }),
  );
}

describe('the chart of an example', () => {
  it('is shown in the preview and in the test of a recap, with what it shows in words', async () => {
    await using world = await startBotWorld();
    const draft = await draftRecap(world);
    await world.home.admin.press(draft, 'Confirm');
    await world.home.admin.command('alerts test', { alert: '1' });
    const test = messageIn(world);

    expect(chartsIn(draft)).toEqual(['chart-1.png']);
    expect(draft.attachments[0]?.description).toMatch(/^Chart from /);
    expect(draft.embeds[0]?.image?.url).toBe(draft.attachments[0]?.url);
    expect(chartsIn(test)).toEqual(['chart-1.png']);
    expect(test?.attachments[0]?.description).toMatch(/^Chart from /);
    expect(test?.embeds[0]?.image?.url).toBe(test?.attachments[0]?.url);
  });

  it('is shown in the preview and in the test of a floor alert, with its threshold', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await bot.app.poll();
    world.clock.advance(3_600_000);
    const draft = await startDraft(home.admin, { channel: home.channelId, ...FLOOR });
    await home.admin.press(draft, 'Confirm');
    await home.admin.command('alerts test', { alert: '1' });
    const test = messageIn(world);

    expect(chartsIn(draft)).toEqual(['chart-1.png']);
    const [, drawn] =
      /Floor from (.*) to 0\.8 S\..* Threshold: 0\.8 S\./.exec(draft.attachments[0]?.description ?? '') ?? [];
    // The real floor, as the chart shows it.
    expect(draft.embeds[0]?.title).toContain(`floor ${drawn?.replace(' S', '')} → 0.8 S (`);
    expect(draft.embeds[0]?.title).toContain(' in 1 minute)');
    expect(chartsIn(test)).toEqual(['chart-1.png']);
    expect(test?.attachments[0]?.description).toContain('Threshold: 0.8 S.');
  });

  it('is left out where the channel would get none, because the bot may not attach files there', async () => {
    await using world = await startBotWorld();
    deny(world, world.home.channelId, PermissionFlagsBits.AttachFiles);
    const draft = await draftRecap(world);
    await world.home.admin.press(draft, 'Confirm');
    await world.home.admin.command('alerts test', { alert: '1' });

    expect(draft.embeds[0]?.title).toContain(FOXES);
    expect(chartsIn(draft)).toEqual([]);
    expect(messageIn(world)?.embeds[0]?.title).toContain(FOXES);
    expect(chartsIn(messageIn(world))).toEqual([]);
  });
});
