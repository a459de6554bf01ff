import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { silentLog } from '../../support/silent-log.ts';
import { description, messageOf } from '../lookups/reading.ts';
import { begun, listOf, textOf } from './set-up.ts';

const IN_CHANNEL = 25;
const IN_SERVER = 500;

/** Different alerts, as a file has them. */
const alerts = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => ({ tell: ['sale'], priceFrom: String(from + n) }));

/** A file with so many alerts for each of the channels. */
const fileFor = (channels: readonly { readonly id: string; readonly alerts: readonly object[] }[]) =>
  JSON.stringify({
    format: 'gavel-alerts',
    version: 1,
    channels: channels.map((one) => ({ name: '', ...one })),
  });

const importing = (person: Person, content: string, mode: 'add' | 'replace' = 'add') =>
  person.command('alerts import', { file: { name: 'alerts.json', content }, mode });
const imported = async (person: Person, content: string) =>
  textOf(await person.press(messageOf(await importing(person, content)), 'Confirm'));

/** A server at its cap: twenty channels with twenty-five alerts each. */
async function atCap({ home }: BotWorld): Promise<readonly string[]> {
  const channels = Array.from({ length: IN_SERVER / IN_CHANNEL }, (_, n) => home.addChannel(`room-${n}`));
  const content = fileFor(channels.map((id) => ({ id, alerts: alerts(IN_CHANNEL, 100) })));
  expect(await imported(home.admin, content)).toContain(`${IN_SERVER} alerts added`);
  return channels;
}

const overChannel = (id: string, count: string) =>
  `A channel can have at most 25 alerts, and <#${id}> would have ${count}. I changed nothing. Take some away with \`/alerts remove\`, or choose another channel.`;
const overServer = (count: string) =>
  `A server can have at most 500 alerts, and this one would have ${count}. I changed nothing. Take some away with \`/alerts remove\`.`;

describe('a channel with as many alerts as it can have', () => {
  it('gets no more of them: by add, copy or a file, and the refusal says the number', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = home.addChannel('other');
    const waiting = await begun(home.admin, { channel: home.channelId, collection: FOXES });
    await home.follow(other, FOXES);
    expect(
      await imported(home.admin, fileFor([{ id: home.channelId, alerts: alerts(IN_CHANNEL) }])),
    ).toContain('25 alerts added');
    const full = overChannel(home.channelId, '26');

    expect(textOf(await home.admin.press(waiting, 'Confirm'))).toBe(full);
    expect(textOf(await home.admin.command('alerts add', { channel: home.channelId }))).toBe(full);
    for (const subscription of ['1', `all:${other}`]) {
      const copy = { subscription, channel: home.channelId };
      expect(textOf(await home.admin.command('alerts copy', copy))).toBe(full);
    }
    const more = await importing(
      home.admin,
      fileFor([
        { id: home.channelId, alerts: alerts(3, 1_000) },
        { id: other, alerts: alerts(1) },
      ]),
    );
    expect(textOf(more)).toBe(overChannel(home.channelId, '28'));
    expect(more.message?.components ?? []).toEqual([]);
    await home.admin.command('alerts pause', { subscription: '5' });
    expect(textOf(await home.admin.command('alerts copy', { subscription: 'all', channel: other }))).toBe(
      overChannel(other, '26'),
    );
  });

  it('has room again as soon as one is gone, also within one file that replaces', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await imported(home.admin, fileFor([{ id: home.channelId, alerts: alerts(IN_CHANNEL) }]));

    const swap = await importing(
      home.admin,
      fileFor([{ id: home.channelId, alerts: alerts(IN_CHANNEL, 14) }]),
      'replace',
    );
    const done = textOf(await home.admin.press(messageOf(swap), 'Confirm'));

    expect(done).toContain('13 alerts added, 13 alerts removed');
  });

  it('is told of beforehand: the set-up says how many there are when few are left', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const early = await begun(home.admin, { channel: home.channelId, collection: FOXES });
    await imported(home.admin, fileFor([{ id: home.channelId, alerts: alerts(20) }]));

    const late = await begun(home.admin, { channel: home.channelId, collection: FOXES });

    expect(early.content).not.toContain('of 25');
    expect(late.content).toContain(`With this one <#${home.channelId}> has 21 of 25 alerts.`);
  });

  it('takes one of two that are confirmed at the same time for its last place', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await imported(home.admin, fileFor([{ id: home.channelId, alerts: alerts(24) }]));
    const drafts = [
      await begun(home.admin, { channel: home.channelId, collection: FOXES }),
      await begun(home.admin, { channel: home.channelId, collection: 'deep-sea-post' }),
    ];

    const both = await Promise.all(drafts.map((draft) => home.admin.press(draft, 'Confirm')));

    expect(both.map(textOf).filter((text) => text.startsWith('✅'))).toHaveLength(1);
    expect(both.map(textOf).filter((text) => text === overChannel(home.channelId, '26'))).toHaveLength(1);
  });
});

describe('a server with as many alerts as it can have', () => {
  it('gets no more of them, says so, and still reaches each: list, suggestions, export and import', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, clock } = world;
    const [first = ''] = await atCap(world);
    const { admin } = home;
    const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
      clock.leap(10_000);
      return ask();
    };

    expect(textOf(await patiently(() => admin.command('alerts add', { channel: home.channelId })))).toBe(
      overServer('501'),
    );
    expect(
      textOf(await patiently(() => importing(admin, fileFor([{ id: home.channelId, alerts: alerts(2) }])))),
    ).toBe(overServer('502'));

    const listed = new Set<string>();
    let page = await patiently(() => admin.command('alerts list'));
    for (let turn = 0; turn < 100; turn += 1) {
      for (const [, number = ''] of description(page).matchAll(/\*\*#(\d+)\*\*/g)) listed.add(number);
      if (listed.size === IN_SERVER) break;
      const message = messageOf(page);
      page = await patiently(() => admin.press(message, 'Next ›'));
    }
    expect(listed.size).toBe(IN_SERVER);

    for (const number of [1, 10, 25, 110, 111, 124, 250, 499, 500]) {
      for (const typed of [String(number), `#${number}`]) {
        const offered = await patiently(() =>
          admin.autocomplete('alerts pause', { subscription: typed }, 'subscription'),
        );
        expect(offered.length).toBeLessThanOrEqual(25);
        expect([typed, offered[0]?.value]).toEqual([typed, String(number)]);
      }
    }
    const whole = await patiently(() =>
      admin.autocomplete('alerts pause', { subscription: 'room-17' }, 'subscription'),
    );
    expect(whole.map(({ name }) => name)).toContain('All 25 of room-17');

    const exported = messageOf(await patiently(() => admin.command('alerts export'))).attachments[0];
    if (exported === undefined) throw new Error('There is no file.');
    const { text } = admin.download(exported);
    const shape = z.looseObject({ channels: z.array(z.looseObject({ alerts: z.array(z.unknown()) })) });
    const { channels } = shape.parse(JSON.parse(text));
    expect(channels.flatMap((one) => one.alerts)).toHaveLength(IN_SERVER);
    const same = await patiently(() => importing(admin, text, 'replace'));
    expect(textOf(same)).toBe('There is nothing to do.');
    expect(description(same)).toContain('500 alerts of the file are here already');

    const asked = await patiently(() => admin.command('alerts remove', { subscription: `all:${first}` }));
    await patiently(() => admin.press(messageOf(asked), 'Yes, remove them'));
    const again = await patiently(() => importing(admin, text));
    expect(textOf(await patiently(() => admin.press(messageOf(again), 'Confirm')))).toContain(
      '25 alerts added',
    );
  });
});

describe('a file of 20,000 alerts', () => {
  it('is refused before anything is confirmed, with the number that a channel can have', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const channels = Array.from({ length: 10 }, (_, n) => ({
      id: home.addChannel(`room-${n}`),
      alerts: alerts(2_000),
    }));

    const refused = await importing(home.admin, fileFor(channels));

    expect(textOf(refused)).toMatch(/^A channel can have at most 25 alerts, and <#\d+> would have 2,000\./);
    expect(refused.message?.components ?? []).toEqual([]);
    expect(await listOf(home.admin)).toMatch(/^No channel follows anything/);
  });
});

/** Alerts that were set up before there were caps. */
async function seeded(world: BotWorld, channelId: string, count: number): Promise<void> {
  const { DATABASE_URL: databaseUrl = '' } = world.environment;
  await using store = await openSqliteStore({ databaseUrl, log: silentLog, now: world.clock.now });
  for (let n = 1; n <= count; n += 1) {
    const filter = { ...EVERYTHING, priceFrom: BigInt(n) * 10n ** 18n };
    await store.addSubscription(newSubscription(channelId, { guildId: world.home.guildId, filter }));
  }
}

describe('hundreds of alerts in one channel, from before there were caps', () => {
  it('are listed, paused, resumed, exported, changed and removed as ever; only more are refused', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await seeded(world, home.channelId, 1_400);
    await world.start();
    const all = { subscription: 'all' };

    const list = messageOf(await home.admin.command('alerts list'));
    const paused = textOf(await home.admin.command('alerts pause', all));
    const health = JSON.stringify(messageOf(await home.admin.command('alerts health')).embeds);
    const resumed = textOf(await home.admin.command('alerts resume', all));
    const edit = messageOf(await home.admin.command('alerts edit', { subscription: '7', rank: '5' }));
    const saved = textOf(await home.admin.press(edit, 'Save'));
    const refused = textOf(await home.admin.command('alerts add', { channel: home.channelId }));
    const swap = await importing(
      home.admin,
      fileFor([{ id: home.channelId, alerts: alerts(1_300) }]),
      'replace',
    );
    const swapped = textOf(await home.admin.press(messageOf(swap), 'Confirm'));
    const asked = messageOf(await home.admin.command('alerts remove', all));
    const removed = textOf(await home.admin.press(asked, 'Yes, remove them'));

    expect(list.embeds[0]?.footer?.text).toContain('page 1 of 175');
    expect(paused).toMatch(/^All alerts of <#\d+> are paused: #1, #2, .*, #20 and 1,380 more\.$/);
    expect(health).toMatch(/#1, #2, .*, #20 and 1,380 more"/);
    expect(resumed).toMatch(/^All alerts of <#\d+> are active: #1, #2, .*, #20 and 1,380 more\.$/);
    expect(saved).toMatch(/^✅ Alert #7 is changed/);
    expect(refused).toBe(overChannel(home.channelId, '1,401'));
    expect(swapped).toContain('1 alert added, 101 alerts removed');
    expect(asked.content).toMatch(/^Remove all 1,300 alerts of <#\d+> \(#1, .*, #21 and 1,280 more\)\?$/);
    expect(removed).toMatch(/follows nothing any more\.$/);
    expect(await listOf(home.admin)).toMatch(/^No channel follows anything/);
  });
});
