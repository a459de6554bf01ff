import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { multipartRequest } from '#src/discord/posting/multipart.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 255]);
const PAYLOAD = {
  embeds: [{ title: 'Floor', image: { url: 'attachment://chart-1.png' } }],
  attachments: [{ id: 0, filename: 'chart-1.png', description: 'Floor from 1 to 2' }],
};

describe('a message with files', () => {
  it('is understood by Discord, byte for byte', async () => {
    await using world = await startTestWorld();
    const rest = createOutboxRest({ apiUrl: world.discord.apiUrl, token: world.token });
    await rest.post(
      Routes.channelMessages(world.channelId),
      multipartRequest(PAYLOAD, [{ name: 'chart-1.png', bytes: PNG }]),
    );
    const [message] = world.discord.messages(world.channelId);
    const [attachment] = message?.payload.attachments ?? [];
    expect(attachment).toMatchObject({
      filename: 'chart-1.png',
      size: PNG.length,
      content_type: 'image/png',
      description: 'Floor from 1 to 2',
    });
    expect(message?.payload.embeds[0]?.image?.url).toBe(attachment?.url);
    const served = await fetch(attachment?.url ?? '');
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(PNG);
  });

  it('is the same bytes each time', () => {
    const files = [{ name: 'chart-1.png', bytes: PNG }];
    expect(multipartRequest(PAYLOAD, files)).toEqual(multipartRequest(PAYLOAD, files));
  });

  it('has a name that cannot end early', () => {
    const { body } = multipartRequest({}, [{ name: 'a"\r\nb.png', bytes: PNG }]);
    expect(body.toString('latin1')).toContain('filename="a%22%0D%0Ab.png"');
  });
});
