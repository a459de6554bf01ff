import { describe, expect, it } from 'vitest';
import { createHousekeeping } from '#src/roles/housekeeper.ts';
import type { PruneStep } from '#src/store/retention/housekeeping.ts';

import { createManualClock } from '../support/manual-clock.ts';
import { recordingLog, silentLog } from '../support/silent-log.ts';

const WARN = 40;

function stepOf(what: string, removed: number, more = true): PruneStep {
  return { what, removed, more };
}

/** Housekeeping over a store with these steps. `deeds` is what it does, in order. */
function housekeepingOver(...steps: readonly (PruneStep | Error)[]) {
  const left = [...steps];
  const deeds: string[] = [];
  const refused: { readonly userId: string; readonly since: number }[] = [];
  const store: Parameters<typeof createHousekeeping>[0]['store'] = {
    people: {
      refusedSince: async (before, limit) =>
        refused
          .filter(({ since }) => since < before)
          .slice(0, limit)
          .map(({ userId }) => userId),
    },
    async prune(now) {
      deeds.push(`prune at ${now}`);
      const step = left.shift() ?? stepOf('nothing', 0, false);
      if (step instanceof Error) throw step;
      return step;
    },
    async reclaimSpace() {
      deeds.push('tidy');
    },
  };
  const clock = {
    now: () => 7,
    monotonic: () => 0,
    async sleep(ms: number) {
      deeds.push(`pause of ${ms} ms`);
    },
  };
  const { log, lines } = recordingLog();
  const forgetPerson = async (userId: string) => void deeds.push(`forget ${userId}`);
  const housekeeping = createHousekeeping({ store, forgetPerson, clock, log });
  return { deeds, lines, clock, store, refused, housekeeping };
}

describe('housekeeping', () => {
  it('runs its steps with pauses in between, then cleans up and logs what it removed', async () => {
    const { housekeeping, deeds, lines } = housekeepingOver(
      stepOf('alerts', 300),
      stepOf('alerts', 12),
      stepOf('drafts', 0, false),
    );
    await housekeeping.pruneNow();
    const step = ['prune at 7', 'pause of 50 ms'];
    expect(deeds).toEqual([...step, ...step, 'prune at 7', 'tidy']);
    expect(lines).toMatchObject([{ removed: { alerts: 312 } }]);
  });

  it('forgets who has refused direct messages for more than 30 days', async () => {
    const { housekeeping, deeds, refused, lines } = housekeepingOver(stepOf('alerts', 0, false));
    refused.push(
      { userId: 'long ago', since: 7 - 30 * 24 * 3_600_000 - 1 },
      { userId: 'for 30 days', since: 7 - 30 * 24 * 3_600_000 },
    );
    await housekeeping.pruneNow();
    expect(deeds).toEqual(['prune at 7', 'forget long ago', 'pause of 50 ms', 'tidy']);
    expect(lines).toMatchObject([{ removed: { 'people who refuse messages': 1 } }]);
    expect(JSON.stringify(lines)).not.toContain('long ago');
  });

  it('logs nothing if nothing was removed', async () => {
    const { housekeeping, lines } = housekeepingOver(stepOf('alerts', 0, false));
    await housekeeping.pruneNow();
    expect(lines).toEqual([]);
  });

  it('makes one pass at a time', async () => {
    const { housekeeping, deeds } = housekeepingOver(stepOf('alerts', 1, false));
    await Promise.all([housekeeping.pruneNow(), housekeeping.pruneNow()]);
    expect(deeds).toEqual(['prune at 7', 'tidy']);
  });

  it('logs a failure and continues with the next pass', async () => {
    const { housekeeping, deeds, lines } = housekeepingOver(
      new Error('disk full'),
      stepOf('alerts', 0, false),
    );
    await housekeeping.pruneNow();
    expect(lines).toMatchObject([{ level: WARN, err: { message: 'disk full' } }]);
    await housekeeping.pruneNow();
    expect(deeds).toEqual(['prune at 7', 'prune at 7', 'tidy']);
  });

  it('ends a pass after the current step when it is stopped, and begins none afterwards', async () => {
    const { housekeeping, deeds } = housekeepingOver(stepOf('alerts', 1), stepOf('alerts', 1, false));
    housekeeping.start();
    const pass = housekeeping.pruneNow();
    await housekeeping[Symbol.asyncDispose]();
    await pass;
    await housekeeping.pruneNow();
    expect(deeds).toEqual(['prune at 7', 'pause of 50 ms']);
  });

  it('removes nothing that is old only by a clock that was set ahead', async () => {
    const { deeds, store } = housekeepingOver(stepOf('alerts', 1, false));
    const clock = createManualClock(7);
    const housekeeping = createHousekeeping({
      store,
      forgetPerson: () => expect.unreachable(),
      clock,
      log: silentLog,
    });
    clock.set(400 * 24 * 3_600_000);
    await housekeeping.pruneNow();
    expect(deeds).toEqual(['prune at 7', 'tidy']);
  });
});
