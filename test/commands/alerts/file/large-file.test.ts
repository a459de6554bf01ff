import { describe, expect, it } from 'vitest';
import { compareImport } from '#commands/alerts/file/compare-import.ts';
import { planImport } from '#commands/alerts/file/plan-import.ts';
import { readAlertsFile } from '#commands/alerts/file/read-file.ts';
import { writeAlertsFiles } from '#commands/alerts/file/write-file.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { RULE_LIMITS } from '#src/alerts/subscription-revision.ts';
import { userErrorMessage } from '#src/discord/user-error.ts';
import { english } from '#src/messages/messages.ts';
import { inMemoryServices, summary } from '../../../discord/command-services.ts';
import { fullAccess as person } from '../../../discord/full-access.ts';
import { address } from '../../../support/build-activity.ts';
import { ruleOf } from '../../../support/build-alert.ts';

const GUILD = '100000000000000001';
const CHANNEL = '100000000000000002';
const ALERTS = 20_000;
/** At least so often others have the event loop: the longest run without a pause is a few of them long. */
const TURNS = ALERTS / 200;

/** How often the event loop turned while the work was done, and what came of it. */
async function turnsOf<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly turns: number; readonly result: T }> {
  let turns = 0;
  let going = true;
  const turn = () => {
    turns += 1;
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return { result: await work(), turns };
  } finally {
    going = false;
  }
}

const alerts = Array.from({ length: ALERTS }, (_, n) => ({ alerts: ['sale'], price_from: String(n + 1) }));
const channels = Array.from({ length: 10 }, (_, n) => ({
  id: CHANNEL.replace(/\d\d$/, String(10 + n)),
  name: `room-${n}`,
  alerts: alerts.slice((n * ALERTS) / 10, ((n + 1) * ALERTS) / 10),
}));
const text = JSON.stringify({ format: 'gavel-alerts', version: 1, channels });
const { services } = inMemoryServices({
  serverDirectory: { channels: () => channels.map(({ id, name }) => ({ id, name, isAnnouncement: false })) },
});
const kept: readonly Subscription[] = Array.from({ length: ALERTS }, (_, n) => ({
  ...ruleOf(),
  id: n + 1,
  guildId: GUILD,
  channelId: channels[n % 10]?.id ?? CHANNEL,
  createdBy: '1',
  createdAt: 0,
  pausedAt: null,
  lastMatchAt: null,
  lastPostAt: null,
}));

describe('a file of 20,000 alerts', () => {
  it('is read, held against the server and compared without keeping everybody else waiting', async () => {
    const read = await turnsOf(() => readAlertsFile(text, services.view));
    const planned = await turnsOf(() => planImport(read.result, GUILD, { memberAccess: person, services }));
    const compared = await turnsOf(() =>
      compareImport(planned.result, kept, 'replace', { guildId: GUILD, memberAccess: person, services }),
    );

    expect(planned.result.alerts).toHaveLength(ALERTS);
    expect(compared.result.added).toHaveLength(ALERTS);
    expect(read.turns).toBeGreaterThan(TURNS);
    expect(planned.turns).toBeGreaterThan(TURNS);
    expect(compared.turns).toBeGreaterThan(TURNS);
  });

  it('is written so too', async () => {
    const full = { ...services, store: { ...services.store, subscriptionsOf: async () => kept } };
    const written = await turnsOf(() => writeAlertsFiles(GUILD, { memberAccess: person, services: full }));
    expect(written.turns).toBeGreaterThan(TURNS);
  });

  it.each([
    ['channels', { channels: Array.from({ length: 300_000 }, () => ({})) }],
    ['alerts', { channels: [{ id: CHANNEL, name: '', alerts: Array.from({ length: 300_000 }, () => 1) }] }],
    [
      'wallets',
      {
        channels: [
          {
            id: CHANNEL,
            name: '',
            alerts: [{ alerts: ['sale'], wallets: Array.from({ length: 300_000 }, () => 1) }],
          },
        ],
      },
    ],
  ])('or of too many %s is refused by their number, whatever they are', async (what, file) => {
    const hostile = JSON.stringify({ format: 'gavel-alerts', version: 1, ...file });
    const refused = await Promise.resolve()
      .then(() => readAlertsFile(hostile, services.view))
      .catch((error: unknown) => error);
    expect(String(refused)).toMatch(/at most [\d,]+ (channels|alerts|entries)/);
    expect(String(refused)).not.toMatch(/and \d+ more/);
    expect(what).not.toBe('');
  });
});

describe('a file of 1 MB that is made to be slow', () => {
  const keys = Array.from({ length: 100_000 }, (_, n) => [`k${n.toString(36)}`, 1] as const);
  const many = Object.fromEntries(keys);
  const file = { format: 'gavel-alerts', version: 1 };
  const problemOf = (value: unknown) =>
    turnsOf(() =>
      readAlertsFile(JSON.stringify(value), services.view).then(
        () => '',
        (error: unknown) => userErrorMessage(error, english),
      ),
    );

  it.each([
    ['itself', { ...file, channels: [], ...many }],
    ['a channel', { ...file, channels: [{ id: CHANNEL, name: '', alerts: [], ...many }] }],
    ['an alert', { ...file, channels: [{ id: CHANNEL, name: '', alerts: [{ alerts: ['sale'], ...many }] }] }],
  ])('is not parsed where %s has too many keys', async (_what, value) => {
    expect((await problemOf(value)).result).toContain('too many different keys');
  });

  it('is read up to a number of problems', async () => {
    const wrong = Array.from({ length: 250 }, () => ({
      id: CHANNEL,
      name: '',
      alerts: Array(1_000).fill(0),
    }));
    const { result, turns } = await problemOf({ ...file, channels: wrong });
    expect(result).toMatch(/and at least 95 more\.$/);
    // Of 250,000 alerts only a hundred are read, fifty in a turn.
    expect(turns).toBeLessThan(20);
  });
});

describe('the files of a server at its caps, whose alerts are as long as they can be', () => {
  it('are each no larger than what is read, and hold every alert', async () => {
    const wallets = Array.from({ length: 25 }, (_, n) => address(n + 1));
    const others = Array.from({ length: 25 }, (_, n) => address(n + 1_000));
    const traits = Array.from({ length: 25 }, (_, n) => ({
      type: `type ${n}`.padEnd(80, '_'),
      value: 'ä'.repeat(40),
    }));
    const rooms = Array.from({ length: RULE_LIMITS.server / RULE_LIMITS.channel }, (_, n) => ({
      id: CHANNEL.replace(/\d\d$/, String(10 + n)),
      name: `room-${n}`,
      isAnnouncement: false,
    }));
    const full = Array.from(
      { length: RULE_LIMITS.server },
      (_, n): Subscription => ({
        ...ruleOf(),
        filter: {
          ...MATCH_ALL,
          collection: wallets,
          traits,
          trait_mode: 'any',
          wallets: wallets,
          not_wallets: others,
          not_collections: others,
          not_tokens: others.slice(0, 10).map((one) => `${one}-1234567`),
          not_traits: traits.slice(0, 10).map(({ type, value }) => ({ type, value: `${value}x` })),
          price_from: BigInt(n),
        },
        id: n + 1,
        guildId: GUILD,
        channelId: rooms[n % rooms.length]?.id ?? CHANNEL,
        createdBy: '1',
        createdAt: 0,
        pausedAt: null,
        lastMatchAt: null,
        lastPostAt: null,
      }),
    );
    const known = inMemoryServices({
      serverDirectory: { channels: () => rooms },
      collections: [...wallets, ...others].map((one) => summary({ address: one, name: 'N'.repeat(1_800) })),
    }).services;
    const services = { ...known, store: { ...known.store, subscriptionsOf: async () => full } };

    const files = await writeAlertsFiles(GUILD, { memberAccess: person, services });
    const read = [];
    for (const file of files) read.push(await readAlertsFile(file.toString('utf8'), services.view));

    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThanOrEqual(10);
    for (const file of files) expect(file.byteLength).toBeLessThanOrEqual(1_024 * 1_024);
    expect(read.flatMap((one) => one.channels).flatMap((one) => one.alerts)).toHaveLength(RULE_LIMITS.server);
  });
});
