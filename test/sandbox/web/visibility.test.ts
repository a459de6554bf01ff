import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from './page-world.ts';

const stack = new AsyncDisposableStack();
let world: PageWorld;

beforeAll(async () => {
  world = stack.use(await startPageWorld());
  stack.use(await connectBot(world));
});
afterAll(() => stack.disposeAsync());

describe('the world of the page', () => {
  it('is the admin’s at first, with every user that the page can act as', async () => {
    const { status, body } = await world.get('/web/world');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      me: { id: world.admin, name: 'ada', bot: false },
      people: [
        { id: world.admin, name: 'ada', about: 'Admin of both servers' },
        { id: world.member, name: 'ben', about: 'A plain member of both servers' },
        { name: 'cleo', about: 'Is told alone what she watches' },
      ],
      guilds: [
        {
          name: 'Auction House',
          roles: [{ name: '@everyone' }, { name: 'Gavel' }],
          channels: [
            { name: 'general', canSend: true, lastMessageId: null },
            { name: 'all-sales' },
            { name: 'lantern-foxes' },
            { name: 'moderators' },
          ],
        },
        { name: 'Night Market', channels: [{ name: 'general' }, { name: 'sales' }] },
      ],
    });
  });

  it('leaves out channels that a member cannot see, and marks those where they may not write', async () => {
    const sales = world.channel('Night Market #sales');
    const [, server] = world.discord.view(world.admin).guilds();
    world.discord.setOverwrite(sales, { id: server?.id ?? '', type: 'role', deny: 2_048n });

    const { body } = await world.get(`/web/world?as=${world.member}`);

    expect(body).toMatchObject({
      me: { id: world.member, name: 'ben' },
      guilds: [
        { channels: [{ name: 'general', canSend: true }, { name: 'all-sales' }, { name: 'lantern-foxes' }] },
        {
          channels: [
            { name: 'general', canSend: true },
            { name: 'sales', canSend: false },
          ],
        },
      ],
    });
  });

  it('is refused for a bot, for an unknown user, and for an invalid id', async () => {
    expect(await world.get(`/web/world?as=${world.scenario.botId}`)).toMatchObject({ status: 404 });
    expect(await world.get('/web/world?as=1')).toEqual({
      status: 404,
      body: { error: 'The page cannot be user 1.' },
    });
    expect(await world.get('/web/world?as=ada')).toMatchObject({ status: 400 });
  });
});

describe('the messages of a channel', () => {
  it('are sorted oldest first, ephemeral ones for their reader only', async () => {
    const channel = world.channel('Auction House #general');
    await world.say(channel, 'first');
    await world.post('/web/command', { as: world.member, channel, name: 'whisper', options: {} });

    const read = async (as: string) => (await world.get(`/web/messages?as=${as}&channel=${channel}`)).body;

    expect(await read(world.member)).toMatchObject([
      { message: { content: 'first' }, ephemeral: false },
      { message: { content: 'Psst' }, ephemeral: true },
    ]);
    expect(await read(world.admin)).toMatchObject([{ message: { content: 'first' }, ephemeral: false }]);
  });

  it('are sent a hundred at a time, the last ones first', async () => {
    const channel = world.channel('Night Market #general');
    const ids: string[] = [];
    for (let count = 0; count < 130; count += 1) ids.push((await world.say(channel, `no ${count}`)).id);

    const read = async (rest: string): Promise<unknown> =>
      (await world.get(`/web/messages?as=${world.member}&channel=${channel}${rest}`)).body;
    const idsOf = (from: number, to: number) => ids.slice(from, to).map((id) => ({ message: { id } }));

    expect(await read('')).toMatchObject(idsOf(30, 130));
    expect(await read(`&before=${ids[30]}`)).toMatchObject(idsOf(0, 30));
    expect(await read(`&before=${ids[0]}`)).toEqual([]);
  });

  it('are refused without access to the channel', async () => {
    const channel = world.channel('Auction House #moderators');

    expect(await world.get(`/web/messages?as=${world.admin}&channel=${channel}`)).toEqual({
      status: 200,
      body: [],
    });
    for (const what of ['messages', 'commands']) {
      expect(await world.get(`/web/${what}?as=${world.member}&channel=${channel}`)).toEqual({
        status: 404,
        body: { error: 'This person sees no such channel.' },
      });
    }
  });
});

describe('the commands of a channel', () => {
  it('are those that a user may run there', async () => {
    const channel = world.channel('Auction House #general');
    const names = async (as: string): Promise<unknown> =>
      (await world.get(`/web/commands?as=${as}&channel=${channel}`)).body;

    const forAll = ['whisper', 'form', 'silence', 'report', 'read', 'choose', 'shout'].map((name) => ({
      name,
    }));
    expect(await names(world.admin)).toMatchObject([...forAll, { name: 'rules' }]);
    expect(await names(world.member)).toMatchObject(forAll);
  });
});
