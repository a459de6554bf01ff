import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ChannelType,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const PING = { name: 'ping', description: 'Answers' };

const label = (name: string): LabelBuilder => new LabelBuilder().setLabel(name);

function form(): ModalBuilder {
  const price = new TextInputBuilder().setCustomId('price').setStyle(TextInputStyle.Short).setValue('5');
  const kinds = new StringSelectMenuBuilder()
    .setCustomId('kinds')
    .setMaxValues(2)
    .addOptions(['sale', 'offer', 'mint'].map((kind) => ({ label: kind, value: kind })));
  const role = new RoleSelectMenuBuilder().setCustomId('role').setRequired(false);
  const where = new ChannelSelectMenuBuilder().setCustomId('where').setChannelTypes(ChannelType.GuildText);
  return new ModalBuilder()
    .setCustomId('filter')
    .setTitle('Filter')
    .addLabelComponents(
      label('Price').setTextInputComponent(price),
      label('Kinds').setDescription('Up to two').setStringSelectMenuComponent(kinds),
      label('Role').setRoleSelectMenuComponent(role),
      label('Channel').setChannelSelectMenuComponent(where),
    );
}

function submittedText({ fields }: ModalSubmitInteraction): string {
  return [
    fields.getTextInputValue('price'),
    fields.getStringSelectValues('kinds').join('+'),
    fields.getSelectedRoles('role')?.first()?.name ?? 'no role',
    fields.getSelectedChannels('where')?.first()?.id,
  ].join(' ');
}

const CHANGE = new ActionRowBuilder<ButtonBuilder>().addComponents(
  new ButtonBuilder().setCustomId('change').setLabel('Change').setStyle(ButtonStyle.Primary),
);

type Submitted = (interaction: ModalSubmitInteraction) => Promise<unknown>;

/** A bot with an ephemeral preview, whose button opens the modal. */
async function withForm(submitted: Submitted): Promise<TestWorld> {
  const world = await startTestWorld();
  const client = await world.connect();
  onInteraction(client, async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: 'Preview', components: [CHANGE], flags: MessageFlags.Ephemeral });
    else if (interaction.isButton()) await interaction.showModal(form());
    else if (interaction.isModalSubmit()) await submitted(interaction);
  });
  await client.application.commands.set([PING]);
  return world;
}

async function opened({ member }: TestWorld) {
  const { message } = await member.command('ping');
  const { modal } = await member.press(message ?? { id: '' }, 'change');
  if (modal === null) throw new Error('A form should be open.');
  return { message, modal };
}

const inPlace: Submitted = async (interaction) => {
  if (interaction.isFromMessage()) await interaction.update({ content: submittedText(interaction) });
};

describe('a modal with labels', () => {
  it('submits texts, choices, roles and channels', async () => {
    await using world = await withForm((interaction) => interaction.reply(submittedText(interaction)));
    const { id } = world.discord.createRole({ guildId: world.guildId, name: 'Traders' });
    const { modal } = await opened(world);

    const values = { price: '7', kinds: ['sale', 'mint'], role: [id], where: world.channelId };
    const reply = await world.member.submit(modal, values);

    expect(reply.message?.content).toBe(`7 sale+mint Traders ${world.channelId}`);
  });

  it('keeps initial values and accepts empty optional fields', async () => {
    await using world = await withForm((interaction) => interaction.reply(submittedText(interaction)));
    const { modal } = await opened(world);

    const reply = await world.member.submit(modal, { kinds: 'offer', where: world.channelId });

    expect(reply.message?.content).toBe(`5 offer no role ${world.channelId}`);
  });

  it.each([
    ['a choice that is not offered', { kinds: ['nothing'] }, 'invalid-value'],
    ['more choices than it takes', { kinds: ['sale', 'offer', 'mint'] }, 'invalid-value'],
    ['the same choice twice', { kinds: ['sale', 'sale'] }, 'invalid-value'],
    ['a role that does not exist', { kinds: 'sale', role: '1' }, 'invalid-value'],
    ['no choice where one is required', {}, 'missing-option'],
    ['a field that it does not have', { kinds: 'sale', colour: 'red' }, 'unknown-component'],
  ])('does not take %s', async (_what, values, code) => {
    await using world = await withForm(inPlace);
    const { modal } = await opened(world);

    await expect(world.member.submit(modal, { where: world.channelId, ...values })).rejects.toMatchObject({
      code,
    });
  });

  it('refuses a channel of another type', async () => {
    await using world = await withForm(inPlace);
    const { modal } = await opened(world);
    const { id: where } = world.discord.createChannel({ guildId: world.guildId, name: 'Voice', type: 2 });

    await expect(world.member.submit(modal, { kinds: 'sale', where })).rejects.toMatchObject({
      code: 'invalid-value',
    });
  });
});

describe('a modal that a component opened', () => {
  const values = (world: TestWorld) => ({ kinds: 'sale', where: world.channelId });

  it('edits the message of that component, ephemeral ones included', async () => {
    await using world = await withForm(inPlace);
    const { modal, message } = await opened(world);

    const reply = await world.member.submit(modal, values(world));

    expect(reply).toMatchObject({ outcome: 'updated', ephemeral: true, message: { id: message?.id } });
    expect(world.member.messages().map(({ content }) => content)).toEqual([
      `5 sale no role ${world.channelId}`,
    ]);
    expect(world.owner.messages()).toEqual([]);
  });

  it('edits it after a deferral too, and then deletes it', async () => {
    await using world = await withForm(async (interaction) => {
      await interaction.deferUpdate();
      await interaction.editReply('Saved');
      await interaction.followUp({ content: 'By the way', flags: MessageFlags.Ephemeral });
      await interaction.deleteReply();
    });
    const { modal } = await opened(world);

    const reply = await world.member.submit(modal, values(world));

    expect(reply).toMatchObject({ outcome: 'updated', message: { content: 'Saved' } });
    await expect.poll(() => world.member.messages().map(({ content }) => content)).toEqual(['By the way']);
    expect(world.owner.messages()).toEqual([]);
  });

  it('has the source message in its answer’s metadata', async () => {
    await using world = await withForm((interaction) => interaction.reply('Saved'));
    const { modal, message } = await opened(world);

    const reply = await world.member.submit(modal, values(world));

    expect(reply.message?.interaction_metadata).toMatchObject({
      type: 5,
      triggering_interaction_metadata: { type: 3, interacted_message_id: message?.id },
    });
  });
});
