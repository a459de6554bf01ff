import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { startMarketplaceProxy } from '../../support/marketplace-proxy.ts';
import { startDraft } from '../setup/set-up.ts';
import { choiceOf, description, labelsOf, messageOf } from './reading.ts';

const CHECK_MARKS = [
  ...['✓', '✔️', '✅', '☑️', '🗸', '🗹', '⍻', '√', '🮱', '🅥', 'Ⓥ', '\u{10102}'],
  ...['🆗', '˅', 'ѵ/', '\u2fd8'],
] as const;
const INVISIBLE = '\u2800\u3164\u200b\u2061';

/** Starts a world in which the marketplace reports other collection names. */
async function startWorldWith(names: Readonly<Record<string, string>>) {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startBotWorld());
  const market = parts.use(
    await startMarketplaceProxy(world.marketplace.url, (text) =>
      Object.entries(names).reduce(
        (rewritten, [name, other]) => rewritten.replaceAll(`"${name}"`, JSON.stringify(other)),
        text,
      ),
    ),
  );
  await world.start({ MARKETPLACE_URL: market.url });
  const addressOf = (name: string) => {
    const found = world.marketplace.collections().find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found.address;
  };
  const owned = parts.move();
  return { ...world, addressOf, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

describe('an unverified collection with a check mark in its name', () => {
  it.each(CHECK_MARKS)('is never shown as verified: %s', async (mark) => {
    await using world = await startWorldWith({
      'Binary Moths': `Plain Ones ${mark}`,
      'og by 9mm.pro': `${mark}${mark}`,
    });
    const { member } = world.home;
    const impostor = world.addressOf('Binary Moths');

    const card = await member.command('collection info', { collection: impostor });
    expect(messageOf(card).embeds[0]?.title).toBe('Plain Ones');
    const list = await member.command('collection list');
    expect(labelsOf(list, 'menu.collections')).toContain('Plain Ones');
    expect(description(list)).toContain('Plain Ones');
    expect(description(list).match(/✓/g)).toHaveLength(
      labelsOf(list, 'menu.collections').join().split('✓').length,
    );
    const marks = CHECK_MARKS.filter((one) => one !== '✓');
    expect(marks.filter((one) => description(list).includes(one))).toEqual([]);
    const choices = await member.autocomplete('collection info', { collection: 'plain' }, 'collection');
    expect(choices).toEqual([{ name: 'Plain Ones', value: impostor }]);
  });

  it('is not opened by the name of the verified one', async () => {
    await using world = await startWorldWith({ 'Binary Moths': 'Lantern Foxes ✓' });
    const { member } = world.home;
    const [original, impostor] = [world.addressOf('Lantern Foxes'), world.addressOf('Binary Moths')];
    const end = impostor.slice(-4);

    for (const collection of ['Lantern Foxes ✓', 'lantern foxes ✓', 'Lantern Foxes', 'Lantern Foxes ✅']) {
      const card = await member.command('collection info', { collection });
      expect(messageOf(card).embeds[0]).toMatchObject({
        title: 'Lantern Foxes ✓',
        url: expect.stringContaining(original),
      });
    }
    const choices = await member.autocomplete(
      'collection info',
      { collection: 'Lantern Foxes ✓' },
      'collection',
    );
    expect(choices).toEqual([
      { name: 'Lantern Foxes ✓', value: original },
      { name: `Lantern Foxes (…${end})`, value: impostor },
    ]);
    const rule = await startDraft(world.home.admin, { collection: impostor, channel: world.home.channelId });
    expect(rule.content).toContain(` · Lantern Foxes \\(…${end}\\)`);
  });
});

describe('an unverified collection that is drawn like a verified one', () => {
  it.each([
    ['an invisible character', 'Lantern\u200b Foxes'],
    ['an invisible tag', 'Lantern Foxes\u{e0020}'],
    ['a Cyrillic letter', 'L\u0430ntern Foxes'],
    ['a Greek letter', 'Lantern F\u03bfxes'],
  ])('is shown with its address wherever it is named, the verified one without: %s', async (_, name) => {
    await using world = await startWorldWith({ 'Binary Moths': name });
    const { member, admin, channelId } = world.home;
    const [original, impostor] = [world.addressOf('Lantern Foxes'), world.addressOf('Binary Moths')];
    const end = `(…${impostor.slice(-4)})`;

    for (const typed of ['lantern', impostor]) {
      const choices = await member.autocomplete('collection info', { collection: typed }, 'collection');
      const labels = new Map(choices.map((choice) => [choice.value, choice.name]));
      expect([undefined, 'Lantern Foxes ✓']).toContain(labels.get(original));
      expect(labels.get(impostor) ?? end).toMatch(/ \(…[0-9a-f]{4}\)$/);
    }
    const list = labelsOf(await member.command('collection list'), 'menu.collections');
    expect(list).toContain('Lantern Foxes ✓');
    expect(list.filter((label) => label.endsWith(end))).toHaveLength(1);
    const rule = await startDraft(admin, { collection: impostor, channel: channelId });
    expect(rule.content).toContain(`\\(…${impostor.slice(-4)}\\)`);
    const card = await member.command('collection info', { collection: 'Lantern Foxes' });
    expect(messageOf(card).embeds[0]).toMatchObject({
      title: 'Lantern Foxes ✓',
      url: expect.stringContaining(original),
    });
  });
});

describe('collections with the same name', () => {
  it('are distinguished by the ends of their addresses wherever they are named', async () => {
    await using world = await startWorldWith({ 'Deep Sea Post': 'Twins', 'Pocket Golems': 'TWINS' });
    const { member, admin, channelId } = world.home;
    const twins = ['Deep Sea Post', 'Pocket Golems'].map(world.addressOf);
    const names = [`Twins (…${twins[0]?.slice(-4)})`, `TWINS (…${twins[1]?.slice(-4)})`];

    const choices = await member.autocomplete('collection info', { collection: 'twins' }, 'collection');
    expect(choices).toEqual(names.map((name, at) => ({ name: `${name} ✓`, value: twins[at] })));
    const list = await member.command('collection list');
    expect(labelsOf(list, 'menu.collections')).toEqual(
      expect.arrayContaining(names.map((name) => `${name} ✓`)),
    );
    for (const [at, address] of twins.entries()) {
      const name = names[at] ?? '';
      const byName = await member.command('collection info', { collection: name });
      expect(messageOf(byName).embeds[0]).toMatchObject({
        title: `${name.replace('(', '\\(').replace(')', '\\)')} ✓`,
        url: expect.stringContaining(address),
      });
    }
    const rule = await startDraft(admin, { collection: twins[1] ?? '', channel: channelId });
    expect(rule.content).toContain(` · TWINS \\(…${twins[1]?.slice(-4)}\\)`);
  });
});

describe('a name of invisible characters', () => {
  it('is replaced by the address', async () => {
    await using world = await startWorldWith({ 'Deep Sea Post': INVISIBLE, 'Binary Moths': '✓✓' });
    const { member } = world.home;
    const blank = world.addressOf('Deep Sea Post');
    const short = `${blank.slice(0, 6)}…${blank.slice(-4)}`;

    const choices = await member.autocomplete('collection info', { collection: blank }, 'collection');
    expect(choices).toEqual([{ name: `${short} ✓`, value: blank }]);
    const list = await member.command('collection list');
    expect(labelsOf(list, 'menu.collections')).toContain(`${short} ✓`);
    expect(labelsOf(list, 'menu.collections')).not.toContain('✓');
    choiceOf(list, 'menu.collections', `${short} ✓`);
    expect(description(list)).toContain(short);
    const card = await member.command('collection info', { collection: blank });
    expect(messageOf(card).embeds[0]?.title).toBe(`${short} ✓`);
  });
});
