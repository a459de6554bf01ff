import { describe, expect, it } from 'vitest';
import { choiceOf, description, labelsOf, messageOf } from '../reading.ts';
import { FOXES, footerOf, startReadyWorld, titleOf } from './foxes.ts';

describe('/collection tokens', () => {
  it('shows what is listed, the cheapest first, with the floor', async () => {
    await using world = await startReadyWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES });
    expect(titleOf(reply)).toBe('Lantern Foxes tokens');
    expect(description(reply)).toMatch(/^-# listed for sale · cheapest first · floor [\d.,]+ S\n/);
    const prices = [...description(reply).matchAll(/\*\* · \*\*([\d.,]+) S\*\*$/gm)].map(([, price]) =>
      Number(price),
    );
    expect(prices).toHaveLength(10);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(description(reply)).toMatch(/rank [\d,]+ of 4,000/);
  });

  it.each([
    [{ sort: 'rarest' }, 'rarest first'],
    [{ sort: 'commonest', listed: false }, 'most common first'],
    [{ sort: 'dearest' }, 'listed for sale · most expensive first'],
    [{ sort: 'sold' }, 'by last sale'],
    [{ sort: 'first' }, 'lowest number first'],
    [{ sort: 'last', listed: true }, 'listed for sale · highest number first'],
    [{ listed: false }, 'rarest first'],
    [{ listed: true }, 'listed for sale · cheapest first'],
  ])('understands %o', async (options, note) => {
    await using world = await startReadyWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES, ...options });
    expect(description(reply)).toContain(`-# ${note}`);
    expect(reply.message?.components?.length).toBeLessThanOrEqual(5);
  });

  it('can start with the rarest', async () => {
    await using world = await startReadyWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES, sort: 'rarest' });
    const ranks = [...description(reply).matchAll(/rank ([\d,]+) of/g)].map(([, rank]) => Number(rank));
    expect(ranks).toHaveLength(10);
    expect(ranks[0]).toBe(1);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  it('is filtered by a trait that is typed in two steps; every token shown has it', async () => {
    await using world = await startReadyWorld();
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
    await using world = await startReadyWorld();
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

  it('opens the values of a trait that is given without one', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const traits = await member.command('collection traits', { collection: FOXES });
    const [type = ''] = labelsOf(traits, 'menu.types');

    const reply = await member.command('collection tokens', { collection: FOXES, trait: type });

    expect(titleOf(reply)).toBe('Lantern Foxes traits');
    expect(description(reply)).toContain(`**${type}** · rarest first`);
  });

  it('suggests similar traits for an unknown one', async () => {
    await using world = await startReadyWorld();
    const reply = await world.home.member.command('collection tokens', { collection: FOXES, value: 'zzzz' });
    expect(reply.message?.content).toContain('No trait “zzzz” in this collection.');
    expect(reply.ephemeral).toBe(true);
  });

  it('is sorted, filtered and paged by its menus and buttons', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const list = await member.command('collection tokens', { collection: FOXES });
    const message = messageOf(list);

    const rarest = await member.select(message, 'menu.order', [choiceOf(list, 'menu.order', 'Rarest first')]);
    expect(description(rarest)).toMatch(/^-# listed for sale · rarest first/);
    const all = await member.press(message, 'All items');
    expect(description(all)).toMatch(/^-# rarest first/);
    const last = await member.press(message, 'Last »');
    expect(footerOf(last)).toBe('Test Market · page 400 of 400 · 4,000 tokens');
    const previous = await member.press(message, '‹ Previous');
    expect(footerOf(previous)).toContain('page 399 of 400');
    const first = await member.press(message, '« First');
    expect(footerOf(first)).toContain('page 1 of 400');
    const listed = await member.press(message, 'Listed for sale');
    expect(description(listed)).toMatch(/^-# listed for sale · rarest first/);
  });

  it('opens a token from its menu', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const list = await member.command('collection tokens', { collection: FOXES });
    const [label = ''] = labelsOf(list, 'menu.tokens');

    const card = await member.select(messageOf(list), 'menu.tokens', [choiceOf(list, 'menu.tokens', label)]);

    expect(card.outcome).toBe('updated');
    expect(titleOf(card)).toContain(/\d+/.exec(label)?.[0] ?? label);
  });
});
