import { describe, expect, it } from 'vitest';
import { createBacktest } from '#src/ingest/backtest.ts';
import { openStore } from '#src/store/open.ts';
import { ingestionOf } from '../store/samples.ts';
import { listingAlert } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const DAY_SECONDS = 86_400;

describe('the backtest of a rule for listings', () => {
  it('counts those that were detected in the last two weeks', async () => {
    const clock = createManualClock();
    await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
    const detect = (key: string) =>
      store.ingest(
        ingestionOf([], {
          at: clock.now(),
          newRecordsAfter: 1,
          detected: [
            {
              alert: listingAlert({ key, occurredAt: clock.now() / 1_000 }),
              ...{ missingDetails: null, isDecided: true, dropped: null },
            },
          ],
        }),
      );
    const backtest = createBacktest({
      store: store.backtest,
      facts: { isWhitelisted: () => true },
      now: clock.now,
    });
    const count = () =>
      backtest({
        rule: { topics: ['listing'], filter: {}, pingRoles: [] },
        ...{ timeZone: 'UTC', ping: null },
      });
    expect(await count()).toBeNull();

    await detect('listing:id:1');
    await clock.advance(10 * DAY_SECONDS * 1_000);
    await detect('listing:id:2');
    await clock.advance(1_000);
    expect(await count()).toMatchObject({ sales: null, others: { messages: 2 } });

    await clock.advance(5 * DAY_SECONDS * 1_000);
    expect(await count()).toMatchObject({ others: { messages: 1 } });
  });
});
