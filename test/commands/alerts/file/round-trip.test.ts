import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedAlert } from '#commands/alerts/file/import-plan.ts';
import { planImport } from '#commands/alerts/file/plan-import.ts';
import { readAlertsFile } from '#commands/alerts/file/read-file.ts';
import { writeAlertsFiles } from '#commands/alerts/file/write-file.ts';
import { CARD_PARTS, type ChannelSettings, MESSAGE_SIZES } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { ServerDirectory } from '#src/discord/access/server-directory.ts';
import { inMemoryServices, summary } from '../../../discord/command-services.ts';
import { fullAccess } from '../../../discord/full-access.ts';
import { anySetRule } from '../rule-input/any-set-rule.ts';

const CHANNELS = ['sales', 'auctions', 'über-🦊', 'a, b: c'];
const ROLE = 'whales';

/** The same channels and role in another server: the names are the same, and every id begins with this digit. */
function serverWithIds(digit: string): {
  readonly serverDirectory: Partial<ServerDirectory>;
  readonly idOf: (name: string) => string;
} {
  const idOf = (name: string) => `${digit}${String(CHANNELS.indexOf(name) + 1).padStart(17, '0')}`;
  const channels = CHANNELS.map((name) => ({ id: idOf(name), name, isAnnouncement: true }));
  const roles = [{ id: `${digit}99999999999999999`, name: ROLE }];
  return {
    idOf,
    serverDirectory: {
      channels: () => channels,
      channel: (_guildId, id) => channels.find((one) => one.id === id) ?? null,
      roles: () => roles,
      role: (_guildId, id) => roles.find((one) => one.id === id) ?? null,
    },
  };
}

const minute = fc.integer({ min: 0, max: 1_439 });
const anySound: fc.Arbitrary<Pick<ChannelSettings, 'sound' | 'loudFrom'>> = fc.oneof(
  fc.record({ sound: fc.constantFrom('loud', 'silent'), loudFrom: fc.constant(null) }),
  fc.record({
    sound: fc.constant('important'),
    loudFrom: fc.option(fc.bigInt({ min: 0n, max: 2n ** 255n })),
  }),
);
const anyOtherSettings = fc.record({
  ping: fc.option(
    fc.record({
      roleId: fc.constant(`1${'9'.repeat(17)}`),
      minimum: fc.option(fc.bigInt({ min: 0n, max: 2n ** 255n })),
      coolDownMinutes: fc.integer({ min: 0, max: 1_440 }),
    }),
  ),
  size: fc.constantFrom(...MESSAGE_SIZES),
  auctions: fc.constantFrom('messages' as const, 'card' as const),
  publish: fc.boolean(),
  quiet: fc.option(fc.record({ from: minute, to: minute }).filter(({ from, to }) => from !== to)),
  hourlyLimit: fc.option(fc.integer({ min: 1, max: 1_000 })),
  hiddenParts: fc.subarray([...CARD_PARTS]),
});
const anySettings: fc.Arbitrary<ChannelSettings> = fc
  .tuple(anyOtherSettings, anySound)
  .map(([others, sound]) => ({ ...others, ...sound }));

const trait = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).map((text) => text.trim() || 'x');
const roleOf = (digit: string) => `${digit}${'9'.repeat(17)}`;
/** Rules whose traits are called as oddly as those of some collections, some with a role of their own. */
const oddlyNamed: fc.Arbitrary<Rule> = fc
  .tuple(anySetRule, fc.option(fc.record({ type: trait, value: trait })), fc.boolean())
  .map(([set, odd, pings]) => {
    const rule = pings ? { ...set, pingRoles: [roleOf('1')] } : set;
    if (odd === null) return rule;
    return { ...rule, filter: { ...rule.filter, traits: [odd], trait_mode: 'any' as const } };
  });

const anyServer = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...CHANNELS),
    settings: fc.option(anySettings),
    alerts: fc.array(fc.record({ rule: oddlyNamed, paused: fc.boolean() }), { maxLength: 3 }),
  }),
  { selector: ({ name }) => name, maxLength: CHANNELS.length },
);

type Server = typeof anyServer extends fc.Arbitrary<infer T> ? T : never;

/** The file of a server with these alerts, whose collections have names as long as some marketplaces allow. */
async function fileOf(server: Server, guildId: string): Promise<string> {
  const { serverDirectory, idOf } = serverWithIds('1');
  const { services } = inMemoryServices({
    serverDirectory,
    collections: [summary({ name: 'N'.repeat(1_800) })],
  });
  for (const { name, settings, alerts } of server) {
    const channelId = idOf(name);
    if (settings !== null) await services.settings.saveChannel(guildId, channelId, settings);
    for (const { rule, paused } of alerts) {
      const added = await services.subscriptions.add({
        ...rule,
        guildId,
        channelId,
        createdBy: '1',
        createdAt: 0,
      });
      if (paused && added.type === 'added') {
        await services.subscriptions.pause(guildId, added.subscription.id);
      }
    }
  }
  const [file] = await writeAlertsFiles(guildId, { memberAccess: fullAccess, services });
  return file?.toString('utf8') ?? '';
}

describe('a file of alerts that is imported', () => {
  it.each([
    ['the same server', '1'],
    ['another server with channels and roles of the same names', '2'],
  ])('asks in %s for exactly what it was written of', async (_where, digit) => {
    await fc.assert(
      fc.asyncProperty(anyServer, async (server) => {
        const text = await fileOf(server, '100000000000000000');
        const { serverDirectory, idOf } = serverWithIds(digit);
        const { services } = inMemoryServices({ serverDirectory });

        const plan = await planImport(
          await readAlertsFile(text, services.view),
          `${digit}00000000000000000`,
          {
            memberAccess: fullAccess,
            services,
          },
        );

        expect(plan.leftOut).toEqual([]);
        expect(plan.warnings).toEqual([]);
        const distinct = new Map<string, PlannedAlert>();
        for (const { name, alerts } of server) {
          for (const { rule, paused } of alerts) {
            const channelId = idOf(name);
            const key = JSON.stringify([channelId, rule], (_, value: unknown) =>
              typeof value === 'bigint' ? `${value}n` : value,
            );
            const before = distinct.get(key)?.paused ?? false;
            const pingRoles = rule.pingRoles.map(() => roleOf(digit));
            distinct.set(key, {
              channelId,
              rule: { ...rule, pingRoles },
              paused: before || paused,
              templates: [],
            });
          }
        }
        const byChannel = <T extends { readonly channelId: string }>(all: Iterable<T>) =>
          [...all].toSorted((a, b) => (a.channelId < b.channelId ? -1 : a.channelId > b.channelId ? 1 : 0));
        expect(byChannel(plan.alerts)).toEqual(byChannel(distinct.values()));
        const settings = server.flatMap(({ name, settings: chosen }) => {
          if (chosen === null) return [];
          const { ping } = chosen;
          const there = ping === null ? null : { ...ping, roleId: `${digit}${'9'.repeat(17)}` };
          return [{ channelId: idOf(name), settings: { ...chosen, ping: there } }];
        });
        expect(byChannel(plan.settings)).toEqual(byChannel(settings));
      }),
    );
  });
});
