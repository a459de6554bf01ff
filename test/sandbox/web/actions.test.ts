import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ShownModal } from '../../../sandbox/web/contract.ts';
import { connectBot, type PageWorld, startPageWorld } from './page-world.ts';

const stack = new AsyncDisposableStack();
let world: PageWorld;
let channel: string;

beforeAll(async () => {
  world = stack.use(await startPageWorld());
  stack.use(await connectBot(world));
  channel = world.channel('Auction House #general');
});
afterAll(() => stack.disposeAsync());

const act = (what: string, body: object, as = world.member) =>
  world.post(`/web/${what}`, { as, channel, ...body });

async function lastMessage(): Promise<{ id: string; content: string }> {
  const { body } = await world.get(`/web/messages?as=${world.member}&channel=${channel}`);
  const messages = z
    .array(z.object({ message: z.object({ id: z.string(), content: z.string() }) }))
    .parse(body);
  return messages.at(-1)?.message ?? { id: '', content: '' };
}

async function shout(text: string): Promise<string> {
  await act('command', { name: 'shout', options: { text } });
  return (await lastMessage()).id;
}

describe('a user of the page', () => {
  it('runs a command and gets the outcome “message”', async () => {
    const { body } = await act('command', { name: 'shout', options: { text: 'hey' } });

    expect(body).toEqual({ outcome: 'message' });
    expect(await lastMessage()).toMatchObject({ content: 'hey' });
  });

  it('gets choices while typing', async () => {
    const { body } = await act('autocomplete', { name: 'shout', options: { text: 'h' }, focused: 'text' });

    expect(body).toEqual([{ name: 'Hello', value: 'hello' }]);
  });

  it('gets an error for an option without choices', async () => {
    const answer = await act('autocomplete', { name: 'whisper', options: {}, focused: 'text' });

    expect(answer).toEqual({ status: 409, body: { error: 'There is no option "text".' } });
  });

  it('presses a button, which updates the message', async () => {
    const message = await shout('quiet');

    expect((await act('press', { message, customId: 'louder' })).body).toEqual({ outcome: 'updated' });
    expect(await lastMessage()).toEqual({ id: message, content: 'LOUDER' });
  });

  it('chooses in a menu', async () => {
    const message = await shout('neutral');

    const { body } = await act('select', { message, customId: 'tone', values: ['stern'] });

    expect(body).toEqual({ outcome: 'updated' });
    expect(await lastMessage()).toEqual({ id: message, content: 'stern' });
  });

  it('uses a command in the menu of a message', async () => {
    const message = await shout('a fox');

    expect((await act('message-command', { message, name: 'Watch this' })).body).toEqual({
      outcome: 'message',
    });
    expect(await lastMessage()).toMatchObject({ content: 'Watched: a fox' });
    const { body } = await world.get(`/web/message-commands?as=${world.member}&channel=${channel}`);
    expect(body).toMatchObject([{ name: 'Watch this' }]);
  });

  it('submits a modal', async () => {
    const opened = await act('command', { name: 'form', options: {} });
    expect(opened.body).toMatchObject({ outcome: 'modal', modal: { customId: 'form', title: 'A form' } });
    const { modal } = opened.body as { modal: ShownModal };

    expect((await act('submit', { modal, values: { words: 'written' } })).body).toEqual({
      outcome: 'message',
    });
    expect(await lastMessage()).toMatchObject({ content: 'written' });
  });

  it('waits three seconds for a bot that does not respond', async () => {
    expect((await act('command', { name: 'silence', options: {} })).body).toEqual({
      outcome: 'did-not-respond',
    });
  });

  it('gets the reason why Discord’s client would not allow an action', async () => {
    const refused = async (what: string, body: object): Promise<unknown> => (await act(what, body)).body;

    expect(await refused('command', { name: 'rules', options: {} })).toEqual({
      outcome: 'refused',
      why: '/rules is not shown to this person.',
    });
    expect(await refused('command', { name: 'shout', options: {} })).toEqual({
      outcome: 'refused',
      why: 'Required: text.',
    });
    expect(await refused('press', { message: '1', customId: 'louder' })).toMatchObject({
      outcome: 'refused',
    });
    const hidden = world.channel('Auction House #moderators');
    expect(
      await refused('command', { channel: hidden, name: 'shout', options: { text: 'hey' } }),
    ).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['command', {}, /name/],
    ['command', { name: 'shout', options: { text: null } }, /options\.text/],
    ['command', { name: 'shout', options: {}, extra: 1 }, /extra/],
    ['press', { message: 'none', customId: 'louder' }, /digits/],
    ['select', { message: '1', customId: 'tone', values: 'kind' }, /values/],
    ['submit', { modal: {}, values: {} }, /modal/],
    ['autocomplete', { name: 'shout', options: {} }, /focused/],
  ])('gets the reason why a body of /web/%s is refused: %j', async (what, body, words) => {
    const answer = await act(what, body);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(words) });
  });
});

describe('the account of a user of the page', () => {
  const set = (what: string, as: string, on: boolean) => world.post('/web/account', { do: what, as, on });

  it('closes its direct messages to the bot, and opens them again', async () => {
    const { id } = world.discord.openDirectMessage(world.member, world.scenario.applicationId);

    expect((await set('accept-direct-messages', world.member, false)).body).toEqual({
      acceptsDirectMessages: false,
      hasApplication: false,
    });
    expect((await world.say(id, 'Hello')).status).toBe(403);
    expect((await set('accept-direct-messages', world.member, true)).body).toMatchObject({
      acceptsDirectMessages: true,
    });
    expect((await world.say(id, 'Hello')).status).toBe(200);
  });

  it('takes the bot in, and is one’s own', async () => {
    expect((await set('have-application', world.member, true)).body).toMatchObject({ hasApplication: true });
    expect((await world.get(`/web/world?as=${world.member}`)).body).toMatchObject({
      account: { hasApplication: true },
    });
    expect((await world.get(`/web/world?as=${world.admin}`)).body).toMatchObject({
      account: { hasApplication: false },
    });
    expect((await set('have-application', world.member, false)).body).toMatchObject({
      hasApplication: false,
    });
  });

  it('opens direct messages with the bot', async () => {
    await world.post('/web/account', { do: 'write-to-bot', as: world.admin });

    expect((await world.get(`/web/world?as=${world.admin}`)).body).toMatchObject({
      directMessages: [{ name: 'Gavel', canSend: true }],
    });
  });

  it('is nobody else’s', async () => {
    expect((await world.post('/web/account', { do: 'have-application', as: '1', on: true })).status).toBe(
      404,
    );
  });
});
