import { AttachmentBuilder, type ChatInputCommandInteraction, type Message, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const ALERTS = {
  name: 'alerts',
  description: 'Alerts',
  options: [
    {
      type: 1,
      name: 'add',
      description: 'Adds one',
      options: [{ type: 3, name: 'kind', description: 'What' }],
    },
    {
      type: 2,
      name: 'filter',
      description: 'Filters',
      options: [{ type: 1, name: 'edit', description: 'Changes one' }],
    },
  ],
};

async function withBot(
  answer: (interaction: ChatInputCommandInteraction) => Promise<unknown>,
): Promise<TestWorld> {
  const world = await startTestWorld();
  const client = await world.connect();
  onInteraction(client, async (interaction) => {
    if (interaction.isChatInputCommand()) await answer(interaction);
  });
  await client.application.commands.set([ALERTS]);
  return world;
}

const contents = ({ member }: TestWorld): string[] => member.messages().map(({ content }) => content);

describe('an answer to a slash command', () => {
  it.each(['alerts add', 'alerts filter edit'])('names the command /%s', async (name) => {
    await using world = await withBot((interaction) => interaction.reply('Done'));

    const { message } = await world.member.command(name);

    expect(message?.interaction).toMatchObject({ name, user: { id: world.memberId } });
  });

  it('does not treat a text option as a subcommand', async () => {
    await using world = await withBot((interaction) => interaction.reply('Done'));

    const { message } = await world.member.command('alerts add', { kind: 'sale' });

    expect(message?.interaction?.name).toBe('alerts add');
  });
});

describe('an ephemeral follow-up', () => {
  it('is edited and deleted, and never visible to others', async () => {
    let followUp: Message | null = null;
    await using world = await withBot(async (interaction) => {
      await interaction.reply({ content: 'One', flags: MessageFlags.Ephemeral });
      followUp = await interaction.followUp({ content: 'Two', flags: MessageFlags.Ephemeral });
      await interaction.webhook.editMessage(followUp, 'Two, changed');
    });

    await world.member.command('alerts add');

    await expect.poll(() => contents(world)).toEqual(['One', 'Two, changed']);
    expect(world.owner.messages()).toEqual([]);
    expect(world.discord.messages(world.channelId)).toEqual([]);
  });

  it('is gone once it is deleted: a second time is answered with 10008', async () => {
    const codes: unknown[] = [];
    await using world = await withBot(async (interaction) => {
      await interaction.reply({ content: 'One', flags: MessageFlags.Ephemeral });
      await interaction.deleteReply();
      await interaction.deleteReply().catch((error: { code: unknown }) => codes.push(error.code));
      await interaction.editReply('Back').catch((error: { code: unknown }) => codes.push(error.code));
    });

    await world.member.command('alerts add');

    await expect.poll(() => codes).toEqual([10008, 10008]);
    expect(contents(world)).toEqual([]);
  });

  it('brings files, and an edit may replace them', async () => {
    await using world = await withBot(async (interaction) => {
      const file = (text: string) => new AttachmentBuilder(Buffer.from(text), { name: `${text}.txt` });
      await interaction.reply({ content: 'One', files: [file('a')], flags: MessageFlags.Ephemeral });
      await interaction.editReply({ content: 'Two', attachments: [], files: [file('b')] });
    });

    await world.member.command('alerts add');

    const names = () =>
      world.member.messages().flatMap(({ attachments }) => attachments.map(({ filename }) => filename));
    await expect.poll(names).toEqual(['b.txt']);
  });
});
