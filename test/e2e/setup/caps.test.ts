import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { openStore } from '#src/store/open.ts';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { silentLog } from '../../support/silent-log.ts';
import { description, messageOf } from '../lookups/reading.ts';
import { listOf, startDraft, textOf } from './set-up.ts';

const MAX_ALERTS_PER_CHANNEL = 25;
const MAX_ALERTS_PER_SERVER = 500;

/** `count` different rules in the format of an import file. */
const alerts = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => ({ alerts: ['sale'], price_from: String(from + n) }));

/** An import file with these rules for each of the channels. */
const fileFor = (channels: readonly { readonly id: string; readonly alerts: readonly object[] }[]) =>
  JSON.stringify({
    format: 'gavel-alerts',
    version: 1,
    channels: channels.map((one) => ({ name: '', ...one })),
  });

const startImport = (person: Person, content: string, mode: 'add' | 'replace' = 'add') =>
  person.command('alerts import', { file: { name: 'alerts.json', content }, mode });
const importFile = async (person: Person, content: string) =>
  textOf(await person.press(messageOf(await startImport(person, content)), 'Confirm'));

/** Fills a server to its limit: twenty channels with twenty-five rules each. */
async function fillServer({ home }: BotWorld): Promise<readonly string[]> {
  const channels = Array.from({ length: MAX_ALERTS_PER_SERVER / MAX_ALERTS_PER_CHANNEL }, (_, n) =>
    home.addChannel(`room-${n}`),
  );
  const content = fileFor(channels.map((id) => ({ id, alerts: alerts(MAX_ALERTS_PER_CHANNEL, 100) })));
  expect(await importFile(home.admin, content)).toContain(`${MAX_ALERTS_PER_SERVER} alerts added`);
  return channels;
}

const channelFullMessage = (id: string, count: string) =>
  `A channel can have at most 25 alerts, and <#${id}> would have ${count}. Nothing was changed. Remove some with \`/alerts remove\`, or choose another channel.`;
const serverFullMessage = (count: string) =>
  `A server can have at most 500 alerts, and this one would have ${count}. Nothing was changed. Remove some with \`/alerts remove\`.`;

describe('a channel with the maximum number of alerts', () => {
  it('gets no more of them by add, copy or import, and the refusal names the limit', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = home.addChannel('other');
    const waiting = await startDraft(home.admin, { channel: home.channelId, collection: FOXES });
    await home.follow(other, FOXES);
    expect(
      await importFile(home.admin, fileFor([{ id: home.channelId, alerts: alerts(MAX_ALERTS_PER_CHANNEL) }])),
    ).toContain('25 alerts added');
    const full = channelFullMessage(home.channelId, '26');

    expect(textOf(await home.admin.press(waiting, 'Confirm'))).toBe(full);
    expect(textOf(await home.admin.command('alerts add', { channel: home.channelId }))).toBe(full);
    for (const subscription of ['1', `all:${other}`]) {
      const copy = { alert: subscription, channel: home.channelId };
      expect(textOf(await home.admin.command('alerts copy', copy))).toBe(full);
    }
    const more = await startImport(
      home.admin,
      fileFor([
        { id: home.channelId, alerts: alerts(3, 1_000) },
        { id: other, alerts: alerts(1) },
      ]),
    );
    expect(textOf(more)).toBe(channelFullMessage(home.channelId, '28'));
    expect(more.message?.components ?? []).toEqual([]);
    await home.admin.command('alerts pause', { alert: '5' });
    expect(textOf(await home.admin.command('alerts copy', { alert: 'all', channel: other }))).toBe(
      channelFullMessage(other, '26'),
    );
  });

  it('accepts another as soon as one is removed, also within one import that replaces', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await importFile(home.admin, fileFor([{ id: home.channelId, alerts: alerts(MAX_ALERTS_PER_CHANNEL) }]));

    const swap = await startImport(
      home.admin,
      fileFor([{ id: home.channelId, alerts: alerts(MAX_ALERTS_PER_CHANNEL, 14) }]),
      'replace',
    );
    const done = textOf(await home.admin.press(messageOf(swap), 'Confirm'));

    expect(done).toContain('13 alerts added, 13 alerts removed');
  });

  it('is announced before: the set-up shows the number of alerts when it is nearly reached', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const early = await startDraft(home.admin, { channel: home.channelId, collection: FOXES });
    await importFile(home.admin, fileFor([{ id: home.channelId, alerts: alerts(20) }]));

    const late = await startDraft(home.admin, { channel: home.channelId, collection: FOXES });

    expect(early.content).not.toContain('of 25');
    expect(late.content).toContain(`With this alert, <#${home.channelId}> has 21 of its 25 alerts.`);
  });

  it('accepts one of two that are confirmed at the same time when one is left', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await importFile(home.admin, fileFor([{ id: home.channelId, alerts: alerts(24) }]));
    const drafts = [
      await startDraft(home.admin, { channel: home.channelId, collection: FOXES }),
      await startDraft(home.admin, { channel: home.channelId, collection: 'deep-sea-post' }),
    ];

    const both = await Promise.all(drafts.map((draft) => home.admin.press(draft, 'Confirm')));

    expect(both.map(textOf).filter((text) => text.startsWith('✅'))).toHaveLength(1);
    expect(both.map(textOf).filter((text) => text === channelFullMessage(home.channelId, '26'))).toHaveLength(
      1,
    );
  });
});

describe('a server with the maximum number of alerts', () => {
  it('gets no more of them, and list, autocomplete, export and import still reach each', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, clock } = world;
    const [first = ''] = await fillServer(world);
    const { admin } = home;
    const afterTenSeconds = async <T>(ask: () => Promise<T>): Promise<T> => {
      clock.advance(10_000);
      return ask();
    };

    expect(
      textOf(await afterTenSeconds(() => admin.command('alerts add', { channel: home.channelId }))),
    ).toBe(serverFullMessage('501'));
    expect(
      textOf(
        await afterTenSeconds(() => startImport(admin, fileFor([{ id: home.channelId, alerts: alerts(2) }]))),
      ),
    ).toBe(serverFullMessage('502'));

    const listed = new Set<string>();
    let page = await afterTenSeconds(() => admin.command('alerts list'));
    for (let turn = 0; turn < 100; turn += 1) {
      for (const [, number = ''] of description(page).matchAll(/\*\*#(\d+)\*\*/g)) listed.add(number);
      if (listed.size === MAX_ALERTS_PER_SERVER) break;
      const message = messageOf(page);
      page = await afterTenSeconds(() => admin.press(message, 'Next ›'));
    }
    expect(listed.size).toBe(MAX_ALERTS_PER_SERVER);

    for (const number of [1, 10, 25, 110, 111, 124, 250, 499, 500]) {
      for (const typed of [String(number), `#${number}`]) {
        const offered = await afterTenSeconds(() =>
          admin.autocomplete('alerts pause', { alert: typed }, 'alert'),
        );
        expect(offered.length).toBeLessThanOrEqual(25);
        expect([typed, offered[0]?.value]).toEqual([typed, String(number)]);
      }
    }
    const whole = await afterTenSeconds(() =>
      admin.autocomplete('alerts pause', { alert: 'room-17' }, 'alert'),
    );
    expect(whole.map(({ name }) => name)).toContain('All 25 alerts in room-17');

    const exported = messageOf(await afterTenSeconds(() => admin.command('alerts export'))).attachments[0];
    if (exported === undefined) throw new Error('There is no file.');
    const { text } = admin.download(exported);
    const shape = z.looseObject({ channels: z.array(z.looseObject({ alerts: z.array(z.unknown()) })) });
    const { channels } = shape.parse(JSON.parse(text));
    expect(channels.flatMap((one) => one.alerts)).toHaveLength(MAX_ALERTS_PER_SERVER);
    const same = await afterTenSeconds(() => startImport(admin, text, 'replace'));
    expect(textOf(same)).toBe('Nothing to import.');
    expect(description(same)).toContain('500 already exist');

    const asked = await afterTenSeconds(() => admin.command('alerts remove', { alert: `all:${first}` }));
    await afterTenSeconds(() => admin.press(messageOf(asked), 'Yes, remove them'));
    const again = await afterTenSeconds(() => startImport(admin, text));
    expect(textOf(await afterTenSeconds(() => admin.press(messageOf(again), 'Confirm')))).toContain(
      '25 alerts added',
    );
  });
});

describe('a file of 20,000 alerts', () => {
  it('is refused before a confirmation, with the limit of a channel', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const channels = Array.from({ length: 10 }, (_, n) => ({
      id: home.addChannel(`room-${n}`),
      alerts: alerts(2_000),
    }));

    const refused = await startImport(home.admin, fileFor(channels));

    expect(textOf(refused)).toMatch(/^A channel can have at most 25 alerts, and <#\d+> would have 2,000\./);
    expect(refused.message?.components ?? []).toEqual([]);
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });
});

/** Inserts rules from before the limits existed. */
async function insertAlerts(world: BotWorld, channelId: string, count: number): Promise<void> {
  const { DATABASE_URL: databaseUrl = '' } = world.environment;
  await using store = await openStore({ databaseUrl, log: silentLog, now: world.clock.now });
  for (let n = 1; n <= count; n += 1) {
    const filter = { ...MATCH_ALL, price_from: BigInt(n) * 10n ** 18n };
    await store.addSubscription(newSubscription(channelId, { guildId: world.home.guildId, filter }));
  }
}

describe('hundreds of alerts in one channel, from before the limits existed', () => {
  it('can be listed, paused, resumed, exported, changed and removed; only new ones are refused', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await insertAlerts(world, home.channelId, 1_400);
    await world.start();
    const all = { alert: 'all' };

    const list = messageOf(await home.admin.command('alerts list'));
    const paused = textOf(await home.admin.command('alerts pause', all));
    const health = JSON.stringify(messageOf(await home.admin.command('alerts health')).embeds);
    const resumed = textOf(await home.admin.command('alerts resume', all));
    const edit = messageOf(await home.admin.command('alerts edit', { alert: '7', rank: '5' }));
    const saved = textOf(await home.admin.press(edit, 'Save'));
    const refused = textOf(await home.admin.command('alerts add', { channel: home.channelId }));
    const swap = await startImport(
      home.admin,
      fileFor([{ id: home.channelId, alerts: alerts(1_300) }]),
      'replace',
    );
    const swapped = textOf(await home.admin.press(messageOf(swap), 'Confirm'));
    const asked = messageOf(await home.admin.command('alerts remove', all));
    const removed = textOf(await home.admin.press(asked, 'Yes, remove them'));

    expect(list.embeds[0]?.footer?.text).toContain('page 1 of 175');
    expect(paused).toMatch(/^All alerts in <#\d+> are paused: #1, #2, .*, #20 and 1,380 more\.$/);
    expect(health).toMatch(/"Paused alerts","value":"#1, #2, .*, #20 and 1,380 more"/);
    expect(resumed).toMatch(/^All alerts in <#\d+> are active: #1, #2, .*, #20 and 1,380 more\.$/);
    expect(saved).toMatch(/^✅ Alert #7 in <#\d+> changed: /);
    expect(refused).toBe(channelFullMessage(home.channelId, '1,401'));
    expect(swapped).toContain('1 alert added, 101 alerts removed');
    expect(asked.content).toMatch(/^Remove all 1,300 alerts in <#\d+> \(#1, .*, #21 and 1,280 more\)\?$/);
    expect(removed).toMatch(/^🗑 All alerts in .+ removed\.$/);
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });
});
