import type { ChatInputCommandInteraction } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const START_MS = Date.UTC(2026, 10, 21);

/** A manual clock. */
function manualClock() {
  let at = START_MS;
  return { now: () => at, advance: (ms: number) => void (at += ms) };
}

/** A world whose bot has a pending `/ping` interaction. */
async function withOpenCommand(answerWithinMs?: number) {
  const clock = manualClock();
  const world = await startTestWorld({
    now: clock.now,
    rateLimits: false,
    ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
  });
  const client = await world.connect();
  const received = Promise.withResolvers<ChatInputCommandInteraction>();
  onInteraction(client, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      received.resolve(interaction);
    }
  });
  await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
  const reply = world.member.command('ping');
  return { world, clock, reply, interaction: await received.promise };
}

const follow = (world: TestWorld, { token }: { token: string }) =>
  world.call('POST', `/webhooks/${world.applicationId}/${token}`, { content: 'Late' });

describe('the deadlines of an interaction', () => {
  it('shows the user after 3 s that the bot did not respond, and answers the bot 10062', async () => {
    const { world, clock, reply, interaction } = await withOpenCommand();
    await using _ = world;

    clock.advance(3_001);

    expect(await reply).toMatchObject({
      outcome: 'did-not-respond',
      message: null,
      acknowledgedAfterMs: null,
    });
    await expect(interaction.reply('Late')).rejects.toMatchObject({ code: 10062 });
  });

  it('accepts a response at exactly 3 s', async () => {
    const { world, clock, reply, interaction } = await withOpenCommand();
    await using _ = world;

    clock.advance(3_000);
    await interaction.reply('Just in time');

    expect(await reply).toMatchObject({
      outcome: 'message',
      acknowledgedAfterMs: 3_000,
      answeredAfterMs: 3_000,
    });
  });

  it('keeps the token for 15 minutes and then answers 50027', async () => {
    const { world, clock, reply, interaction } = await withOpenCommand();
    await using _ = world;
    await interaction.reply('Now');
    await reply;

    clock.advance(15 * 60_000);
    expect((await follow(world, interaction)).status).toBe(200);

    clock.advance(1);
    expect(await follow(world, interaction)).toMatchObject({ status: 401, body: { code: 50027 } });
  });

  it('shows the user a deferral that is never followed by an answer', async () => {
    const { world, clock, reply, interaction } = await withOpenCommand(10_000);
    await using _ = world;
    await interaction.deferReply();

    clock.advance(10_001);

    expect(await reply).toMatchObject({ outcome: 'deferred', acknowledgedAfterMs: 0, answeredAfterMs: null });
  });

  it('does not open the webhook before the acknowledgement', async () => {
    const { world, interaction } = await withOpenCommand();
    await using _ = world;

    expect(await follow(world, interaction)).toMatchObject({ status: 404, body: { code: 10015 } });
  });

  it('answers 10062 for an unknown interaction, and 10015 for an unknown application', async () => {
    await using world = await startTestWorld();

    const callback = await world.call('POST', '/interactions/1/none/callback', { type: 5 });
    const webhook = await world.call('POST', '/webhooks/1/none', { content: 'Hi' });

    expect(callback).toMatchObject({ status: 404, body: { code: 10062 } });
    expect(webhook).toMatchObject({ status: 404, body: { code: 10015 } });
  });
});
