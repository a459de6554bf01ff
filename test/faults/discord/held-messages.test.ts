import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import {
  allow,
  customIdOf,
  deny,
  forgedButton,
  manager,
  removeAlert,
  textOf,
} from '../../e2e/setup/set-up.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { postChatter } from '../../support/chatter.ts';
import { messageRequests } from '../../support/message-requests.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STOPPED_AT = Date.parse('2026-03-20T14:00:00Z');
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const HELD = 'delivery not verifiable';
/** Longer than the bot relies on Discord's memory of nonces, and than it takes until people are notified. */
const PAST_THE_WINDOW_MS = 2 * MINUTE_MS;
const WAS_POSTED = '#sales: mark as posted';
const POST_IT = '#sales: post now';

/** Whether Discord takes the message whose answer is lost. */
type Fault = 'process-then-reset' | 'reset';

/** Whoever gets an answer knows that the bot has heard of everything that happened before. */
async function theBotHasHeard({ home }: BotWorld): Promise<void> {
  await home.admin.command('alerts list');
}

/** A message without an answer, in a channel that the bot may not read. `due` is what is to be posted in the channel. */
async function heldWorld(fault: Fault) {
  const world = await startBotWorld({ nonceWindowMs: MINUTE_MS });
  const bot = await world.start();
  const { home, discord, clock } = world;
  const near = home.addChannel('near');
  await home.follow(home.channelId);
  const over = discord.faults.add({ do: fault }, { ...POSTING, times: 1 });
  const due = sellFoxes(world, 1);
  await bot.app.poll();
  await bot.log.until('no response to a message');
  over();
  deny(world, home.channelId, Bits.ReadMessageHistory);
  await theBotHasHeard(world);
  clock.advance(PAST_THE_WINDOW_MS);
  await bot.log.until(HELD);
  due.push(...sellFoxes(world, 1));
  await bot.app.poll();
  return { world, bot, near, due };
}

/** `/alerts health`, as somebody sees it. */
async function healthOf(person: Person) {
  const { message } = await person.command('alerts health');
  if (message === null) throw new Error('There is no answer.');
  const [embed] = message.embeds;
  const field = (name: string) => embed?.fields?.find((one) => one.name === name)?.value ?? '';
  return { message, title: embed?.title, field };
}

/** The notices about the channel, wherever they are posted. */
const noticesIn = ({ discord, home }: BotWorld, near: string) =>
  [
    ...discord.messages(near).map(({ payload }) => payload.content),
    ...home.admin.directMessages().map(({ content }) => content),
  ].filter((text) => text.includes(`<#${home.channelId}>`));

async function startAgain(world: BotWorld, bot: Bot): Promise<Bot> {
  await bot[Symbol.asyncDispose]();
  return world.start();
}

describe('a message that cannot be verified as posted', () => {
  it('holds its channel until an admin decides, and delays no other channel', async () => {
    const { world, bot, due } = await heldWorld('process-then-reset');
    await using _world = world;
    const other = world.addServer('other');
    await other.follow(other.channelId);
    const requests = messageRequests(world.discord);
    for (let hour = 0; hour < 3; hour += 1) {
      world.clock.advance(HOUR_MS);
      const later = sellFoxes(world, 1);
      due.push(...later);
      await bot.app.poll();
      await world.untilPosted(other.channelId, hour + 1);
    }
    const toHome = requests.all.filter(({ path }) => path.includes(world.home.channelId));
    expect(toHome).toEqual([]);
    expect(itemsPosted(world.embeds(world.home.channelId))).toEqual(due.slice(0, 1));
  });

  it('is notified to its rules’ creators once, and shown by /alerts health', async () => {
    const { world, bot, near } = await heldWorld('process-then-reset');
    await using _world = world;
    const { home, clock } = world;
    await expect
      .poll(() => {
        clock.advance(10_000);
        return noticesIn(world, near);
      })
      .toEqual([expect.stringContaining('“Read Message History”')]);

    const { title, field } = await healthOf(home.admin);
    expect(title).toBe('Alerts need attention');
    expect(field('Stopped channels')).toContain(`<#${home.channelId}>: `);
    expect(field('Stopped channels')).toContain('“Read Message History”');
    expect(field('Were these messages posted?')).toContain(`<#${home.channelId}>: `);
    expect(field('Were these messages posted?')).toContain(' sold for ');

    const again = await startAgain(world, bot);
    clock.advance(HOUR_MS);
    await again.app.poll();
    await theBotHasHeard(world);
    expect(noticesIn(world, near)).toHaveLength(1);
  });

  it.each([
    ['it was posted, and it is there', 'process-then-reset', WAS_POSTED],
    ['it is to be posted, and it is not there', 'reset', POST_IT],
  ] as const)('is settled when an admin says: %s', async (_what, fault, label) => {
    const { world, due } = await heldWorld(fault);
    await using _world = world;
    const { admin, channelId } = world.home;
    const { message } = await healthOf(admin);

    const reply = await admin.press(message, label);

    expect(textOf(reply)).toContain(`<#${channelId}>`);
    expect(itemsPosted(await world.untilPosted(channelId, 2))).toEqual(due);
    const { field } = await healthOf(admin);
    expect(field('Stopped channels')).toBe('');
    expect(field('Were these messages posted?')).toBe('');
  });

  it('is posted hours later, however old it is by then, when an admin says so', async () => {
    const { world, due } = await heldWorld('reset');
    await using _world = world;
    const { admin, channelId } = world.home;
    world.clock.advance(7 * HOUR_MS);
    const { message } = await healthOf(admin);

    await admin.press(message, POST_IT);

    expect(itemsPosted(await world.untilPosted(channelId, 1))).toEqual(due.slice(0, 1));
  });

  it('waits over a restart, and the buttons from before it work', async () => {
    const { world, bot, due } = await heldWorld('process-then-reset');
    await using _world = world;
    const { admin, channelId } = world.home;
    const { message } = await healthOf(admin);
    const next = await startAgain(world, bot);
    expect(next.log.linesWith(HELD)).toEqual([]);
    expect(itemsPosted(world.embeds(channelId))).toEqual(due.slice(0, 1));

    await admin.press(message, WAS_POSTED);

    expect(itemsPosted(await world.untilPosted(channelId, 2))).toEqual(due);
  });

  it('is posted once after an admin said so, also when the bot stops before it could', async () => {
    const { world, bot, due } = await heldWorld('reset');
    await using _world = world;
    const { home, discord } = world;
    const { message } = await healthOf(home.admin);
    const over = discord.faults.add({ do: 'answer', status: 429, body: 'wait' }, POSTING);
    const requests = messageRequests(discord);
    await home.admin.press(message, POST_IT);
    await requests.until(1);
    await bot[Symbol.asyncDispose]();
    over();

    world.clock.advance(MINUTE_MS);
    allow(world, home.channelId);
    await world.start();

    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });

  it('is decided once: a second press says that it is settled', async () => {
    const { world, due } = await heldWorld('reset');
    await using _world = world;
    const { admin, channelId } = world.home;
    const first = await healthOf(admin);
    const second = await healthOf(admin);
    await admin.press(first.message, POST_IT);
    await world.untilPosted(channelId, 2);

    expect(textOf(await admin.press(second.message, POST_IT))).toContain('already been answered');

    expect(itemsPosted(world.embeds(channelId))).toEqual(due);
  });

  it('is decided by those alone who may manage alerts, and in their server alone', async () => {
    const { world, due } = await heldWorld('process-then-reset');
    await using _world = world;
    const { home } = world;
    const { message } = await healthOf(home.admin);
    const customId = customIdOf(message, POST_IT);
    const forged = await forgedButton(world, world.home.addChannel('open'), customId);
    expect(textOf(await home.member.press(forged, 'Press'))).toContain('Manage Server');

    const other = world.addServer('other');
    const asked = await other.admin.command('alerts list');
    const [, name, , argument] = customId.split('.');
    const requester = asked.message?.interaction_metadata?.user.id;
    const foreign = await forgedButton(world, other.channelId, `do.${name}.${requester}.${argument}`);
    expect(textOf(await other.admin.press(foreign, 'Press'))).toContain('already been answered');

    expect(itemsPosted(world.embeds(home.channelId))).toEqual(due.slice(0, 1));
    expect((await healthOf(home.admin)).field('Were these messages posted?')).not.toBe('');
  });

  it('cannot be decided by members who may not write there, and is hidden from those who cannot see it', async () => {
    const { world, due } = await heldWorld('process-then-reset');
    await using _world = world;
    const { home, discord, applicationId } = world;
    const { channelId, guildId } = home;
    const { person, userId } = await manager(world);
    const { message } = await healthOf(person);
    discord.setOverwrite(channelId, {
      id: applicationId,
      type: 'member',
      allow: Bits.ViewChannel | Bits.SendMessages,
      deny: Bits.ReadMessageHistory,
    });
    discord.setOverwrite(channelId, { id: guildId, type: 'role', deny: Bits.SendMessages });
    expect(textOf(await person.press(message, WAS_POSTED))).toContain('You can’t send messages');

    discord.setOverwrite(channelId, { id: guildId, type: 'role', deny: Bits.ViewChannel });
    const elsewhere = discord.person({ userId, channelId: home.addChannel('elsewhere') });
    expect((await healthOf(elsewhere)).field('Were these messages posted?')).toBe('');
    expect((await healthOf(home.admin)).field('Were these messages posted?')).not.toBe('');
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(due.slice(0, 1));
  });

  it.each([
    ['was posted: it is found', 'process-then-reset'],
    ['was not posted: it is sent', 'reset'],
  ] as const)(
    'is settled by itself once the right to read is given back, where it %s',
    async (_how, fault) => {
      const { world, due } = await heldWorld(fault);
      await using _world = world;
      allow(world, world.home.channelId);
      expect(itemsPosted(await world.untilPosted(world.home.channelId, 2))).toEqual(due);
    },
  );

  it('is settled by the next start where the right was given back meanwhile', async () => {
    const { world, bot, due } = await heldWorld('process-then-reset');
    await using _world = world;
    await bot[Symbol.asyncDispose]();
    allow(world, world.home.channelId);
    await world.start();
    expect(itemsPosted(await world.untilPosted(world.home.channelId, 2))).toEqual(due);
  });

  it('stays held while an alert is resumed or set up there and the right is still missing', async () => {
    const { world, near, due } = await heldWorld('process-then-reset');
    await using _world = world;
    const { home, clock } = world;
    await expect
      .poll(() => {
        clock.advance(10_000);
        return noticesIn(world, near).length;
      })
      .toBe(1);
    const resumed = await home.admin.command('alerts resume', { alert: '1' });
    expect(textOf(resumed)).toContain('“Read Message History”');
    await home.subscribe(home.channelId, { collection: 'deep-sea-post' });
    clock.advance(PAST_THE_WINDOW_MS);
    await theBotHasHeard(world);

    expect(itemsPosted(world.embeds(home.channelId))).toEqual(due.slice(0, 1));
    expect(noticesIn(world, near)).toHaveLength(1);
    await home.admin.press((await healthOf(home.admin)).message, WAS_POSTED);
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });

  it('is let go with the last alert of its channel', async () => {
    const { world, bot } = await heldWorld('process-then-reset');
    await using _world = world;
    const { home } = world;
    await removeAlert(home.admin, '1');
    await home.follow(home.channelId);
    const later = sellFoxes(world, 1);
    await bot.app.poll();
    expect(itemsPosted(await world.untilPosted(home.channelId, 2)).slice(1)).toEqual(later);
  });
});

describe('a message without an answer among more than 2,000 messages of the same time', () => {
  it('holds its channel, logs a warning, and is settled by an admin’s answer', async () => {
    // However long the 2,050 messages take, no try is made meanwhile.
    const world = await startBotWorld({ nonceWindowMs: MINUTE_MS, stoppedAt: STOPPED_AT });
    await using _world = world;
    const bot = await world.start();
    const { home, discord, clock } = world;
    await home.follow(home.channelId);
    const over = discord.faults.add({ do: 'reset' }, { ...POSTING, times: 1 });
    const due = sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('no response to a message');
    over();
    await postChatter(world, home.channelId, 2_050);
    clock.advance(PAST_THE_WINDOW_MS);

    const line = await bot.log.until(HELD);
    const { message, field } = await healthOf(home.admin);
    await home.admin.press(message, POST_IT);
    const later = sellFoxes(world, 1);
    await bot.app.poll();

    expect(line.level).toBeGreaterThanOrEqual(40);
    expect(field('Stopped channels')).toContain('too many messages');
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual([...due, ...later]);
  }, 60_000);
});

describe('a message without an answer in a channel that is deleted before its fate is known', () => {
  it('is given up with it, and the channel counts as deleted', async () => {
    const world = await startBotWorld({ nonceWindowMs: MINUTE_MS });
    await using _world = world;
    const bot = await world.start();
    const { home, discord, clock } = world;
    const doomed = home.addChannel('doomed');
    await home.follow(doomed);
    discord.faults.add({ do: 'process-then-reset' }, { ...POSTING, times: 1 });
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('no response to a message');
    discord.deleteChannel(doomed);
    clock.advance(PAST_THE_WINDOW_MS);

    const line = await bot.log.until('channel rejects messages');

    expect(line['code']).toBe(10_003);
    const { field } = await healthOf(home.admin);
    expect(field('Stopped channels')).toContain('the channel was deleted');
    expect(field('Were these messages posted?')).toBe('');
  });
});
