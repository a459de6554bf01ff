import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../support/manual-clock.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startSignedServer } from './signed-server.ts';
import { startTestWorld, type TestWorld } from './world.ts';

const PING = 0;

interface Event {
  readonly type: number;
  readonly application_id: string;
  readonly event?: { readonly type: string; readonly data: Record<string, unknown> };
}

/** An application's Webhook Events URL, saved. @param statuses of the answers to events, in order; 204 after the last */
async function listen(world: TestWorld, statuses: number[] = []) {
  const events: Event[] = [];
  const changed = new Set<() => void>();
  const { webhookEvents, interactionsEndpoints } = world.discord;
  const server = await startSignedServer(interactionsEndpoints.publicKey(world.applicationId), ({ body }) => {
    const event = JSON.parse(body) as Event;
    if (event.type === PING) return { status: 204 };
    events.push(event);
    for (const tell of changed) tell();
    return { status: statuses.shift() ?? 204 };
  });
  return {
    ...server,
    events,
    save: () => webhookEvents.save(world.applicationId, server.url),
    until: (count: number) =>
      waitUntil({
        read: () => (events.length >= count ? events : undefined),
        listen(tell) {
          changed.add(tell);
          return () => changed.delete(tell);
        },
        what: () => `${count} events`,
      }),
  };
}

async function applicationOf({ call }: TestWorld): Promise<unknown> {
  return (await call('GET', '/applications/@me')).body;
}

describe('a Webhook Events URL of the local Discord', () => {
  it('is saved when PING is answered with 204 and forged requests are refused', async () => {
    await using world = await startTestWorld();
    await using endpoint = await listen(world);
    expect(await applicationOf(world)).toMatchObject({ event_webhooks_url: null, event_webhooks_status: 1 });

    expect(await endpoint.save()).toBeNull();

    expect(await applicationOf(world)).toMatchObject({
      event_webhooks_url: endpoint.url,
      event_webhooks_status: 2,
      event_webhooks_types: ['APPLICATION_AUTHORIZED', 'APPLICATION_DEAUTHORIZED'],
    });
  });

  it('is not saved when forged requests are answered, and when nothing answers', async () => {
    await using world = await startTestWorld();
    await using endpoint = await listen(world);
    endpoint.state.verifies = false;

    expect(await endpoint.save()).toMatch(/could not be verified/);
    expect(await world.discord.webhookEvents.save(world.applicationId, 'http://127.0.0.1:1/')).toMatch(
      /could not be verified/,
    );
  });

  it('hears who adds the application to their account, and who takes it away', async () => {
    await using world = await startTestWorld();
    await using endpoint = await listen(world);
    await endpoint.save();

    world.discord.installToAccount(world.memberId, world.applicationId);
    await endpoint.until(1);
    world.discord.removeFromAccount(world.memberId, world.applicationId);

    expect(await endpoint.until(2)).toMatchObject([
      {
        version: 1,
        type: 1,
        application_id: world.applicationId,
        event: {
          type: 'APPLICATION_AUTHORIZED',
          data: { integration_type: 1, user: { id: world.memberId }, scopes: ['applications.commands'] },
        },
      },
      {
        event: { type: 'APPLICATION_DEAUTHORIZED', data: { user: { id: world.memberId } } },
      },
    ]);
  });

  it('hears to which server the application is added', async () => {
    await using world = await startTestWorld();
    await using endpoint = await listen(world);
    await endpoint.save();
    const { id: guildId } = world.discord.createGuild({ name: 'Elsewhere', ownerId: world.ownerId });

    world.discord.installBot({ guildId, applicationId: world.applicationId, permissions: 0n });

    expect(await endpoint.until(1)).toMatchObject([
      {
        event: {
          type: 'APPLICATION_AUTHORIZED',
          data: { integration_type: 0, user: { id: world.ownerId }, guild: { id: guildId } },
        },
      },
    ]);
  });

  it('gets an event again until it is acknowledged', async () => {
    const clock = createManualClock(1_700_000_000_000);
    await using world = await startTestWorld({ now: clock.now });
    await using endpoint = await listen(world, [500, 200]);
    await endpoint.save();

    world.discord.installToAccount(world.memberId, world.applicationId);
    await endpoint.until(1);
    const advancing = setInterval(() => void clock.advance(1_000), 5);
    const events = await endpoint.until(3);
    clearInterval(advancing);

    expect(events).toEqual([events[0], events[0], events[0]]);
  });
});
