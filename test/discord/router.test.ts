import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import type { Command, Subcommand } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import { recordingLog } from '../support/silent-log.ts';
import { startCommandBot } from './command-bot.ts';
import { inMemoryServices } from './command-services.ts';

/** A bot whose only command is `/test it`, with this behaviour. */
async function startBot(behaviour: Partial<Subcommand>) {
  const { log, lines } = recordingLog();
  const subcommand: Subcommand = {
    name: 'it',
    definition: () => ({
      description: 'Is tested',
      options: [
        { type: ApplicationCommandOptionType.String, name: 'what', description: 'What', autocomplete: true },
      ],
    }),
    answerTo: 'members',
    execute: async () => ({ content: 'done' }),
    ...behaviour,
  };
  const command: Command = {
    name: 'test',
    definition: () => ({ description: 'Tests' }),
    subcommands: [subcommand],
  };
  const bot = await startCommandBot({ commands: [command], services: inMemoryServices().services, log });
  return { bot, lines };
}

// Several commands take seconds of real time, and each has a bot of its own, so all of them at once.
describe.concurrent('a command', () => {
  it('is answered publicly or with an ephemeral message', async () => {
    for (const answerTo of ['members', 'asker'] as const) {
      const { bot, lines } = await startBot({ answerTo });
      await using _bot = bot;
      const reply = await bot.member.command('test it');
      expect(reply.message?.content).toBe('done');
      expect(reply.ephemeral).toBe(answerTo === 'asker');
      expect(lines).toEqual([]);
    }
  });

  it.each(['members', 'asker'] as const)(
    'that takes long shows that it is being thought about, to the %s',
    async (answerTo) => {
      const { bot } = await startBot({
        answerTo,
        execute: async () => {
          await delay(1_900);
          return { embeds: [{ title: 'late' }] };
        },
      });
      await using _bot = bot;
      const reply = await bot.member.command('test it');
      expect(reply.message?.embeds[0]?.title).toBe('late');
      expect(reply.ephemeral).toBe(answerTo === 'asker');
      expect(reply.acknowledgedAfterMs).toBeLessThan(3_000);
    },
  );

  it('mentions nobody in its answer', async () => {
    const { bot } = await startBot({ execute: async () => ({ content: '@everyone <@&1>' }) });
    await using _bot = bot;
    const reply = await bot.owner.command('test it');
    expect(reply.message?.mention_everyone).toBe(false);
    expect(reply.message?.mention_roles).toEqual([]);
  });

  it.each([
    ['a sentence for the asker', new UserError(() => 'Pick a channel.'), 'Pick a channel.', 0],
    [
      'trouble with the marketplace',
      new GavelError('MARKETPLACE_UNAVAILABLE', 'GET /api/collections: ECONNREFUSED'),
      'The marketplace is not responding. Try again in a minute.',
      1,
    ],
    [
      'a mistake of our own',
      new TypeError("Cannot read properties of undefined (reading 'x')"),
      'Something went wrong. Try again in a moment.',
      1,
    ],
  ])('that fails with %s is answered with one sentence', async (_what, error, sentence, logged) => {
    const { bot, lines } = await startBot({ execute: () => Promise.reject(error) });
    await using _bot = bot;
    expect((await bot.member.command('test it')).message?.content).toBe(sentence);
    expect(lines.filter(({ msg }) => msg === 'command failed')).toHaveLength(logged);
  });

  it('that fails after it was deferred is answered with one sentence too', async () => {
    const { bot } = await startBot({
      execute: async () => {
        await delay(1_900);
        throw new UserError(() => 'Nothing there.');
      },
    });
    await using _bot = bot;
    expect((await bot.member.command('test it')).message?.content).toBe('Nothing there.');
  });

  it('is not run for someone without its permission, even where Discord shows it to them', async () => {
    let runs = 0;
    const { bot } = await startBot({
      answerTo: 'asker',
      requires: 'manage-alerts',
      execute: async () => {
        runs += 1;
        return { content: 'done' };
      },
    });
    await using _bot = bot;
    const reply = await bot.member.command('test it');
    expect(reply.message?.content).toBe('You need the “Manage Server” permission in this server.');
    expect(reply.ephemeral).toBe(true);
    expect(runs).toBe(0);
    expect((await bot.owner.command('test it')).message?.content).toBe('done');
  });

  it('whose answer Discord refuses is logged and does not stop the bot', async () => {
    const { bot, lines } = await startBot({ execute: async () => ({ content: 'x'.repeat(2_001) }) });
    await using _bot = bot;
    const reply = await bot.member.command('test it');
    expect(reply.outcome).toBe('did-not-respond');
    expect(lines.map(({ msg }) => msg)).toContain('interaction response not sent');
    expect(await bot.member.autocomplete('test it', { what: '' }, 'what')).toEqual([]);
  });
});

describe.concurrent('an option that is being typed', () => {
  it('is completed with no more choices than Discord takes', async () => {
    const choices = Array.from({ length: 40 }, (_, number) => ({
      name: `choice ${number}`,
      value: `${number}`,
    }));
    const { bot } = await startBot({ autocomplete: () => choices });
    await using _bot = bot;
    expect(await bot.member.autocomplete('test it', { what: 'c' }, 'what')).toEqual(choices.slice(0, 25));
  });

  it('is completed for the newest text of a person, without searching those in between', async () => {
    const searched: string[] = [];
    const first = Promise.withResolvers<void>();
    const { bot } = await startBot({
      autocomplete: async ({ options }) => {
        const { value } = options.getFocused();
        searched.push(value);
        if (value === '0') await first.promise;
        return [{ name: value, value }];
      },
    });
    await using _bot = bot;
    const type = (person: typeof bot.member, what: string) =>
      person.autocomplete('test it', { what }, 'what');
    const answers = Array.from({ length: 20 }, (_, at) => type(bot.member, `${at}`));
    expect(await Promise.all(answers.slice(1, -1))).toEqual(answers.slice(1, -1).map(() => []));
    expect(await type(bot.owner, 'else')).toEqual([{ name: 'else', value: 'else' }]);
    first.resolve();
    expect(await answers[0]).toEqual([{ name: '0', value: '0' }]);
    expect(await answers.at(-1)).toEqual([{ name: '19', value: '19' }]);
    expect(searched.filter((value) => value !== 'else')).toEqual(['0', '19']);
    expect(await type(bot.member, 'later')).toEqual([{ name: 'later', value: 'later' }]);
  });

  it('has no choices where the command knows none', async () => {
    const { bot } = await startBot({});
    await using _bot = bot;
    expect(await bot.member.autocomplete('test it', { what: 'c' }, 'what')).toEqual([]);
  });

  it('is logged and does not stop the bot where autocomplete fails', async () => {
    const { bot, lines } = await startBot({ autocomplete: () => Promise.reject(new Error('store closed')) });
    await using _bot = bot;
    await expect(bot.member.autocomplete('test it', { what: 'c' }, 'what')).rejects.toThrow(
      'Loading options',
    );
    expect(lines.map(({ msg }) => msg)).toEqual(['interaction response not sent']);
    expect((await bot.member.command('test it')).message?.content).toBe('done');
  });
});
