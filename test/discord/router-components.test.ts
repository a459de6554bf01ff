import { setTimeout as delay } from 'node:timers/promises';
import { REST } from 'discord.js';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Command } from '#src/discord/command.ts';
import { button } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent, type Input } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { textField } from '#src/discord/components/field.ts';
import { defineLink, type Link } from '#src/discord/components/link.ts';
import { modalFor } from '#src/discord/components/modal.ts';
import { createRouter } from '#src/discord/router.ts';
import { UserError } from '#src/discord/user-error.ts';
import { english } from '#src/messages/messages.ts';
import type { Reply } from '../../sandbox/discord/local-discord.ts';
import { silentLog } from '../support/silent-log.ts';
import { startCommandBot } from './command-bot.ts';
import { inMemoryServices } from './command-services.ts';

type Make = (context: AnswerContext) => readonly Row[];

type Values = { readonly what: string };
const linkTo = (id: string): Link<Values> => defineLink(id, { what: textField(20) }, 'asker');
const goLink = linkTo('go');

const buttonTo =
  (link: Link<Values>): Make =>
  (context) => [
    {
      type: ComponentType.ActionRow,
      components: [button(link.id, link.to({ what: 'argument' }), context)],
    },
  ];

/** A command whose answer has these rows, which lead to these components. */
function commandWith(components: readonly Component[], rows: Make): Command {
  return {
    name: 'test',
    definition: () => ({ description: 'Tests' }),
    answerTo: 'members',
    execute: async (_interaction, context) => ({ content: 'before', components: rows(context) }),
    components,
  };
}

async function startBot(components: readonly Component[], rows: Make) {
  const bot = await startCommandBot({
    commands: [commandWith(components, rows)],
    services: inMemoryServices().services,
  });
  const shown = await bot.owner.command('test');
  if (shown.message === null) throw new Error('There is no message.');
  return { bot, message: shown.message };
}

const textOf = (reply: Reply) => reply.message?.content;

describe('a button that does something', () => {
  it('edits its message, or answers the requester with an ephemeral one', async () => {
    for (const answersBy of ['update', 'reply'] as const) {
      const go = defineComponent(goLink, {
        answersBy,
        run: async ({ what }) => ({ content: `did ${what}` }),
      });
      const { bot, message } = await startBot([go], buttonTo(goLink));
      await using _bot = bot;
      const reply = await bot.owner.press(message, 'go');
      expect(textOf(reply)).toBe('did argument');
      expect(reply.outcome).toBe(answersBy === 'update' ? 'updated' : 'message');
      expect(reply.ephemeral).toBe(answersBy === 'reply');
    }
  });

  it('may take long', async () => {
    const go = defineComponent(goLink, {
      async run() {
        await delay(1_900);
        return { content: 'late' };
      },
    });
    const { bot, message } = await startBot([go], buttonTo(goLink));
    await using _bot = bot;
    expect(textOf(await bot.owner.press(message, 'go'))).toBe('late');
  });

  it('can only be used by the requester', async () => {
    const go = defineComponent(goLink, { run: async () => ({ content: 'done' }) });
    const { bot, message } = await startBot([go], buttonTo(goLink));
    await using _bot = bot;
    const reply = await bot.member.press(message, 'go');
    expect(textOf(reply)).toBe(
      'Only the person who ran this command can use its buttons and menus. Run the command yourself.',
    );
    expect(reply.ephemeral).toBe(true);
  });

  it.each(['manage-alerts', 'manage-server'] as const)(
    'asks for the right to %s at every press',
    async (requires) => {
      const go = defineComponent(goLink, { requires, run: async () => ({ content: 'done' }) });
      const { bot } = await startBot([go], buttonTo(goLink));
      await using _bot = bot;
      const own = await bot.member.command('test');
      if (own.message === null) throw new Error('There is no message.');
      const refused = await bot.member.press(own.message, 'go');
      expect(textOf(refused)).toBe('You need the “Manage Server” permission in this server.');
    },
  );

  it.each([
    ['do.look.100000000000000001.', 'that is not the asker’s only'],
    ['at.go.AWNFeF2KAAE.argument', 'that is the asker’s only'],
    [`do.go.100000000000000001.${'x'.repeat(21)}`, 'with parameters that it does not have'],
  ])('with a forged id (%s) leads to no component %s', async (customId) => {
    const look = defineComponent(defineLink('look', {}), { run: async () => ({ content: 'done' }) });
    const go = defineComponent(goLink, { run: async () => ({ content: 'done' }) });
    const { bot, message } = await startBot([look, go], () => [
      {
        type: ComponentType.ActionRow,
        components: [
          { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'go', custom_id: customId },
        ],
      },
    ]);
    await using _bot = bot;
    const reply = await bot.owner.press(message, 'go');
    expect([textOf(reply), reply.ephemeral]).toEqual([english.interactions.outdated, true]);
  });

  it.each(['shared', 'nobody', 'asker'] as const)(
    'is checked for its right where it is %s’s',
    async (owner) => {
      const link = defineLink('look', {}, owner);
      const look = defineComponent(link, {
        requires: 'manage-alerts',
        run: async () => ({ content: 'done' }),
      });
      const { bot } = await startBot([look], (context) => [
        { type: ComponentType.ActionRow, components: [button('look', link.to({}), context)] },
      ]);
      await using _bot = bot;
      const own = await bot.member.command('test');
      if (own.message === null) throw new Error('There is no message.');
      expect(textOf(await bot.member.press(own.message, 'look'))).toBe(english.permissions.needManageServer);
    },
  );

  it('leaves its message as it is when it fails', async () => {
    const go = defineComponent(goLink, { run: () => Promise.reject(new UserError(() => 'Not now.')) });
    const { bot, message } = await startBot([go], buttonTo(goLink));
    await using _bot = bot;
    const reply = await bot.owner.press(message, 'go');
    expect(textOf(reply)).toBe('Not now.');
    expect(reply.ephemeral).toBe(true);
    expect(bot.owner.messages()[0]?.content).toBe('before');
  });

  it('that is unknown says so', async () => {
    const { bot, message } = await startBot([], buttonTo(linkTo('gone')));
    await using _bot = bot;
    expect(textOf(await bot.owner.press(message, 'gone'))).toContain('This is from an older version');
  });
});

describe('a modal', () => {
  const heard: (Input & Values)[] = [];
  const submitLink = linkTo('submit');
  const openLink = linkTo('open');
  const submit = defineComponent(submitLink, {
    async run(values, _context, input) {
      heard.push({ ...input, ...values });
      return { content: [...input.fields].map(([name, texts]) => `${name}=${texts.join('|')}`).join(' ') };
    },
  });
  const open = defineComponent(openLink, {
    modal: async (values, context) =>
      modalFor(
        'Title',
        submitLink.to(values),
        [
          { name: 'one', label: 'One', about: 'The first', value: 'old', maxLength: 100, lines: 'one' },
          { name: 'two', label: 'Two', about: 'The second', value: '', maxLength: 100, lines: 'several' },
        ],
        context,
      ),
  });

  it('opens with the current values, and passes the input to its component', async () => {
    const { bot, message } = await startBot([open, submit], buttonTo(openLink));
    await using _bot = bot;
    const { modal } = await bot.owner.press(message, 'open');
    if (modal === null) throw new Error('There is no form.');
    const reply = await bot.owner.submit(modal, { two: 'new' });
    expect(reply.outcome).toBe('updated');
    expect(textOf(reply)).toBe('one=old two=new');
    expect(heard.at(-1)?.what).toBe('argument');
  });

  it('that cannot be opened is answered with one sentence', async () => {
    const broken = defineComponent(openLink, {
      modal: () => Promise.reject(new UserError(() => 'It is over.')),
    });
    const { bot, message } = await startBot([broken], buttonTo(openLink));
    await using _bot = bot;
    const reply = await bot.owner.press(message, 'open');
    expect(textOf(reply)).toBe('It is over.');
    expect(reply.ephemeral).toBe(true);
  });
});

describe('a menu', () => {
  const chooseLink = defineLink('choose', {}, 'asker');
  const choose = defineComponent(chooseLink, {
    run: async (_values, _context, { chosen }) => ({ content: chosen.join(' ') }),
  });
  const row = (menu: Extract<Row['components'][number], { type: unknown }>): Row => ({
    type: ComponentType.ActionRow,
    components: [menu],
  });

  it.each([
    ['texts', ComponentType.StringSelect],
    ['channels', ComponentType.ChannelSelect],
    ['roles', ComponentType.RoleSelect],
    ['users', ComponentType.UserSelect],
  ] as const)('of %s brings what was chosen to its component', async (_what, type) => {
    let customId = '';
    const { bot, message } = await startBot([choose], (context) => {
      customId = writeCustomId(chooseLink.to({}), context);
      const menu = { custom_id: customId, max_values: 2 };
      if (type !== ComponentType.StringSelect) return [row({ ...menu, type })];
      return [row({ ...menu, type, options: ['a', 'b'].map((value) => ({ label: value, value })) })];
    });
    await using _bot = bot;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    const values = {
      [ComponentType.StringSelect]: ['a', 'b'],
      [ComponentType.ChannelSelect]: [bot.channelId],
      [ComponentType.RoleSelect]: [role],
      [ComponentType.UserSelect]: [bot.memberId],
    }[type];
    expect(textOf(await bot.owner.select(message, customId, values))).toBe(values.join(' '));
  });

  it('may hold components as its choices', async () => {
    const go = defineComponent(goLink, { run: async ({ what }) => ({ content: `went ${what}` }) });
    let value = '';
    const { bot, message } = await startBot([go], (context) => {
      value = writeCustomId(goLink.to({ what: '7' }), context);
      return [
        row({ type: ComponentType.StringSelect, custom_id: 'menu.go', options: [{ label: 'Seven', value }] }),
      ];
    });
    await using _bot = bot;
    expect(textOf(await bot.owner.select(message, 'menu.go', [value]))).toBe('went 7');
  });
});

describe('the router', () => {
  it('refuses two components of one id at the start', () => {
    const one = defineComponent(goLink, { run: async () => ({}) });
    const command = commandWith([one, { ...one }], () => []);
    const create = () =>
      createRouter({
        commands: [command],
        servicesFor: () => inMemoryServices().services,
        messagesOf: () => english,
        guilds: { get: () => null },
        rest: new REST(),
        now: Date.now,
        log: silentLog,
      });
    expect(create).toThrow('Two components are called go.');
  });
});
