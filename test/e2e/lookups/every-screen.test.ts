import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { behavioursOf } from '#src/discord/command.ts';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { findHolder } from './marketplace-reading.ts';
import { messageOf, optionsOf } from './reading.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const DOWN = 'The marketplace is not responding. Try again in a minute.';

/** A lookup, and something that can be used in its answer. */
interface Lookup {
  readonly command: string;
  readonly options: OptionValues;
  /** The label of a button, or the id of a menu, whose first option is chosen. */
  readonly use: string;
  /** It shows only what the bot has stored. */
  readonly isStored?: boolean;
}

const of = (command: string, options: OptionValues, use: string): Lookup => ({ command, options, use });

/** Every lookup; those with a menu of their own twice. */
async function lookupsIn(world: BotWorld): Promise<readonly Lookup[]> {
  const collection = FOXES;
  const { address: who } = await findHolder(
    world,
    FOXES,
    ({ isPrivate, isNewUser }) => !isPrivate && !isNewUser,
  );
  const { member } = world.home;
  const [auction] = await member.autocomplete('auction show', { auction: '' }, 'auction');
  return [
    of('collection info', { collection }, 'Holders'),
    { ...of('collection list', {}, 'Next ›'), isStored: true },
    { ...of('collection list', {}, 'menu.collections'), isStored: true },
    of('collection tokens', { collection }, 'Next ›'),
    of('collection tokens', { collection }, 'menu.order'),
    of('collection traits', { collection }, 'menu.types'),
    of('collection holders', { collection }, 'Next ›'),
    { ...of('collection top', { collection, what: 'sellers', period: '7d' }, 'Sales'), isStored: true },
    { ...of('collection chart', { collection, what: 'volume', period: '7d' }, 'Sales'), isStored: true },
    of('token', { token: '12', collection }, 'Next ›'),
    of('profile show', { who }, 'NFTs'),
    of('profile nfts', { who }, 'Next ›'),
    of('profile nfts', { who }, 'menu.owned'),
    of('auction list', {}, 'menu.auctions'),
    of('auction list', {}, 'Ended'),
    of('auction show', { auction: String(auction?.value) }, 'Collection'),
    of('activity', {}, 'Next ›'),
    of('activity', { collection }, 'menu.kinds'),
  ];
}

async function startWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  world.marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR_MS });
  return world;
}

const run = (person: Person, { command, options }: Lookup): Promise<Reply> =>
  person.command(command, options);

/** Uses a component of a reply. */
function use(person: Person, reply: Reply, what: string): Promise<Reply> {
  const message = messageOf(reply);
  if (!what.startsWith('menu.')) return person.press(message, what);
  return person.select(message, what, [optionsOf(reply, what)[0]?.value ?? '']);
}

/** The message as it stands in the channel now. */
const nowOf = (person: Person, { id }: APIMessage): APIMessage | undefined =>
  person.messages().find((message) => message.id === id);

describe('every lookup', () => {
  it('is in the list', async () => {
    await using world = await startWorld();
    await world.start();
    const listed = new Set((await lookupsIn(world)).map(({ command }) => command));
    const others = /^(?:alerts|settings|silence|template|watch|why|help|status)\b/;
    expect([...listed].toSorted()).toEqual(
      [...behavioursOf(commands).keys()].filter((name) => !others.test(name)).toSorted(),
    );
  });

  it('has buttons and menus that work after a restart, a year later', async () => {
    await using world = await startWorld();
    const { member } = world.home;
    const bot = await world.start();
    const shown: (readonly [Lookup, Reply])[] = [];
    for (const lookup of await lookupsIn(world)) shown.push([lookup, await run(member, lookup)]);
    await bot[Symbol.asyncDispose]();
    world.clock.advance(YEAR_MS);
    await world.start();

    for (const [{ command, use: what }, reply] of shown) {
      const { outcome, message } = await use(member, reply, what);
      expect([command, what, outcome, message?.id]).toEqual([command, what, 'updated', messageOf(reply).id]);
    }
  });

  it('answers another member who uses it with a message of their own, which is theirs from then on', async () => {
    await using world = await startWorld();
    const { admin, member } = world.home;
    await world.start();

    for (const lookup of await lookupsIn(world)) {
      const reply = await run(member, lookup);
      const before = nowOf(member, messageOf(reply));
      const copy = await use(admin, reply, lookup.use);
      const { command, use: what } = lookup;
      expect([command, what, copy.outcome, copy.ephemeral]).toEqual([command, what, 'message', true]);
      expect(nowOf(member, messageOf(reply))).toEqual(before);
      const own = await use(member, reply, lookup.use);
      expect([command, what, own.outcome]).toEqual([command, what, 'updated']);
    }
    const [first] = await lookupsIn(world);
    const theirs = first === undefined ? null : await use(admin, await run(member, first), first.use);
    const further = theirs === null ? null : await admin.press(messageOf(theirs), 'Next ›');
    expect(further).toMatchObject({ outcome: 'updated', ephemeral: true });
  });

  it('shows what was last known, and of when, while the marketplace is down', async () => {
    await using world = await startWorld();
    const { member } = world.home;
    await world.start();
    const lookups = await lookupsIn(world);
    for (const lookup of lookups) await run(member, lookup);
    world.marketplace.faults.set({ drop: true });
    world.clock.advance(HOUR_MS);

    for (const lookup of lookups) {
      const { ephemeral, message } = await run(member, lookup);
      const isDated = /As of <t:\d+:R>. The marketplace has sent no newer data/.test(
        JSON.stringify(message?.embeds),
      );
      expect([lookup.command, ephemeral, isDated]).toEqual([lookup.command, false, lookup.isStored !== true]);
    }
  });

  it('says in one sentence, to whoever asked, that the marketplace is down where nothing is known', async () => {
    await using world = await startWorld();
    const { member } = world.home;
    await world.start();
    // The completion of the option has shown the auction.
    const lookups = (await lookupsIn(world)).filter(
      ({ isStored, command }) => isStored !== true && command !== 'auction show',
    );
    world.marketplace.faults.set({ status: 500 });
    world.clock.advance(HOUR_MS);

    for (const lookup of lookups) {
      const { ephemeral, message } = await run(member, lookup);
      expect([lookup.command, ephemeral, message?.content]).toEqual([lookup.command, true, DOWN]);
    }
  });

  it('stays as it is when the marketplace is down at the next page', async () => {
    await using world = await startWorld();
    const { member } = world.home;
    await world.start();
    // The pages of `/activity` are read at once.
    const paged = (await lookupsIn(world)).filter(
      ({ use: what, isStored, command }) => what === 'Next ›' && isStored !== true && command !== 'activity',
    );
    const replies: (readonly [Lookup, Reply])[] = [];
    for (const lookup of paged) replies.push([lookup, await run(member, lookup)]);
    world.marketplace.faults.set({ drop: true });

    for (const [{ command }, reply] of replies) {
      const before = nowOf(member, messageOf(reply));
      const next = await use(member, reply, 'Next ›');
      expect([command, next.outcome, next.ephemeral, next.message?.content]).toEqual([
        command,
        'message',
        true,
        DOWN,
      ]);
      expect(nowOf(member, messageOf(reply))).toEqual(before);
    }
  });
});
