import { setTimeout as delay } from 'node:timers/promises';
import { REST } from 'discord.js';
import { ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Action, ActionInput } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import { writeActionId } from '#src/discord/actions/action-id.ts';
import { modalFor } from '#src/discord/actions/modal.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Command } from '#src/discord/command.ts';
import type { Row } from '#src/discord/components/row.ts';
import { createRouter } from '#src/discord/router.ts';
import { UserError } from '#src/discord/user-error.ts';
import { english } from '#src/messages/messages.ts';
import type { Reply } from '../../sandbox/discord/local-discord.ts';
import { silentLog } from '../support/silent-log.ts';
import { startCommandBot } from './command-bot.ts';
import { inMemoryServices } from './command-services.ts';

type Make = (context: AnswerContext) => readonly Row[];

const buttons =
  (...actions: readonly Pick<Action, 'name'>[]): Make =>
  (context) => [
    {
      type: ComponentType.ActionRow,
      components: actions.map((action) => actionButton(action.name, action, 'argument', context)),
    },
  ];

/** A command whose answer has these components and actions. */
function commandWith(actions: readonly Action[], components: Make): Command {
  return {
    name: 'test',
    definition: () => ({ description: 'Tests' }),
    answerTo: 'members',
    execute: async (_interaction, context) => ({ content: 'before', components: components(context) }),
    actions,
  };
}

async function startBot(actions: readonly Action[], components: Make) {
  const bot = await startCommandBot({
    commands: [commandWith(actions, components)],
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
      const action: Action = {
        name: 'go',
        answersBy,
        run: async ({ argument }) => ({ content: `did ${argument}` }),
      };
      const { bot, message } = await startBot([action], buttons(action));
      await using _bot = bot;
      const reply = await bot.owner.press(message, 'go');
      expect(textOf(reply)).toBe('did argument');
      expect(reply.outcome).toBe(answersBy === 'update' ? 'updated' : 'message');
      expect(reply.ephemeral).toBe(answersBy === 'reply');
    }
  });

  it('may take long', async () => {
    const action: Action = {
      name: 'go',
      answersBy: 'update',
      async run() {
        await delay(1_900);
        return { content: 'late' };
      },
    };
    const { bot, message } = await startBot([action], buttons(action));
    await using _bot = bot;
    expect(textOf(await bot.owner.press(message, 'go'))).toBe('late');
  });

  it('can only be used by the requester', async () => {
    const action: Action = { name: 'go', answersBy: 'update', run: async () => ({ content: 'done' }) };
    const { bot, message } = await startBot([action], buttons(action));
    await using _bot = bot;
    const reply = await bot.member.press(message, 'go');
    expect(textOf(reply)).toBe(
      'This belongs to somebody else. Run the command yourself, then it is yours to use.',
    );
    expect(reply.ephemeral).toBe(true);
  });

  it.each(['manage-alerts', 'manage-server'] as const)(
    'asks for the right to %s at every press',
    async (requires) => {
      const action: Action = {
        name: 'go',
        requires,
        answersBy: 'update',
        run: async () => ({ content: 'done' }),
      };
      const { bot } = await startBot([action], buttons(action));
      await using _bot = bot;
      const own = await bot.member.command('test');
      if (own.message === null) throw new Error('There is no message.');
      const refused = await bot.member.press(own.message, 'go');
      expect(textOf(refused)).toBe('You need the permission “Manage Server” in this server to do that.');
    },
  );

  it('leaves its message as it is when it fails', async () => {
    const action: Action = {
      name: 'go',
      answersBy: 'update',
      run: () => Promise.reject(new UserError(() => 'Not now.')),
    };
    const { bot, message } = await startBot([action], buttons(action));
    await using _bot = bot;
    const reply = await bot.owner.press(message, 'go');
    expect(textOf(reply)).toBe('Not now.');
    expect(reply.ephemeral).toBe(true);
    expect(bot.owner.messages()[0]?.content).toBe('before');
  });

  it('that is unknown says so', async () => {
    const { bot, message } = await startBot([], buttons({ name: 'gone' }));
    await using _bot = bot;
    expect(textOf(await bot.owner.press(message, 'gone'))).toContain('This does not work any more');
  });
});

describe('a modal', () => {
  const heard: ActionInput[] = [];
  const submit: Action = {
    name: 'submit',
    answersBy: 'update',
    async run(input) {
      heard.push(input);
      return { content: [...input.fields].map(([name, texts]) => `${name}=${texts.join('|')}`).join(' ') };
    },
  };
  const open: Action = {
    name: 'open',
    answersBy: 'form',
    run: async ({ argument }, context) =>
      modalFor(
        'Title',
        submit,
        argument,
        [
          { name: 'one', label: 'One', about: 'The first', value: 'old', maxLength: 100, lines: 'one' },
          { name: 'two', label: 'Two', about: 'The second', value: '', maxLength: 100, lines: 'several' },
        ],
        context,
      ),
  };

  it('opens with the current values, and passes the input to its action', async () => {
    const { bot, message } = await startBot([open, submit], buttons(open));
    await using _bot = bot;
    const { modal } = await bot.owner.press(message, 'open');
    if (modal === null) throw new Error('There is no form.');
    const reply = await bot.owner.submit(modal, { two: 'new' });
    expect(reply.outcome).toBe('updated');
    expect(textOf(reply)).toBe('one=old two=new');
    expect(heard.at(-1)?.argument).toBe('argument');
  });

  it('that cannot be opened is answered with one sentence', async () => {
    const broken: Action = {
      name: 'open',
      answersBy: 'form',
      run: () => Promise.reject(new UserError(() => 'It is over.')),
    };
    const { bot, message } = await startBot([broken], buttons(broken));
    await using _bot = bot;
    const reply = await bot.owner.press(message, 'open');
    expect(textOf(reply)).toBe('It is over.');
    expect(reply.ephemeral).toBe(true);
  });
});

describe('a menu', () => {
  const choose: Action = {
    name: 'choose',
    answersBy: 'update',
    run: async ({ values }) => ({ content: values.join(' ') }),
  };
  const row = (menu: Extract<Row['components'][number], { type: unknown }>): Row => ({
    type: ComponentType.ActionRow,
    components: [menu],
  });
  const idFor = ({ requester }: AnswerContext) => writeActionId({ name: 'choose', requester, argument: '' });

  it.each([
    ['texts', ComponentType.StringSelect],
    ['channels', ComponentType.ChannelSelect],
    ['roles', ComponentType.RoleSelect],
    ['users', ComponentType.UserSelect],
  ] as const)('of %s brings what was chosen to its action', async (_what, type) => {
    let customId = '';
    const { bot, message } = await startBot([choose], (context) => {
      customId = idFor(context);
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

  it('may hold actions as its choices', async () => {
    const go: Action = {
      name: 'go',
      answersBy: 'update',
      run: async ({ argument }) => ({ content: `went ${argument}` }),
    };
    let value = '';
    const { bot, message } = await startBot([go], ({ requester }) => {
      value = writeActionId({ name: 'go', requester, argument: '7' });
      return [
        row({ type: ComponentType.StringSelect, custom_id: 'menu.go', options: [{ label: 'Seven', value }] }),
      ];
    });
    await using _bot = bot;
    expect(textOf(await bot.owner.select(message, 'menu.go', [value]))).toBe('went 7');
  });
});

describe('the router', () => {
  it('refuses two actions of one name at the start', () => {
    const one: Action = { name: 'go', answersBy: 'reply', run: async () => ({}) };
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
    expect(create).toThrow('Two actions are called go.');
  });
});
