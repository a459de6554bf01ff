import { describe, expect, it } from 'vitest';
import { planImport } from '#commands/alerts/file/plan-import.ts';
import { readAlertsFile } from '#commands/alerts/file/read-file.ts';
import { userErrorMessage } from '#src/discord/user-error.ts';
import { inMemoryServices } from '../../../discord/command-services.ts';
import { fullAccess } from '../../../discord/full-access.ts';
import { viewContext } from '../../../discord/views/view-context.ts';
import { pseudoMessages } from '../../../support/pseudo-language.ts';
import { unmarkedWords, unmarkedWordsIn } from '../../../support/unmarked-words.ts';

const GUILD = '100000000000000001';
const CHANNEL = '100000000000000002';
const WHALES = { id: '100000000000000003', name: 'whales' };
const EVERYONE = { id: GUILD, name: '@everyone' };

/** What is planned of a file that sets one channel up so. */
async function planned(
  settings: object,
  change: {
    readonly mayPing?: boolean;
    readonly isAnnouncement?: boolean;
    readonly alerts?: readonly object[];
  } = {},
) {
  const { mayPing = true, isAnnouncement = false, alerts = [] } = change;
  const channel = { id: CHANNEL, name: 'sales', isAnnouncement };
  const { services } = inMemoryServices({
    serverDirectory: {
      channels: () => [channel],
      channel: () => channel,
      roles: () => [EVERYONE, WHALES],
      mayPing: () => mayPing,
    },
  });
  const channels = [{ id: CHANNEL, name: 'sales', settings, alerts }];
  const file = await readAlertsFile(
    JSON.stringify({ format: 'gavel-alerts', version: 1, channels }),
    services.view,
  );
  return planImport(file, GUILD, { memberAccess: fullAccess, services });
}

describe('the settings of a channel that a file brings', () => {
  it('ping a role of this server that may be pinged', async () => {
    expect((await planned({ ping: { role: WHALES } })).settings[0]?.settings.ping?.roleId).toBe(WHALES.id);
  });

  it.each([
    ['everyone', EVERYONE, true, 'I can’t ping the'],
    ['a role that I may not ping', WHALES, false, 'I can’t ping the'],
    [
      'a role that is not here',
      { id: '100000000000000009', name: 'gone' },
      true,
      'this server has no “gone” role to ping',
    ],
  ])('never ping %s, and say so', async (_what, role, mayPing, why) => {
    const { settings, leftOut } = await planned({ ping: { role } }, { mayPing });
    expect(settings[0]?.settings.ping).toBeNull();
    expect(leftOut.join()).toContain(why);
  });

  it('publish in announcement channels alone', async () => {
    const publishes = async (isAnnouncement: boolean) =>
      (await planned({ publish: true }, { isAnnouncement })).settings[0]?.settings.publish;
    expect(await publishes(false)).toBe(false);
    expect(await publishes(true)).toBe(true);
  });
});

describe('the roles that an alert of a file pings', () => {
  const gone = { id: '100000000000000009', name: 'gone' };

  it('are those of this server, and the others are said once', async () => {
    const alert = { alerts: ['sale'], ping_roles: [{ ...WHALES, id: '1'.repeat(18) }, gone, EVERYONE] };
    const { alerts, leftOut } = await planned({}, { alerts: [alert, { ...alert, rank: 5 }] });
    expect(alerts.map(({ rule }) => rule.pingRoles)).toEqual([[WHALES.id], [WHALES.id]]);
    expect(leftOut).toEqual([
      `<#${CHANNEL}>: this server has no “gone” role to ping.`,
      expect.stringMatching(/: I can’t ping the “.*everyone.*” role\.$/),
    ]);
  });

  it('are five at most, each with its id', async () => {
    const read = (ping_roles: unknown) => planned({}, { alerts: [{ alerts: ['sale'], ping_roles }] });
    await expect(read(Array.from({ length: 6 }, () => WHALES))).rejects.toThrow(
      'must have at most 5 entries',
    );
    await expect(read([{ name: 'whales' }])).rejects.toThrow('**ping\\_roles\\[0\\].id**');
  });
});

describe('a mistake in a file', () => {
  const problem = async (change: object) => {
    const text = JSON.stringify({ format: 'gavel-alerts', version: 1, channels: [], ...change });
    const error = await readAlertsFile(text, viewContext()).catch((reason: unknown) => reason);
    return userErrorMessage(error, viewContext().messages);
  };
  const channel = { id: CHANNEL, name: 'sales', alerts: [] };

  it('is named with all that leads to it', async () => {
    expect(await problem({ templates: { sale: { title: 7 } } })).toContain(
      'In the file: **templates.sale.title** must be text',
    );
    expect(await problem({ channels: [{ ...channel, settings: { quiet: { from: 1 } } }] })).toContain(
      'In channel “sales”: **settings.quiet.from** must be text',
    );
    const alerts = [{ alerts: ['sale'], ping_roles: [WHALES, { name: 'gone' }] }];
    expect(await problem({ channels: [{ ...channel, alerts }] })).toContain(
      'In channel “sales”, alert 1: **ping\\_roles\\[1\\].id** must be text',
    );
  });
});

describe('a file that cannot be taken', () => {
  const refusal = async (text: string) => {
    const read = readAlertsFile(text, viewContext({ messages: pseudoMessages }));
    const error = await read.catch((reason: unknown) => reason);
    return unmarkedWords(userErrorMessage(error, pseudoMessages));
  };
  const file = (change: object) => JSON.stringify({ format: 'gavel-alerts', version: 1, ...change });

  it('is refused in the language of the server, which leaves names of entries as they are', async () => {
    expect(await refusal('{}')).toEqual([]);
    expect(await refusal(file({ version: 2 }))).toEqual([]);
    expect(await refusal(file({ version: 0 }))).toEqual([]);
    expect(await refusal(file({ channels: 3 }))).toEqual(['channels']);
    const settings = { look: 'tiny', quiet: { from: 1 }, messagesAnHour: 0, lock: 1 };
    expect(await refusal(file({ channels: [{ id: CHANNEL, name: 'sales', alerts: [], settings }] }))).toEqual(
      [
        'sales',
        'settings',
        'look',
        'sales',
        'settings',
        'quiet',
        'from',
        'sales',
        'settings',
        'quiet',
        'to',
        'sales',
        'settings',
        'messagesAnHour',
        'sales',
        'settings',
        'lock',
      ],
    );
    expect(await refusal(file({ channels: [{ id: CHANNEL, alerts: [5, { alerts: [] }] }] }))).toEqual([
      'alerts',
    ]);
  });

  it('leaves out channels and roles in the language of the server', async () => {
    const view = viewContext({ messages: pseudoMessages });
    const { services } = inMemoryServices({ serverDirectory: { channels: () => [], roles: () => [] } });
    const read = await readAlertsFile(
      file({ currency: { symbol: 'X' }, channels: [{ id: CHANNEL, alerts: [] }] }),
      view,
    );
    const plan = await planImport(read, GUILD, { memberAccess: fullAccess, services: { ...services, view } });
    expect(unmarkedWordsIn([plan.leftOut, plan.warnings])).toEqual(['ETH']);
  });
});
