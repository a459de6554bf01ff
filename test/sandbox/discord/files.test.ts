import { AttachmentBuilder, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { onInteraction, startTestWorld, type TestWorld } from './world.ts';

const IMPORT = {
  name: 'import',
  description: 'Reads a file',
  options: [{ type: 11, name: 'file', description: 'Which', required: true }],
};
const EXPORT = { name: 'export', description: 'Writes a file' };

/** A bot that downloads a file and answers with its contents, and a command that sends an ephemeral file. */
async function withFileBot(): Promise<TestWorld> {
  const world = await startTestWorld();
  const client = await world.connect();
  onInteraction(client, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    if (interaction.commandName === 'export') {
      const files = [new AttachmentBuilder(Buffer.from('{"alerts":[]}'), { name: 'alerts.json' })];
      await interaction.reply({ content: 'Here', files, flags: MessageFlags.Ephemeral });
      return;
    }
    const { name, size, contentType, url, ephemeral } = interaction.options.getAttachment('file', true);
    await interaction.deferReply();
    const text = await (await fetch(url)).text();
    await interaction.editReply(`${name} ${size} ${contentType} ${ephemeral}: ${text}`);
  });
  await client.application.commands.set([IMPORT, EXPORT]);
  return world;
}

describe('a file for an attachment option', () => {
  it('is downloaded by the bot from the address in the interaction', async () => {
    await using world = await withFileBot();

    const reply = await world.member.command('import', {
      file: { name: 'my alerts.json', content: '{"é":1}' },
    });

    expect(reply.message?.content).toBe('my alerts.json 8 application/json; charset=utf-8 true: {"é":1}');
  });

  it.each([
    ['text', 'alerts.json'],
    ['an empty file', { name: 'a.json', content: '' }],
    ['a file beyond 10 MiB', { name: 'a.json', content: new Uint8Array(10 * 1024 * 1024 + 1) }],
  ])('is not %s', async (_what, file) => {
    await using world = await withFileBot();

    await expect(world.member.command('import', { file })).rejects.toMatchObject({ code: 'invalid-value' });
  });

  it('is refused by another kind of option', async () => {
    await using world = await startTestWorld();
    const options = [{ type: 3, name: 'word', description: 'A word' }];
    await world.call('PUT', `/applications/${world.applicationId}/commands`, [{ ...EXPORT, options }]);
    const word = { name: 'a.txt', content: 'a' };

    await expect(world.member.command('export', { word })).rejects.toMatchObject({ code: 'invalid-value' });
  });
});

describe('a file in the answer to an interaction', () => {
  it('is stored, and can be read by the user who received it', async () => {
    await using world = await withFileBot();

    const { message } = await world.member.command('export');
    const [attachment] = message?.attachments ?? [];

    expect(attachment).toMatchObject({ filename: 'alerts.json', size: 13 });
    expect(world.member.download(attachment ?? { url: '' })).toMatchObject({
      name: 'alerts.json',
      contentType: 'application/json',
      text: '{"alerts":[]}',
    });
    expect(world.owner.messages()).toEqual([]);
  });

  it('is served as a download without scripts', async () => {
    await using world = await withFileBot();
    const { message } = await world.member.command('export');

    const { headers } = await fetch(message?.attachments[0]?.url ?? '');

    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is not found at another address', async () => {
    await using world = await startTestWorld();

    expect(() => world.member.download({ url: `${world.discord.url}/attachments/1/2/a.json` })).toThrow(
      expect.objectContaining({ code: 'unknown-file' }),
    );
  });
});
