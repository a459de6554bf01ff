import { describe, expect, it } from 'vitest';
import { planImport } from '../../../src/discord/subscription-file/plan-import.ts';
import { readAlertsFile } from '../../../src/discord/subscription-file/read-file.ts';
import { mayEverything } from '../any-person.ts';
import { memoryServices } from '../command-services.ts';

const GUILD = '100000000000000001';
const CHANNEL = '100000000000000002';
const WHALES = { id: '100000000000000003', name: 'whales' };
const EVERYONE = { id: GUILD, name: '@everyone' };

/** What is planned of a file that sets one channel up so. */
async function planned(
  settings: object,
  change: { readonly mayPing?: boolean; readonly isAnnouncement?: boolean } = {},
) {
  const { mayPing = true, isAnnouncement = false } = change;
  const channel = { id: CHANNEL, name: 'sales', isAnnouncement };
  const { services } = memoryServices({
    places: {
      channels: () => [channel],
      channel: () => channel,
      roles: () => [EVERYONE, WHALES],
      mayPing: () => mayPing,
    },
  });
  const channels = [{ id: CHANNEL, name: 'sales', settings, alerts: [] }];
  const file = await readAlertsFile(JSON.stringify({ format: 'gavel-alerts', version: 1, channels }));
  return planImport(file, GUILD, { person: mayEverything, services });
}

describe('the settings of a channel that a file brings', () => {
  it('ping a role of this server that may be pinged', async () => {
    expect((await planned({ ping: { role: WHALES } })).settings[0]?.settings.ping?.roleId).toBe(WHALES.id);
  });

  it.each([
    ['everyone', EVERYONE, true, 'I may not ping it'],
    ['a role that I may not ping', WHALES, false, 'I may not ping it'],
    [
      'a role that is not here',
      { id: '100000000000000009', name: 'gone' },
      true,
      'this server has no such role',
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
