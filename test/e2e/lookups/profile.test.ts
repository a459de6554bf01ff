import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { findHolder, type Person } from './marketplace-reading.ts';
import { choiceOf, description, enabledButtons, labelsOf, messageOf } from './reading.ts';

const FOXES = 'lantern-foxes';
const HOUR = 3_600_000;
const UNKNOWN = `0x${'d'.repeat(40)}`;

async function startReadyWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  await world.start();
  return world;
}

/** The largest holder of foxes with a public profile. */
const collector = async (world: BotWorld): Promise<Person> =>
  findHolder(world, FOXES, ({ isPrivate, isNewUser }) => !isPrivate && !isNewUser);

const titleOf = (reply: Reply): string => reply.message?.embeds[0]?.title ?? '';
const footerOf = (reply: Reply): string => reply.message?.embeds[0]?.footer?.text ?? '';
const fieldOf = (reply: Reply, name: string): string | undefined =>
  reply.message?.embeds[0]?.fields?.find((field) => field.name === name)?.value;

describe('/profile show', () => {
  it('shows everyone the holdings and trades of a user, with the value at the floor', async () => {
    await using world = await startReadyWorld();
    const { address } = await collector(world);

    const reply = await world.home.member.command('profile show', { who: address });

    expect(reply.ephemeral).toBe(false);
    expect(messageOf(reply).embeds[0]?.url).toBe(`https://market.example/profile/${address}`);
    expect(fieldOf(reply, 'Items')).toMatch(/^[\d,]+$/);
    expect(fieldOf(reply, 'Collections')).toMatch(/^\d+$/);
    expect(fieldOf(reply, 'Bought for')).toMatch(/^[\d.,]+ S/);
    expect(fieldOf(reply, 'Sold for')).toMatch(/^[\d.,]+ S/);
    expect(fieldOf(reply, 'Holdings')).toMatch(
      /Lantern Foxes.* · \d+ items? · (\d+ listed · )?[\d.,]+ S at floor/,
    );
    expect(fieldOf(reply, 'Holdings')).toMatch(/-# total [\d.,]+ S at floor/);
    expect(fieldOf(reply, 'Wallet')).toBe(`\`${address}\``);
    expect(enabledButtons(reply)).toEqual(['NFTs', 'Listed', 'Watch', 'Open']);
    expect(JSON.stringify(reply.message)).not.toContain('@mail.example');
  });

  it.each([
    ['the address in capitals', ({ address }: Person) => `0x${address.slice(2).toUpperCase()}`],
    ['the name', ({ snsName }: Person) => snsName ?? ''],
    ['the name with an @', ({ snsName }: Person) => `@${snsName ?? ''}`],
    ['the profile’s address', ({ address }: Person) => `https://market.example/profile/${address}?tab=owned`],
  ])('understands %s', async (_what, typed) => {
    await using world = await startReadyWorld();
    const person = await findHolder(
      world,
      FOXES,
      ({ snsName, isPrivate }) => snsName !== undefined && !isPrivate,
    );

    const reply = await world.home.member.command('profile show', { who: typed(person) });

    expect(titleOf(reply)).toBe(person.snsName);
    expect(fieldOf(reply, 'Wallet')).toBe(`\`${person.address}\``);
  });

  it('links a social handle to its network', async () => {
    await using world = await startReadyWorld();
    const isOnX = ({ profile, isPrivate }: Person) => !isPrivate && (profile.social.x ?? '') !== '';
    const { address, profile } = await findHolder(world, FOXES, isOnX);

    const reply = await world.home.member.command('profile show', { who: address });

    expect(fieldOf(reply, 'Links')).toContain(`[X](https://x.com/${profile.social.x?.replace('@', '')})`);
  });

  it('reports that a profile is private', async () => {
    await using world = await startReadyWorld();
    const { address } = await findHolder(world, FOXES, ({ isPrivate }) => isPrivate);

    const reply = await world.home.member.command('profile show', { who: address });

    expect(description(reply)).toContain('This profile is private');
    expect(fieldOf(reply, 'Holdings')).toBeUndefined();
    expect(fieldOf(reply, 'Items')).toBeUndefined();
    expect(enabledButtons(reply)).toEqual(['NFTs', 'Listed', 'Watch', 'Open']);
  });

  it('shows that a user is new', async () => {
    await using world = await startReadyWorld();
    const { address } = await findHolder(world, FOXES, ({ isNewUser }) => isNewUser);
    expect(description(await world.home.member.command('profile show', { who: address }))).toContain(
      'New user',
    );
  });

  it('reports an unknown user', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const wallet = await member.command('profile show', { who: UNKNOWN });
    const name = await member.command('profile show', { who: 'no-such-person' });
    const trick = await member.command('profile nfts', { who: '../../collections' });

    expect(wallet.message?.content).toContain(`The wallet \`${UNKNOWN}\` has no activity`);
    expect(wallet.ephemeral).toBe(true);
    expect(name.message?.content).toContain('No user “no-such-person” found');
    expect(trick.message?.content).toContain('No user “');
  });

  // The bot’s timeouts run in real time here, so these tests run concurrently.
  it.concurrent.each([
    ['refuses connections', { drop: true }],
    ['hangs', { latencyMs: 60_000 }],
  ] as const)('shows the last that is known, with its age, while the marketplace %s', async (_how, fault) => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const { address } = await collector(world);
    const known = await member.command('profile show', { who: address });
    world.clock.advance(HOUR);
    world.marketplace.faults.set(fault);

    const reply = await member.command('profile show', { who: address });
    const other = await member.command('profile show', { who: UNKNOWN });

    expect(titleOf(reply)).toBe(titleOf(known));
    expect(description(reply)).toMatch(/As of <t:\d+:R>. The marketplace has sent no newer data/);
    for (const answer of [reply, other]) expect(answer.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(other.message?.content).toContain('The marketplace is not responding.');
    world.marketplace.faults.clear();
  });
});

describe('/profile nfts', () => {
  it('lists a user’s tokens, ten per page, and opens one of them', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const { address } = await collector(world);

    const list = await member.command('profile nfts', { who: address });
    expect(list.ephemeral).toBe(false);
    expect(titleOf(list)).toContain('NFTs owned by ');
    expect(footerOf(list)).toMatch(/^Test Market · page 1 of \d+ · \d+ items$/);
    expect(labelsOf(list, 'menu.owned')).toHaveLength(10);

    const second = await member.press(messageOf(list), 'Next ›');
    expect(second.outcome).toBe('updated');
    expect(footerOf(second)).toContain('page 2 of');
    const back = await member.press(messageOf(second), '‹ Previous');
    const [label = ''] = labelsOf(back, 'menu.owned');
    const opened = await member.select(messageOf(back), 'menu.owned', [choiceOf(back, 'menu.owned', label)]);
    expect(opened.outcome).toBe('updated');
    expect(titleOf(opened)).toBe(label);
    expect(fieldOf(opened, 'Owner')).toContain(address);
    const owner = await member.press(messageOf(opened), 'Owner');
    expect(titleOf(await member.press(messageOf(owner), 'NFTs'))).toBe(titleOf(list));
  });

  it('jumps to the last page and to the first', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const { address } = await collector(world);
    const list = await member.command('profile nfts', { who: address });
    const pages = Number(/page 1 of (\d+)/.exec(footerOf(list))?.[1]);
    expect(pages).toBeGreaterThan(2);

    const last = await member.press(messageOf(list), 'Last »');
    expect(footerOf(last)).toContain(`page ${pages} of ${pages}`);
    expect(footerOf(await member.press(messageOf(last), '« First'))).toContain(`page 1 of ${pages}`);
  });

  it('filters by collection and listing, and sorts', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const { address, snsName } = await collector(world);
    const who = snsName ?? address;

    const list = await member.command('profile nfts', {
      who,
      collection: FOXES,
      listed: true,
      sort: 'listingPrice',
    });

    expect(description(list)).toMatch(/^-# Lantern Foxes · listed for sale · cheapest first\n/);
    const prices = [...description(list).matchAll(/ · \*\*([\d.]+) S\*\*/g)].map(([, price]) =>
      Number(price),
    );
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const all = await member.press(messageOf(list), 'All items');
    expect(description(all)).toMatch(/^-# Lantern Foxes · cheapest first\n/);
    for (const [label, words] of [
      ['Rarest first', 'rarest first'],
      ['By number', 'lowest number first'],
      ['Newest first', 'newest first'],
      ['Cheapest first', 'cheapest first'],
    ] as const) {
      expect(description(await member.press(messageOf(all), label))).toContain(
        `-# Lantern Foxes · ${words}\n`,
      );
    }
    const everything = await member.press(messageOf(all), 'All collections');
    expect(description(everything)).toMatch(/^-# cheapest first\n/);
    expect(titleOf(await member.press(messageOf(everything), 'Profile'))).toContain(
      snsName ?? address.slice(0, 6),
    );
  });

  it('completes the collection without a request', async () => {
    await using world = await startReadyWorld();
    const before = world.marketplace.requests.total;
    const choices = await world.home.member.autocomplete(
      'profile nfts',
      { who: UNKNOWN, collection: 'lantern' },
      'collection',
    );
    expect(choices[0]?.name).toBe('Lantern Foxes ✓');
    expect(world.marketplace.requests.total).toBe(before);
  });

  it('reports that nothing is listed', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const { address } = await collector(world);
    const list = await member.command('profile nfts', {
      who: address,
      collection: 'quiet-monuments',
      listed: true,
    });
    expect(description(list)).toContain('Nothing is listed for sale.');
    const nobody = await member.command('profile nfts', { who: UNKNOWN });
    expect(nobody.message?.content).toContain('has no activity on the marketplace yet');
  });
});
