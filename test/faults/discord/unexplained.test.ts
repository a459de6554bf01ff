import { describe, expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import { saleAlert } from '../../support/build-alert.ts';
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const CHANNELS = 14;
const TEN_SECONDS_MS = 10_000;
/** Discord’s limit, over which a machine is banned, is 10,000 in ten minutes. */
const FEW_REFUSALS = 60;
const BANNING: ReadonlySet<number> = new Set([401, 403]);

/** Refusals that name nothing, as they were seen: from Cloudflare, from Discord’s edge, and without a code. */
const REFUSALS = [
  ['403 with 40333', { do: 'answer', status: 403, code: 40_333 }],
  ['403 with 0', { do: 'answer', status: 403, code: 0 }],
  ['404 with 0', { do: 'answer', status: 404, code: 0 }],
  ['a page with 403', { do: 'answer', status: 403, body: '<html>' }],
  ['400 with 0', { do: 'answer', status: 400, code: 0 }],
  ['400 with 50035', { do: 'answer', status: 400, code: 50_035 }],
  ['405', { do: 'answer', status: 405, code: 0 }],
  ['408', { do: 'answer', status: 408, code: 0 }],
  ['413 with 40005', { do: 'answer', status: 413, code: 40_005 }],
  ['401, while the token is valid', { do: 'answer', status: 401 }],
] as const;

/** The tokens whose sales are due in the channel at this position. */
const numbersOf = (position: number) => [100 * (position + 1) + 1, 100 * (position + 1) + 2];

/** Channels and a person that follow sales. */
async function followers() {
  const world = await startDeliveryWorld();
  const { discord, guildId, channelId, memberId } = world;
  const channels = [channelId];
  for (let number = 1; number < CHANNELS; number += 1)
    channels.push(discord.createChannel({ guildId, name: `sales-${number}` }).id);
  for (const channel of channels) await world.follow(channel);
  await world.watch(memberId);
  return { world, channels, targets: [...channels, personTarget(memberId)] };
}

const namesIn = ({ discord }: DeliveryWorld, channelId: string) =>
  discord
    .messages(channelId)
    .flatMap(({ payload }) =>
      payload.embeds.length > 0
        ? payload.embeds.map(({ title = '' }) => /#\d+/.exec(title)?.[0])
        : [/#\d+/.exec(payload.content ?? '')?.[0]],
    );

/** Lets so much time pass in steps of a second, with turns of the event loop between them. */
async function pass({ clock }: DeliveryWorld, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a refusal that names neither channel, person nor message', () => {
  it.each(REFUSALS)(
    'costs nothing but time when everybody meets it for ten seconds: %s',
    async (_, fault) => {
      const { world, channels, targets } = await followers();
      await using _world = world;
      const { discord, store, memberId } = world;
      let refusals = 0;
      const over = discord.faults.add(fault, {
        ...POSTING,
        where: () => {
          refusals += 1;
          return true;
        },
      });
      for (const [position, target] of targets.entries())
        await world.enqueue(
          target,
          numbersOf(position).map((number) => saleAlert(number)),
        );
      await pass(world, TEN_SECONDS_MS);
      over();
      await expect
        .poll(
          async () => {
            await pass(world, 1_000);
            return store.channelsWithWork();
          },
          { timeout: 20_000 },
        )
        .toEqual([]);

      const [direct] = discord.view(memberId).directMessages();
      for (const [position, channel] of [...channels, direct?.id ?? ''].entries())
        expect(namesIn(world, channel)).toEqual(numbersOf(position).map((number) => `#${number}`));
      const statuses = await store.queueStatuses(targets);
      expect(statuses.filter(({ state, lastProblem }) => state !== 'open' || lastProblem !== null)).toEqual(
        [],
      );
      expect(BANNING.has(fault.status) ? refusals : 0).toBeLessThan(FEW_REFUSALS);
      await expect(store.hasNotices()).resolves.toBe(false);
    },
  );
});
