import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBot, type PageWorld, startPageWorld } from './page-world.ts';

const channelShape = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  parentId: z.string().nullable(),
  archived: z.boolean(),
  canSend: z.boolean(),
});
const worldShape = z.object({
  guilds: z.array(z.object({ channels: z.array(channelShape) })),
  directMessages: z.array(channelShape),
});
const messagesShape = z.array(z.object({ pinged: z.boolean(), message: z.object({ content: z.string() }) }));

const stack = new AsyncDisposableStack();
let world: PageWorld;
let general: string;

beforeAll(async () => {
  world = stack.use(await startPageWorld());
  stack.use(await connectBot(world));
  general = world.channel('Auction House #general');
});
afterAll(() => stack.disposeAsync());

async function shown(as = world.member) {
  const { body } = await world.get(`/web/world?as=${as}`);
  return worldShape.parse(body);
}

async function messages(channel: string, as = world.member) {
  const { body } = await world.get(`/web/messages?as=${as}&channel=${channel}`);
  return messagesShape.parse(body).map(({ pinged, message }) => ({ pinged, content: message.content }));
}

describe('threads', () => {
  it('stand right behind their channel, and say when they are archived', async () => {
    const { id } = world.discord.createThread({ channelId: general, name: 'bids' });
    const at = (await shown()).guilds[0]?.channels ?? [];

    expect(at.slice(0, 2)).toMatchObject([
      { id: general, kind: 'text', parentId: null },
      { id, kind: 'thread', parentId: general, archived: false, canSend: true },
    ]);
    world.discord.setThread(id, { archived: true });
    const archived = (await shown()).guilds[0]?.channels.find((channel) => channel.id === id);
    expect(archived).toMatchObject({ archived: true, canSend: false });
  });

  it('that are private are shown to their members alone', async () => {
    const { id } = world.discord.createThread({ channelId: general, name: 'staff', private: true });
    const sees = async () => (await shown()).guilds[0]?.channels.some((channel) => channel.id === id);

    expect(await sees()).toBe(false);
    world.discord.addThreadMember(id, world.member);
    expect(await sees()).toBe(true);
  });

  it('make the page look again when they open', async () => {
    using page = await world.listen(world.member);
    world.discord.createThread({ channelId: general, name: 'more' });

    expect(await page.first(({ type }) => type === 'world')).toEqual({ type: 'world' });
  });
});

describe('direct messages', () => {
  it('are a place of their own, for those who were written to', async () => {
    const { id } = world.discord.openDirectMessage(world.member, world.scenario.applicationId);
    using page = await world.listen(world.member);
    await world.say(id, 'Your alert was paused');

    expect(await page.first(({ type }) => type === 'message')).toMatchObject({ channelId: id });
    expect((await shown()).directMessages).toMatchObject([
      { id, name: 'Gavel', kind: 'direct', canSend: true },
    ]);
    expect((await shown(world.admin)).directMessages).toEqual([]);
    expect(await messages(id)).toEqual([{ pinged: false, content: 'Your alert was paused' }]);
    expect((await world.get(`/web/messages?as=${world.admin}&channel=${id}`)).status).toBe(404);
  });
});

describe('a message that mentions somebody', () => {
  it('is marked for them and for nobody else', async () => {
    const text = `<@${world.member}> leads`;
    await world.say(general, text);

    expect(await messages(general)).toContainEqual({ pinged: true, content: text });
    expect(await messages(general, world.admin)).toContainEqual({ pinged: false, content: text });
  });
});

describe('a picked file', () => {
  const run = (files: unknown) =>
    world.post('/web/command', { as: world.member, channel: general, name: 'read', options: {}, files });

  it('is sent to the bot with the command', async () => {
    const base64 = Buffer.from('two words').toString('base64');

    expect((await run({ file: { name: 'a.txt', contentType: '', base64 } })).body).toEqual({
      outcome: 'message',
    });
    expect(await messages(general)).toContainEqual({ pinged: false, content: 'a.txt: two words' });
  });

  it.each([
    ['is not base64', { file: { name: 'a.txt', contentType: '', base64: '*' } }],
    ['has no name', { file: { name: '', contentType: '', base64: '' } }],
  ])('is refused when it %s', async (_what, files) => {
    expect((await run(files)).status).toBe(400);
  });

  it('is required where it is missing', async () => {
    expect((await run({})).body).toEqual({ outcome: 'refused', why: 'Required: file.' });
  });
});
