import { ApplicationCommandOptionType, MessageFlags, Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { SingleCommand } from '#src/discord/command.ts';
import type { Interaction } from '#src/discord/interactions/interaction.ts';
import { declarationOf } from '#src/discord/registration/declarations.ts';
import { createRouter } from '#src/discord/router.ts';
import { english } from '#src/messages/messages.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';
import { silentLog } from '../support/silent-log.ts';
import { inMemoryServices } from './command-services.ts';
import { connectBot } from './connect-bot.ts';

const strict: SingleCommand = {
  name: 'test',
  definition: () => ({
    description: 'Tests',
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'limit',
        description: 'A number',
        min_value: 1,
        max_value: 1_000,
      },
      { type: ApplicationCommandOptionType.String, name: 'word', description: 'A word', max_length: 3 },
      {
        type: ApplicationCommandOptionType.String,
        name: 'look',
        description: 'A choice',
        choices: [{ name: 'big', value: 'big' }],
      },
      { type: ApplicationCommandOptionType.String, name: 'typed', description: 'Typed', autocomplete: true },
    ],
  }),
  answerTo: 'asker',
  execute: async (interaction) => ({ content: `took ${JSON.stringify(interaction.options.given)}` }),
  autocomplete: () => [{ name: 'a', value: 'a' }],
};
/** Option values of a modified client, without any bounds. */
const loose: SingleCommand = {
  ...strict,
  name: 'test',
  definition: () => ({
    description: 'Tests',
    options: [
      { type: ApplicationCommandOptionType.Integer, name: 'limit', description: 'A number' },
      { type: ApplicationCommandOptionType.String, name: 'word', description: 'A word' },
      { type: ApplicationCommandOptionType.String, name: 'look', description: 'A choice' },
      { type: ApplicationCommandOptionType.String, name: 'typed', description: 'Typed', autocomplete: true },
    ],
  }),
};

/** A bot that checks the bounds, with a Discord that does not. @param load makes the server of an interaction known */
async function startBot(load: () => Promise<void> = async () => undefined) {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startTestWorld());
  let route: (interaction: Interaction) => Promise<void> = async () => undefined;
  const { guilds, rest } = parts.use(await connectBot(world, (interaction) => route(interaction)));
  const { applicationId } = world;
  const everywhere = { ...declarationOf(loose, null, english), contexts: [0, 1] };
  await rest.put(Routes.applicationCommands(applicationId), { body: [everywhere] });
  const { services } = inMemoryServices();
  route = createRouter({
    commands: [strict],
    servicesFor: () => services,
    messagesOf: () => english,
    guilds,
    load,
    rest,
    now: Date.now,
    log: silentLog,
  });
  const owned = parts.move();
  return { ...world, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

describe('a forged option', () => {
  it.each([
    ['limit', 0, '**limit** must be between 1 and 1,000.'],
    ['limit', 1_001, '**limit** must be between 1 and 1,000.'],
    ['limit', -5, '**limit** must be between 1 and 1,000.'],
    ['word', 'long', '**word** can have at most 3 characters.'],
    ['look', 'huge', '**look** must be one of the listed choices.'],
  ])('is refused outside its bounds: %s %s', async (name, value, why) => {
    await using world = await startBot();
    expect((await world.owner.command('test', { [name]: value })).message?.content).toBe(why);
  });

  it.each([
    ['limit', 1],
    ['limit', 1_000],
    ['word', 'abc'],
    ['look', 'big'],
  ])('is taken within them: %s %s', async (name, value) => {
    await using world = await startBot();
    expect((await world.owner.command('test', { [name]: value })).message?.content).toContain('took');
  });
});

describe('an interaction of a server that Discord does not tell of now', () => {
  it('is answered with a sentence for the asker, or with no suggestions', async () => {
    await using world = await startBot(() => Promise.reject(new Error('503')));
    const { message } = await world.owner.command('test', { limit: 1 });
    expect(message?.content).toBe(english.interactions.unknownError);
    expect(message?.flags).toBe(MessageFlags.Ephemeral);
    expect(await world.owner.autocomplete('test', { typed: 'a' }, 'typed')).toEqual([]);
  });
});

describe('typing outside a server', () => {
  it('is answered, with no suggestions', async () => {
    await using world = await startBot();
    const { discord, memberId, applicationId } = world;
    const { id: channelId } = discord.openDirectMessage(memberId, applicationId);
    const person = discord.person({ userId: memberId, channelId, answerWithinMs: 2_000 });
    expect(await person.autocomplete('test', { typed: 'a' }, 'typed')).toEqual([]);
  });
});
