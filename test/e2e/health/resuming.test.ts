import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { allow, deny, listOf, textOf } from '../setup/set-up.ts';
import {
  isNotice,
  STOPPED,
  stoppedChannelsField,
  suspended,
  untilDirectMessages,
} from './suspend-channel.ts';

describe('a suspended channel', () => {
  it('/alerts resume posts everything that waited, in order, once the reason is gone', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    // Discord refuses for a reason that the gateway does not report, as for a bot in time-out.
    const refusing = discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );
    const due = await suspended(world, bot, 2);
    await untilDirectMessages(world, 1);
    const early = textOf(await home.admin.command('alerts resume', { alert: '1' }));
    await bot.log.until(STOPPED, 2);
    refusing();
    due.push(...sellFoxes(world, 1));
    await bot.app.poll();

    const resumed = textOf(await home.admin.command('alerts resume', { alert: '1' }));

    expect(early).toContain('is active');
    expect(resumed).toContain('▶ Alert #1 in');
    expect(itemsPosted(await world.untilPosted(watched, 3))).toEqual(due);
    expect(await listOf(home.admin)).toContain('▶ active');
  });

  it('resumes automatically when the permission is restored, and a second suspension sends a new notice', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, Bits.SendMessages);
    const due = await suspended(world, bot);
    await untilDirectMessages(world, 1);
    allow(world, watched);
    await world.untilPosted(watched, 1);
    await bot.log.until('posted', 2);

    deny(world, watched, Bits.SendMessages);
    due.push(...(await suspended(world, bot)));
    const notices = await untilDirectMessages(world, 2);
    allow(world, watched);

    expect(itemsPosted(await world.untilPosted(watched, 2))).toEqual(due);
    expect(notices.filter(isNotice)).toHaveLength(2);
  });

  it('cannot be resumed while a permission is missing, which the answer names', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    deny(world, home.channelId, Bits.EmbedLinks | Bits.SendMessages);
    await suspended(world, bot);

    expect(textOf(await home.admin.command('alerts resume', { alert: '1' }))).toContain(
      'Give me “Send Messages” and “Embed Links” there',
    );
    expect(await listOf(home.admin)).toContain('⚠ stopped');
  });

  it.each([
    ['Send Messages', Bits.SendMessages],
    ['Embed Links', Bits.EmbedLinks],
    ['View Channel', Bits.ViewChannel],
    ['Send Messages” and “Embed Links', Bits.SendMessages | Bits.EmbedLinks],
  ])('notice, health and list name the same remedy: “%s” and no more', async (names, bits) => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    deny(world, watched, bits);

    await suspended(world, bot);
    const [notice] = await untilDirectMessages(world, 1);
    const health = await stoppedChannelsField(home.admin);
    const list = await listOf(home.admin);

    expect(notice?.content).toContain(`To continue, give me “${names}” there.`);
    expect(health).toContain(`to continue, give me “${names}” there`);
    expect(list).toContain(`to continue, give me “${names}” there`);
  });

  it('notice, health and list name resuming as the remedy when no permission is missing', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const watched = home.addChannel('watched');
    await home.follow(watched, FOXES);
    discord.faults.add(
      { do: 'answer', status: 403, code: 50_013 },
      { method: 'POST', where: ({ params }) => params['channelId'] === watched },
    );

    await suspended(world, bot);
    const [notice] = await untilDirectMessages(world, 1);

    for (const text of [notice?.content, await stoppedChannelsField(home.admin), await listOf(home.admin)]) {
      expect(withPlainCommands(text ?? '')).toContain(
        'I retry at least every hour, or immediately after `/alerts resume`',
      );
      expect(text).toContain('although I have the required permissions');
      expect(text).not.toContain('To continue');
      expect(text).not.toContain('give me');
    }
  });
});
