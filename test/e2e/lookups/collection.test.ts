import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { choiceOf, description, labelsOf, messageOf, pressable } from './reading.ts';

const FOXES = 'lantern-foxes';

async function startedWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  await world.start();
  return world;
}

/** The one of the foxes' numbers that a test needs. */
function foxes({ marketplace }: BotWorld) {
  const found = marketplace.collections().find(({ path }) => path === FOXES);
  if (found === undefined) throw new Error('There are no foxes.');
  return found;
}

const titleOf = (reply: Reply): string => reply.message?.embeds[0]?.title ?? '';
const footerOf = (reply: Reply): string => reply.message?.embeds[0]?.footer?.text ?? '';

describe('/collection info', () => {
  it('leads to everything else of the collection on the same message', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const card = await member.command('collection info', { collection: FOXES });
    const message = messageOf(card);

    const seen: string[] = [];
    for (const label of ['Tokens', 'Collection', 'Traits', 'Holders', 'Activity', 'Collection']) {
      const reply = await member.press(message, label);
      expect(reply.outcome).toBe('updated');
      expect(messageOf(reply).id).toBe(message.id);
      seen.push(titleOf(reply));
    }

    expect(seen).toEqual([
      'Tokens of Lantern Foxes',
      'Lantern Foxes ✓',
      'Traits of Lantern Foxes',
      'Holders of Lantern Foxes',
      'Activity of Lantern Foxes',
      'Lantern Foxes ✓',
    ]);
  });

  it('shows every digit to the one who asks for that, and to nobody else', async () => {
    await using world = await startedWorld();
    const { admin, member } = world.home;
    const card = await member.command('collection info', { collection: FOXES });

    const exact = await member.press(messageOf(card), 'Exact numbers');

    expect(exact.ephemeral).toBe(true);
    expect(titleOf(exact)).toBe('Lantern Foxes, exactly');
    const { floor, address } = foxes(world);
    const digits = `${floor / 10n ** 18n}.${(floor % 10n ** 18n).toString().padStart(18, '0')}`.replace(
      /\.?0+$/,
      '',
    );
    expect(description(exact)).toContain(`Floor: \`${digits} S\``);
    expect(description(exact)).toContain(`Contract: \`${address}\``);
    expect(admin.messages().map(({ id }) => id)).not.toContain(messageOf(exact).id);
  });

  it('gives another member who presses a copy of their own', async () => {
    await using world = await startedWorld();
    const { admin, member } = world.home;
    const card = messageOf(await member.command('collection info', { collection: FOXES }));

    const theirs = await admin.press(card, 'Holders');
    const further = await admin.press(messageOf(theirs), 'Next ›');

    expect(theirs).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(titleOf(theirs)).toBe('Holders of Lantern Foxes');
    expect(further).toMatchObject({ outcome: 'updated', ephemeral: true });
    expect(footerOf(further)).toContain('page 2 of');
    const untouched = member.messages().find(({ id }) => id === card.id);
    expect(untouched?.embeds[0]?.title).toBe('Lantern Foxes ✓');
  });

  it('shows the last known numbers with their age while the marketplace is down', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    await member.command('collection info', { collection: FOXES });
    world.marketplace.faults.set({ drop: true });
    world.clock.leap(10 * 60_000);

    const reply = await member.command('collection info', { collection: FOXES });

    expect(titleOf(reply)).toBe('Lantern Foxes ✓');
    expect(description(reply)).toMatch(/As of <t:\d+:R>; the marketplace has told nothing newer/);
  });
});

describe('following from a collection', () => {
  it('is offered to an admin, asked once more, and then done', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;
    const card = await admin.command('collection info', { collection: FOXES });

    const offer = await admin.press(messageOf(card), 'Follow here');
    expect(offer).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(offer.message?.content).toBe(
      `I will post every sale of **Lantern Foxes** in <#${channelId}> as it happens. \`/alerts remove\` ends it.`,
    );
    const done = await admin.press(messageOf(offer), 'Follow in this channel');
    expect(done).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(done.message?.content).toBe(
      `<#${channelId}> now follows sales of Lantern Foxes (subscription #1).`,
    );

    const again = await admin.press(messageOf(card), 'Follow here');
    expect(again.message?.content).toContain('follows the sales of **Lantern Foxes** already');
    const before = world.embeds(channelId).length;
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.look();
    await world.untilPosted(channelId, before + 1);
  });

  it('tells a plain member whom to ask, on their own card too', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const card = await member.command('collection info', { collection: FOXES });

    const reply = await member.press(messageOf(card), 'Follow here');

    expect(reply.ephemeral).toBe(true);
    expect(reply.message?.content).toContain('Ask somebody who may manage this server');
    expect(reply.message?.components).toEqual([]);
  });

  it('asks again whether one may, when the permission was taken between the two presses', async () => {
    await using world = await startedWorld();
    const { home, discord } = world;
    const deputy = discord.createUser({ name: 'deputy' }).id;
    const role = discord.createRole({
      guildId: home.guildId,
      name: 'deputies',
      permissions: PermissionFlagsBits.ManageGuild,
    });
    discord.addMember({ guildId: home.guildId, userId: deputy, roleIds: [role.id] });
    const person = discord.person({ userId: deputy, channelId: home.channelId });
    const card = await person.command('collection info', { collection: FOXES });
    const offer = await person.press(messageOf(card), 'Follow here');
    discord.setMemberRoles(home.guildId, deputy, []);

    const reply = await person.press(messageOf(offer), 'Follow in this channel');

    expect(reply.message?.content).toBe('You need the permission “Manage Server” in this server to do that.');
    expect((await home.admin.command('alerts list')).message?.content).toMatch(
      /^No channel follows anything/,
    );
  });

  it('names what the bot lacks in the channel', async () => {
    await using world = await startedWorld();
    const { admin, channelId } = world.home;
    const card = await admin.command('collection info', { collection: FOXES });
    const offer = await admin.press(messageOf(card), 'Follow here');
    const deny = PermissionFlagsBits.EmbedLinks;
    world.discord.setOverwrite(channelId, { id: world.applicationId, type: 'member', deny });

    const late = await admin.press(messageOf(offer), 'Follow in this channel');
    const early = await admin.press(messageOf(card), 'Follow here');

    for (const reply of [late, early]) {
      expect(reply.message?.content).toContain(
        `I cannot post in <#${channelId}> yet. Give me “Embed Links” there`,
      );
    }
  });
});

describe('/collection list', () => {
  it('shows all collections, the most traded first, and opens one from its menu', async () => {
    await using world = await startedWorld();
    const { member } = world.home;

    const list = await member.command('collection list');
    expect(footerOf(list)).toBe(
      `Test Market · page 1 of 2 · ${world.marketplace.collections().length} collections`,
    );
    expect(list.ephemeral).toBe(false);
    const second = await member.press(messageOf(list), 'Next ›');
    expect(footerOf(second)).toContain('page 2 of 2');
    const back = await member.press(messageOf(second), '‹ Previous');
    const foxesChoice = choiceOf(back, 'menu.collections', 'Lantern Foxes ✓');
    const card = await member.select(messageOf(back), 'menu.collections', [foxesChoice]);

    expect(card.outcome).toBe('updated');
    expect(titleOf(card)).toBe('Lantern Foxes ✓');
  });

  it('asks the marketplace nothing', async () => {
    await using world = await startedWorld();
    const before = world.marketplace.requests.total;
    const list = await world.home.member.command('collection list');
    await world.home.member.press(messageOf(list), 'Next ›');
    expect(world.marketplace.requests.total).toBe(before);
  });

  it('turns its pages after a restart too', async () => {
    await using world = await startBotWorld();
    const { member } = world.home;
    let message: { id: string };
    {
      await using _bot = await world.start();
      message = messageOf(await member.command('collection list'));
    }
    await world.start();

    expect(footerOf(await member.press(message, 'Next ›'))).toContain('page 2 of 2');
  });
});

describe('/collection tokens', () => {
  it('shows what is listed, the cheapest first, with the floor', async () => {
    await using world = await startedWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES });
    expect(titleOf(reply)).toBe('Tokens of Lantern Foxes');
    expect(description(reply)).toMatch(/^-# listed ones only · cheapest first · floor [\d.,]+ S\n/);
    expect(description(reply)).toContain('**listed**');
    expect(description(reply)).toMatch(/rank [\d,]+ of 4,000/);
  });

  it.each([
    [{ sort: 'rarest' }, 'rarest first'],
    [{ sort: 'commonest', listed: false }, 'most common first'],
    [{ sort: 'dearest' }, 'listed ones only · most expensive first'],
    [{ sort: 'sold' }, 'by last sale'],
    [{ sort: 'first' }, 'lowest number first'],
    [{ sort: 'last', listed: true }, 'listed ones only · highest number first'],
    [{ listed: false }, 'rarest first'],
    [{ listed: true }, 'listed ones only · cheapest first'],
  ])('understands %o', async (options, note) => {
    await using world = await startedWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES, ...options });
    expect(description(reply)).toContain(`-# ${note}`);
    expect(reply.message?.components?.length).toBeLessThanOrEqual(5);
  });

  it('starts with the rarest of all where that is asked for', async () => {
    await using world = await startedWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES, sort: 'rarest' });
    const ranks = [...description(reply).matchAll(/rank ([\d,]+) of/g)].map(([, rank]) => Number(rank));
    expect(ranks).toHaveLength(10);
    expect(ranks[0]).toBe(1);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  it('is sifted by a trait that is typed in two steps, and every token shown has it', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const traits = await member.command('collection traits', { collection: FOXES });
    const [type = ''] = labelsOf(traits, 'menu.types');
    const values = await member.select(messageOf(traits), 'menu.types', [
      choiceOf(traits, 'menu.types', type),
    ]);
    const [value = ''] = labelsOf(values, 'menu.values');

    const reply = await member.command('collection tokens', { collection: FOXES, trait: type, value });

    expect(description(reply)).toContain(`-# ${type}: ${value} · rarest first`);
    const total = /(\d+) tokens?/.exec(footerOf(reply))?.[1];
    expect(description(values)).toContain(`**${value}** · ${total} token`);
  });

  it('completes collections, traits and their values', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    await member.command('collection traits', { collection: FOXES });
    const type = async (options: Record<string, string>, focused: string) =>
      (await member.autocomplete('collection tokens', options, focused)).map(({ name }) => name);

    expect(await type({ collection: 'fox' }, 'collection')).toEqual(['Lantern Foxes ✓']);
    const [trait = ''] = await type({ collection: FOXES, trait: '' }, 'trait');
    const name = trait.replace(/ \(\d+\)$/, '');
    const values = await type({ collection: FOXES, trait: name, value: '' }, 'value');
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toMatch(new RegExp(`^${name}: `));
  });

  it('leads to the values of a trait that is named without one', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const traits = await member.command('collection traits', { collection: FOXES });
    const [type = ''] = labelsOf(traits, 'menu.types');

    const reply = await member.command('collection tokens', { collection: FOXES, trait: type });

    expect(titleOf(reply)).toBe('Traits of Lantern Foxes');
    expect(description(reply)).toContain(`**${type}** · rarest first`);
  });

  it('suggests what is near a trait that is not there', async () => {
    await using world = await startedWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES, value: 'zzzz' });
    expect(reply.message?.content).toContain('That collection has no trait “zzzz”.');
    expect(reply.ephemeral).toBe(true);
  });

  it('is ordered, sifted and turned by its menus and buttons', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const list = await member.command('collection tokens', { collection: FOXES });
    const message = messageOf(list);

    const rarest = await member.select(message, 'menu.order', [choiceOf(list, 'menu.order', 'Rarest first')]);
    expect(description(rarest)).toMatch(/^-# listed ones only · rarest first/);
    const all = await member.press(message, 'Listed or not');
    expect(description(all)).toMatch(/^-# rarest first/);
    const last = await member.press(message, 'Last »');
    expect(footerOf(last)).toBe('Test Market · page 400 of 400 · 4,000 tokens');
    const previous = await member.press(message, '‹ Previous');
    expect(footerOf(previous)).toContain('page 399 of 400');
    const first = await member.press(message, '« First');
    expect(footerOf(first)).toContain('page 1 of 400');
    const listed = await member.press(message, 'Listed only');
    expect(description(listed)).toMatch(/^-# listed ones only · rarest first/);
  });

  it('opens a token from its menu', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const list = await member.command('collection tokens', { collection: FOXES });
    const [label = ''] = labelsOf(list, 'menu.tokens');

    const card = await member.select(messageOf(list), 'menu.tokens', [choiceOf(list, 'menu.tokens', label)]);

    expect(card.outcome).toBe('updated');
    expect(titleOf(card)).toContain(/\d+/.exec(label)?.[0] ?? label);
  });
});

describe('/collection traits', () => {
  it('shows the types, then the values of one, then the tokens that have it', async () => {
    await using world = await startedWorld();
    const { member } = world.home;

    const types = await member.command('collection traits', { collection: FOXES });
    expect(description(types)).toMatch(/\*\* · \d+ values?\n-# rarest: .+%/);
    const [type = ''] = labelsOf(types, 'menu.types');
    const values = await member.select(messageOf(types), 'menu.types', [choiceOf(types, 'menu.types', type)]);
    expect(description(values)).toMatch(/· \d+ tokens? · (?:under )?[\d.]+%/);
    const [value = ''] = labelsOf(values, 'menu.values');
    const tokens = await member.select(messageOf(values), 'menu.values', [
      choiceOf(values, 'menu.values', value),
    ]);
    expect(description(tokens)).toMatch(new RegExp(`^-# ${type}: ${value} · rarest first`));
    const any = await member.press(messageOf(tokens), 'Any trait');
    expect(footerOf(any)).toContain('4,000 tokens');
  });

  it('begins with one trait where that is named, in any case, and leads back to all', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const types = await member.command('collection traits', { collection: FOXES });
    const [type = ''] = labelsOf(types, 'menu.types');

    const values = await member.command('collection traits', {
      collection: FOXES,
      trait: type.toUpperCase(),
    });
    expect(description(values)).toContain(`**${type}** · rarest first`);
    const back = await member.press(messageOf(values), 'All traits');
    expect(labelsOf(back, 'menu.types')).toEqual(labelsOf(types, 'menu.types'));
  });
});

describe('/collection holders', () => {
  it('shows who holds most, with their part, and opens a profile', async () => {
    await using world = await startedWorld();
    const { member } = world.home;

    const list = await member.command('collection holders', { collection: FOXES });
    expect(description(list)).toMatch(
      /^-# [\d,]+ holders of 4,000 tokens · these 10 have [\d.]+% of all\n1\\\. /,
    );
    const [holder = ''] = labelsOf(list, 'menu.holders');
    const profile = await member.select(messageOf(list), 'menu.holders', [
      choiceOf(list, 'menu.holders', holder),
    ]);
    expect(profile.outcome).toBe('updated');
    expect(profile.message?.embeds[0]?.url).toMatch(/^https:\/\/market\.example\/profile\/0x/);
  });

  it('takes a minimum, which one press lifts', async () => {
    await using world = await startedWorld();
    const { member } = world.home;

    const some = await member.command('collection holders', { collection: FOXES, minimum: 3 });
    const none = await member.command('collection holders', { collection: FOXES, minimum: 1_000_000 });

    const counts = [...description(some).matchAll(/\*\*(\d+) tokens?\*\*/g)].map(([, count]) =>
      Number(count),
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
    expect(description(none)).toContain('Nobody holds 1,000,000 tokens or more.');
    expect(pressable(none)).toContain('Everybody');
    const everybody = await member.press(messageOf(none), 'Everybody');
    expect(footerOf(everybody)).toContain('page 1 of');
  });
});

describe('every list while the marketplace is down', () => {
  it('is told as it was, or in one friendly sentence', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const known = await member.command('collection holders', { collection: FOXES });
    world.marketplace.faults.set({ drop: true });
    world.clock.leap(10 * 60_000);

    const remembered = await member.command('collection holders', { collection: FOXES });
    expect(description(remembered)).toContain('the marketplace has told nothing newer');
    const failed = await member.press(messageOf(known), 'Traits');
    expect(failed).toMatchObject({ outcome: 'message', ephemeral: true });
    for (const name of ['collection tokens', 'collection traits']) {
      const reply = await member.command(name, { collection: FOXES });
      expect(reply.message?.content).toBe(
        'The marketplace does not answer right now. Please try again in a minute.',
      );
    }
    expect(titleOf(await member.command('collection list'))).toBe('Collections');
  });
});
