import { ApplicationCommandOptionType, type Interaction } from 'discord.js';
import { ButtonStyle, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../sandbox/discord/local-discord.ts';
import { createFloodGate } from '../../src/discord/flood.ts';
import { PERSON, REFUSALS, SAID_FOR_MS, TYPIST } from '../../src/discord/flood-limits.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { recordingLog } from '../support/silent-log.ts';

const START = Date.UTC(2026, 10, 21, 12);
const TOO_MUCH = /^That was a lot at once\. Try again <t:(\d+):R>\.$/;

const button = (customId: string, label: string) =>
  ({ type: ComponentType.Button, style: ButtonStyle.Secondary, custom_id: customId, label }) as const;

/** What the bot of these tests does when the gate lets something through: a message with buttons, a form, a choice. */
async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) return interaction.respond([{ name: 'a fox', value: 'fox' }]);
  if (interaction.isChatInputCommand()) {
    const row = {
      type: ComponentType.ActionRow,
      components: [button('next', 'Next'), button('form', 'Form')],
    };
    await interaction.reply({ content: 'page 1', components: [row] });
  }
  if (interaction.isButton() && interaction.customId === 'next') {
    await interaction.update({ content: 'another page' });
  }
  if (interaction.isButton() && interaction.customId === 'form') {
    const input = {
      type: ComponentType.TextInput,
      custom_id: 'text',
      label: 'Text',
      style: TextInputStyle.Short,
      required: false,
    } as const;
    await interaction.showModal({
      custom_id: 'sent',
      title: 'Form',
      components: [{ type: ComponentType.ActionRow, components: [input] }],
    });
  }
  if (interaction.isModalSubmit()) await interaction.reply({ content: 'taken', flags: 64 });
}

/** A bot behind a gate, on a clock that stands still unless it is moved. */
async function startGatedBot() {
  const world = await startTestWorld();
  const client = await world.connect();
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
    now: () => clock.time,
    log,
    async route(interaction) {
      passed += 1;
      await answer(interaction);
    },
  });
  client.on('interactionCreate', (interaction) => void passGate(interaction));
  const page = await world.owner.command('ask');
  return { ...world, clock, lines, page, passed: () => passed };
}

const often = async <T>(times: number, what: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: times }, what));
const having = (replies: readonly Reply[], outcome: Reply['outcome']) =>
  replies.filter((reply) => reply.outcome === outcome);
const textOf = (reply: Reply | undefined): string => reply?.message?.content ?? '';

function messageOf({ message }: Reply) {
  if (message === null) throw new Error('There is no message.');
  return message;
}

describe.concurrent('who asks for too much', () => {
  it('is told so once, alone, with the moment from which on it works again', async () => {
    await using bot = await startGatedBot();
    await often(PERSON.atOnce, () => bot.member.command('ask'));

    const told = await bot.member.command('ask');

    expect(told.ephemeral).toBe(true);
    const [, seconds] = TOO_MUCH.exec(textOf(told)) ?? [];
    bot.clock.time = Number(seconds) * 1_000;
    expect(bot.clock.time).toBeGreaterThan(START);
    expect(textOf(await bot.member.command('ask'))).toBe('page 1');
    expect(bot.lines.filter(({ msg }) => msg === 'too much was asked at once')).toHaveLength(1);
  });

  it('is told again when it happens again later', async () => {
    await using bot = await startGatedBot();
    const flood = () => often(PERSON.atOnce + 3, () => bot.member.command('ask'));
    const toldIn = (replies: readonly Reply[]) => replies.filter((reply) => TOO_MUCH.test(textOf(reply)));
    expect(toldIn(await flood())).toHaveLength(1);
    bot.clock.time += SAID_FOR_MS * 10;
    expect(toldIn(await flood())).toHaveLength(1);
  });

  it('has further commands not answered at all', async () => {
    await using bot = await startGatedBot();
    const replies = await often(PERSON.atOnce + 10, () => bot.member.command('ask'));
    expect(having(replies, 'message')).toHaveLength(PERSON.atOnce + 1);
    expect(having(replies, 'did-not-respond')).toHaveLength(9);
  });

  it('has further presses acknowledged without a word, and then no more than that', async () => {
    await using bot = await startGatedBot();
    const page = messageOf(bot.page);
    await often(PERSON.atOnce + 1, () => bot.member.command('ask'));

    const presses = await often(REFUSALS.atOnce + 5, () => bot.member.press(page, 'Next'));

    expect(having(presses, 'deferred')).toHaveLength(REFUSALS.atOnce);
    expect(having(presses, 'did-not-respond')).toHaveLength(5);
    expect(bot.member.messages().find(({ id }) => id === page.id)?.content).toBe('page 1');
  });

  it('has a form of a message acknowledged without a word', async () => {
    await using bot = await startGatedBot();
    const opened = await bot.member.press(messageOf(bot.page), 'Form');
    if (opened.modal === null) throw new Error('No form came up.');
    await often(PERSON.atOnce, () => bot.member.command('ask'));
    expect((await bot.member.submit(opened.modal, { text: 'x' })).outcome).toBe('deferred');
  });

  it('gets no suggestions while typing, but may still ask', async () => {
    await using bot = await startGatedBot();
    const type = () => bot.member.autocomplete('ask', { what: 'f' }, 'what');
    expect((await often(TYPIST.atOnce, type)).every(({ length }) => length === 1)).toBe(true);
    expect(await type()).toEqual([]);
    expect(textOf(await bot.member.command('ask'))).toBe('page 1');
    bot.clock.time += TYPIST.everyMs;
    expect(await type()).toHaveLength(1);
  });

  it('may be the owner of the server as well', async () => {
    await using bot = await startGatedBot();
    const replies = await often(PERSON.atOnce + 5, () => bot.owner.command('ask'));
    expect(replies.some((reply) => TOO_MUCH.test(textOf(reply)))).toBe(true);
  });

  it('takes nothing from anybody else, and costs no more than a flood can be answered with', async () => {
    await using bot = await startGatedBot();
    const before = bot.passed();
    await often(300, () => bot.member.command('ask'));
    expect(bot.passed() - before).toBe(PERSON.atOnce);
    expect(textOf(await bot.owner.command('ask'))).toBe('page 1');
  });
});

describe.concurrent('a person in a hurry', () => {
  it('who leafs twice a second for a minute never meets the limit', async () => {
    await using bot = await startGatedBot();
    const page = messageOf(bot.page);
    for (let press = 0; press < 120; press += 1) {
      expect((await bot.member.press(page, 'Next')).outcome).toBe('updated');
      bot.clock.time += 500;
    }
  });

  it('who types three letters a second for half a minute never meets the limit', async () => {
    await using bot = await startGatedBot();
    for (let letter = 0; letter < 90; letter += 1) {
      expect(await bot.member.autocomplete('ask', { what: 'f' }, 'what')).toHaveLength(1);
      bot.clock.time += 333;
    }
  });
});

describe('a crowd', () => {
  it('that asks for more than a server may leaves the other servers as they are, and each is told once', async () => {
    await using bot = await startGatedBot();
    const crowd = Array.from({ length: 120 }, (_unused, number) => {
      const userId = bot.discord.createUser({ name: `fan ${number}` }).id;
      bot.discord.addMember({ guildId: bot.guildId, userId });
      return bot.discord.person({ userId, channelId: bot.channelId });
    });

    const replies = await Promise.all(crowd.map((person) => person.command('ask')));

    const refused = replies.filter((reply) =>
      textOf(reply).startsWith('This server asks me a lot right now.'),
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
