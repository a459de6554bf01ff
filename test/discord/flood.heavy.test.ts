import {
  ApplicationCommandOptionType,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Row } from '#src/discord/answer.ts';
import { createFloodGate } from '#src/discord/flood/flood.ts';
import {
  AUTOCOMPLETE_USER_LIMIT,
  NOTICE_INTERVAL_MS,
  REFUSAL_LIMIT,
  USER_LIMIT,
} from '#src/discord/flood/flood-limits.ts';
import type { Interaction } from '#src/discord/interactions/interaction.ts';
import { english } from '#src/messages/messages.ts';
import type { Reply } from '../../sandbox/discord/local-discord.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { recordingLog } from '../support/silent-log.ts';
import { connectBot } from './connect-bot.ts';

const START = Date.UTC(2026, 10, 21, 12);
/** More than Discord's three seconds, because hundreds of commands at once keep a busy machine for longer. */
const ACKNOWLEDGE_WITHIN_MS = 12_000;
const TOO_MUCH = /^Too many requests\. Try again <t:(\d+):R>\.$/;

const button = (customId: string, label: string) =>
  ({ type: ComponentType.Button, style: ButtonStyle.Secondary, custom_id: customId, label }) as const;

/** Commands behind the limit: a message with buttons, a modal, an autocomplete option. */
async function answer(interaction: Interaction): Promise<void> {
  const { type, responses } = interaction;
  if (type === 'autocomplete') return responses.suggest([{ name: 'a fox', value: 'fox' }]);
  const row: Row = {
    type: ComponentType.ActionRow,
    components: [button('next', 'Next'), button('form', 'Form')],
  };
  if (type === 'command') {
    await responses.reply({ content: 'page 1', components: [row] });
  }
  if (type === 'component' && interaction.customId === 'next') {
    await responses.update({ content: 'another page', components: [row] });
  }
  if (type === 'component' && interaction.customId === 'form') {
    const input = {
      type: ComponentType.TextInput,
      custom_id: 'text',
      label: 'Text',
      style: TextInputStyle.Short,
      required: false,
    } as const;
    await responses.showModal({
      custom_id: 'sent',
      title: 'Form',
      components: [{ type: ComponentType.ActionRow, components: [input] }],
    });
  }
  if (type === 'modal') await responses.reply({ content: 'taken' }, { isEphemeral: true });
}

/** A bot behind the limit, on a manual clock. */
async function startGatedBot() {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startTestWorld({ acknowledgeWithinMs: ACKNOWLEDGE_WITHIN_MS }));
  const what = {
    type: ApplicationCommandOptionType.String,
    name: 'what',
    description: 'What',
    autocomplete: true,
  };
  await world.call('PUT', `/applications/${world.applicationId}/commands`, [
    { name: 'ask', description: 'Asks', options: [what] },
  ]);
  const clock = { time: START };
  const { log, lines } = recordingLog();
  let passed = 0;
  const passGate = createFloodGate({
    messagesOf: () => english,
    now: () => clock.time,
    log,
    async route(interaction) {
      passed += 1;
      await answer(interaction);
    },
  });
  parts.use(await connectBot(world, passGate));
  const page = await world.owner.command('ask');
  const owned = parts.move();
  return {
    ...world,
    clock,
    lines,
    page,
    passed: () => passed,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const often = async <T>(times: number, what: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: times }, what));
const linesWith = (replies: readonly Reply[], outcome: Reply['outcome']) =>
  replies.filter((reply) => reply.outcome === outcome);
const textOf = (reply: Reply | undefined): string => reply?.message?.content ?? '';

function messageOf({ message }: Reply) {
  if (message === null) throw new Error('There is no message.');
  return message;
}

describe.concurrent('who asks for too much', () => {
  it('gets one ephemeral message with the time of the next allowed request', async () => {
    await using bot = await startGatedBot();
    await often(USER_LIMIT.burst, () => bot.member.command('ask'));

    const refusal = await bot.member.command('ask');

    expect(refusal.ephemeral).toBe(true);
    const [, seconds] = TOO_MUCH.exec(textOf(refusal)) ?? [];
    bot.clock.time = Number(seconds) * 1_000;
    expect(bot.clock.time).toBeGreaterThan(START);
    expect(textOf(await bot.member.command('ask'))).toBe('page 1');
    const lines = bot.lines.filter(({ msg }) => msg === 'interaction limit exceeded');
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        guild: expect.any(String),
        by: 'person',
        msg: expect.any(String),
      },
    ]);
  });

  it('gets another message when it happens again later', async () => {
    await using bot = await startGatedBot();
    const flood = () => often(USER_LIMIT.burst + 3, () => bot.member.command('ask'));
    const countPosted = (replies: readonly Reply[]) =>
      replies.filter((reply) => TOO_MUCH.test(textOf(reply)));
    expect(countPosted(await flood())).toHaveLength(1);
    bot.clock.time += NOTICE_INTERVAL_MS * 10;
    expect(countPosted(await flood())).toHaveLength(1);
  });

  it('gets no answer to further commands', async () => {
    await using bot = await startGatedBot();
    const replies = await often(USER_LIMIT.burst + 10, () => bot.member.command('ask'));
    expect(linesWith(replies, 'message')).toHaveLength(USER_LIMIT.burst + 1);
    expect(linesWith(replies, 'did-not-respond')).toHaveLength(9);
  });

  it('has further presses acknowledged without a message, and later not at all', async () => {
    await using bot = await startGatedBot();
    const page = messageOf(bot.page);
    await often(USER_LIMIT.burst + 1, () => bot.member.command('ask'));

    const presses = await often(REFUSAL_LIMIT.burst + 5, () => bot.member.press(page, 'Next'));

    expect(linesWith(presses, 'deferred')).toHaveLength(REFUSAL_LIMIT.burst);
    expect(linesWith(presses, 'did-not-respond')).toHaveLength(5);
    expect(bot.member.messages().find(({ id }) => id === page.id)?.content).toBe('page 1');
  });

  it('has a modal of a message acknowledged without a message', async () => {
    await using bot = await startGatedBot();
    const opened = await bot.member.press(messageOf(bot.page), 'Form');
    if (opened.modal === null) throw new Error('No form came up.');
    await often(USER_LIMIT.burst, () => bot.member.command('ask'));
    expect((await bot.member.submit(opened.modal, { text: 'x' })).outcome).toBe('deferred');
  });

  it('gets no autocomplete choices, but can still run commands', async () => {
    await using bot = await startGatedBot();
    const type = () => bot.member.autocomplete('ask', { what: 'f' }, 'what');
    expect((await often(AUTOCOMPLETE_USER_LIMIT.burst, type)).every(({ length }) => length === 1)).toBe(true);
    expect(await type()).toEqual([]);
    expect(textOf(await bot.member.command('ask'))).toBe('page 1');
    bot.clock.time += AUTOCOMPLETE_USER_LIMIT.refillMs;
    expect(await type()).toHaveLength(1);
  });

  it('may be the owner of the server as well', async () => {
    await using bot = await startGatedBot();
    const replies = await often(USER_LIMIT.burst + 5, () => bot.owner.command('ask'));
    expect(replies.some((reply) => TOO_MUCH.test(textOf(reply)))).toBe(true);
  });

  it('does not affect others, and causes a bounded number of requests', async () => {
    await using bot = await startGatedBot();
    const before = bot.passed();
    await often(300, () => bot.member.command('ask'));
    expect(bot.passed() - before).toBe(USER_LIMIT.burst);
    expect(textOf(await bot.owner.command('ask'))).toBe('page 1');
  });
});

describe.concurrent('a person in a hurry', () => {
  it('who turns two pages a second for a minute stays below the limit', async () => {
    await using bot = await startGatedBot();
    const page = messageOf(bot.page);
    for (let press = 0; press < 120; press += 1) {
      expect((await bot.member.press(page, 'Next')).outcome).toBe('updated');
      bot.clock.time += 500;
    }
  });

  it('who types three letters a second for half a minute stays below the limit', async () => {
    await using bot = await startGatedBot();
    for (let letter = 0; letter < 90; letter += 1) {
      expect(await bot.member.autocomplete('ask', { what: 'f' }, 'what')).toHaveLength(1);
      bot.clock.time += 333;
    }
  });
});

describe('a crowd', () => {
  it('that exceeds the limit of its server does not affect other servers, and each member gets one message', async () => {
    await using bot = await startGatedBot();
    const crowd = Array.from({ length: 120 }, (_unused, number) => {
      const userId = bot.discord.createUser({ name: `fan ${number}` }).id;
      bot.discord.addMember({ guildId: bot.guildId, userId });
      return bot.discord.person({ userId, channelId: bot.channelId });
    });

    const replies = await Promise.all(crowd.map((person) => person.command('ask')));

    const refused = replies.filter((reply) =>
      textOf(reply).startsWith('Too many requests from this server.'),
    );
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeLessThanOrEqual(21);
    expect(replies.filter((reply) => textOf(reply) === 'page 1')).toHaveLength(120 - refused.length);

    const otherGuild = bot.discord.createGuild({ name: 'Elsewhere', ownerId: bot.ownerId }).id;
    const channelId = bot.discord.createChannel({ guildId: otherGuild, name: 'chat' }).id;
    bot.discord.installBot({ guildId: otherGuild, applicationId: bot.applicationId, permissions: 3_072n });
    const elsewhere = bot.discord.person({ userId: bot.ownerId, channelId });
    expect(textOf(await elsewhere.command('ask'))).toBe('page 1');
  });
});
