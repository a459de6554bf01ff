import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedRequest, startSignedServer } from './signed-server.ts';
import { startTestWorld, type TestWorld } from './world.ts';

interface Received extends SignedRequest {
  readonly payload: { readonly type: number; readonly id: string; readonly token: string };
}

const payloadSchema = z.looseObject({ type: z.number(), id: z.string(), token: z.string() });
const applicationSchema = z.looseObject({
  verify_key: z.string(),
  interactions_endpoint_url: z.string().nullable(),
});

async function applicationOf(world: TestWorld) {
  return applicationSchema.parse((await world.call('GET', '/applications/@me')).body);
}

/** An application's endpoint. @param respond the answer to an interaction whose signature is right */
async function startEndpoint(
  world: TestWorld,
  respond: (received: Received) => { readonly status: number; readonly body?: unknown } = () => ({
    status: 202,
  }),
) {
  const { verify_key: publicKey } = await applicationOf(world);
  const received: Received[] = [];
  const server = await startSignedServer(publicKey, ({ headers, body }) => {
    const payload = payloadSchema.parse(JSON.parse(body));
    if (payload.type === 1) return { status: 200, body: { type: 1 } };
    const one = { headers, body, payload };
    received.push(one);
    return respond(one);
  });
  return { ...server, received };
}

async function withCommand(world: TestWorld): Promise<void> {
  const route = `/applications/${world.applicationId}/commands`;
  await world.call('POST', route, { name: 'status', description: 'Shows the status' });
}

describe('an Interactions Endpoint URL of the local Discord', () => {
  it('is saved when PING is answered and forged requests are refused, and is shown to the application', async () => {
    await using world = await startTestWorld();
    await using endpoint = await startEndpoint(world);
    const { interactionsEndpoints } = world.discord;
    expect((await applicationOf(world)).interactions_endpoint_url).toBeNull();
    expect(await interactionsEndpoints.save(world.applicationId, endpoint.url)).toBeNull();
    expect((await applicationOf(world)).interactions_endpoint_url).toBe(endpoint.url);
    expect(await interactionsEndpoints.check(world.applicationId)).toBe(true);
  });

  it('is not saved when forged requests are answered, when nothing answers, and on other machines', async () => {
    await using world = await startTestWorld();
    await using endpoint = await startEndpoint(world);
    const { interactionsEndpoints } = world.discord;
    const save = (url: string) => interactionsEndpoints.save(world.applicationId, url);
    endpoint.state.verifies = false;
    expect(await save(endpoint.url)).toMatch(/could not be verified/);
    expect(await save('http://127.0.0.1:1/')).toMatch(/could not be verified/);
    expect(await save('https://gavel.example/interactions')).toMatch(/this machine only/);
    expect((await applicationOf(world)).interactions_endpoint_url).toBeNull();
  });

  it('is removed by a later check that finds a forged request accepted', async () => {
    await using world = await startTestWorld();
    await using endpoint = await startEndpoint(world);
    const { interactionsEndpoints } = world.discord;
    await interactionsEndpoints.save(world.applicationId, endpoint.url);
    endpoint.state.verifies = false;
    expect(await interactionsEndpoints.check(world.applicationId)).toBe(false);
    expect((await applicationOf(world)).interactions_endpoint_url).toBeNull();
  });

  it('gets the interactions instead of the gateway, signed, and answers by the callback route', async () => {
    await using world = await startTestWorld();
    await withCommand(world);
    const client = await world.connect();
    const overGateway: string[] = [];
    client.on('interactionCreate', (interaction) => overGateway.push(interaction.id));
    await using endpoint = await startEndpoint(world, ({ payload: { id, token } }) => {
      const body = { type: 4, data: { content: 'All is well' } };
      void world.call('POST', `/interactions/${id}/${token}/callback`, body);
      return { status: 202 };
    });
    await world.discord.interactionsEndpoints.save(world.applicationId, endpoint.url);

    const reply = await world.member.command('status');

    expect(reply).toMatchObject({ outcome: 'message', message: { content: 'All is well' } });
    expect(endpoint.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
    });
    expect(overGateway).toEqual([]);
  });

  it('may answer an interaction with the response itself', async () => {
    await using world = await startTestWorld();
    await withCommand(world);
    const body = { type: 4, data: { content: 'At once', flags: 64 } };
    await using endpoint = await startEndpoint(world, () => ({ status: 200, body }));
    await world.discord.interactionsEndpoints.save(world.applicationId, endpoint.url);
    const reply = await world.member.command('status');
    expect(reply).toMatchObject({ outcome: 'message', ephemeral: true, message: { content: 'At once' } });
  });

  it.each([
    ['a response that Discord refuses', 200, { type: 4, data: { content: 'x'.repeat(2_001) } }],
    ['an error', 500, undefined],
  ])(
    'that answers with %s lets the user see that the application did not respond',
    async (_what, status, body) => {
      await using world = await startTestWorld({ acknowledgeWithinMs: 300 });
      await withCommand(world);
      await using endpoint = await startEndpoint(world, () => ({ status, body }));
      await world.discord.interactionsEndpoints.save(world.applicationId, endpoint.url);
      expect((await world.member.command('status')).outcome).toBe('did-not-respond');
    },
  );

  it('gets nothing any more once it is removed', async () => {
    await using world = await startTestWorld();
    await withCommand(world);
    const client = await world.connect();
    client.on('interactionCreate', (interaction) => {
      if (interaction.isChatInputCommand()) void interaction.reply('By the gateway');
    });
    await using endpoint = await startEndpoint(world);
    const { interactionsEndpoints } = world.discord;
    await interactionsEndpoints.save(world.applicationId, endpoint.url);
    await interactionsEndpoints.save(world.applicationId, null);
    expect((await world.member.command('status')).message?.content).toBe('By the gateway');
    expect(endpoint.received).toEqual([]);
  });
});
