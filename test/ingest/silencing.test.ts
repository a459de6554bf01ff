import { expect, it } from 'vitest';
import { createSilences } from '#src/alerts/silences/silences.ts';
import { createSilencing } from '#src/ingest/silencing.ts';
import { openStore } from '#src/store/open.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const GUILD = '1';

it('applies a silence and its end to matching at once, and tells the other processes', async () => {
  const clock = createManualClock();
  await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  const silences = createSilences([], () => GUILD);
  const told: string[] = [];
  const silencing = createSilencing({
    ...{ store, silences, now: clock.now },
    onChange: (guildId) => told.push(guildId),
  });
  const everything = { guildId: GUILD, scope: 'server', target: '', channelId: null } as const;

  const added = await silencing.add({ ...everything, endsAt: clock.now() + 3_600_000, createdBy: '7' });
  if (added === 'full') throw new Error('The server is full.');
  expect(silences.ofServer(GUILD)).toEqual([added]);
  expect(told).toEqual([GUILD]);

  await clock.advance(60_000);
  expect(await silencing.end(GUILD, added.id)).toMatchObject({ endsAt: clock.now() });
  expect(silences.ofServer(GUILD)).toMatchObject([{ id: added.id, endsAt: clock.now() }]);
  expect(told).toEqual([GUILD, GUILD]);

  expect(await silencing.end(GUILD, added.id)).toBeNull();
  expect(told).toHaveLength(2);
});
