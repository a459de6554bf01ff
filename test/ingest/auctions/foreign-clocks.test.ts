import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuctionTopic, TOPICS } from '#src/alerts/kinds/registry.ts';
import { type AuctionLedger, anyLedger, endAt, recordAt } from '../../alerts/auctions/auction-ledger.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { cases } from '../../support/thorough.ts';
import { startWatch } from './start-monitor.ts';

const KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));
const HOUR = 3_600;

/** A posted alert, and when by the marketplace's clock, epoch seconds. */
interface PostedAlert {
  readonly kind: AuctionTopic;
  readonly status: string;
  readonly at: number;
}

/**
 * Looks every few seconds at an auction of a marketplace whose clock is `ahead` seconds ahead of the bot's, from before
 * there is anything until everything is over.
 * @param knows whether the bot knows that clock
 */
async function live(
  ledger: AuctionLedger,
  ahead: number,
  every: number,
  knows = false,
): Promise<readonly PostedAlert[]> {
  const from = ledger.createdAt - 60;
  const clock = createManualClock((from - ahead) * 1_000);
  const marketNow = () => clock.now() / 1_000 + ahead;
  const all = () => {
    const record = recordAt(ledger, marketNow());
    return record === null ? [] : [record];
  };
  const { tick, inbox, watch } = startWatch({
    ...{ clock, all, rules: [{ channelId: 'all', topics: KINDS }] },
    ...(knows ? { marketNow: () => clock.now() + ahead * 1_000 } : {}),
  });
  const posted: PostedAlert[] = [];
  const takeIn = inbox.ingestAuctions.bind(inbox);
  inbox.ingestAuctions = (intake) => {
    for (const { alert } of intake.alerts)
      if (alert.kind === 'auction' && alert.confirms === null)
        posted.push({ kind: alert.topic, status: alert.status, at: Math.floor(marketNow()) });
    return takeIn(intake);
  };
  const over = ledger.settledAt ?? ledger.cancelledAt ?? endAt(ledger, Infinity);
  while (marketNow() <= over + Math.abs(ahead) + 2 * every) {
    await tick();
    // Nothing changes in most of the hours until a settlement.
    await clock.advance((marketNow() > endAt(ledger, Infinity) + 300 ? 20 : 1) * every * 1_000);
  }
  await watch[Symbol.asyncDispose]();
  return posted;
}

const anyAhead = fc.oneof(
  fc.integer({ min: -90, max: 90 }),
  fc.integer({ min: 540, max: 760 }),
  fc.integer({ min: 760, max: 4 * HOUR }),
);
/** The records are dated: without that, nothing in a list would show the marketplace's time. */
const anyHistory = fc.record({
  ledger: anyLedger.map((ledger) => ({ ...ledger, dated: true })),
  ahead: anyAhead,
  every: fc.integer({ min: 15, max: 60 }),
});
const RUNS = { numRuns: cases(12, 60) };

describe('an auction of a marketplace with another clock, which only the records show', () => {
  it('is posted as cancelled only when it was, and as ended once where it was settled', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ ledger, ahead, every }) => {
        const posted = (await live(ledger, ahead, every)).map(({ kind }) => kind);
        const count = (kind: AuctionTopic) => posted.filter((one) => one === kind).length;
        expect(count('auction_cancelled')).toBeLessThanOrEqual(ledger.cancelledAt === null ? 0 : 1);
        const mayEnd = ledger.cancelledAt === null || ahead < 0;
        expect(count('auction_ended')).toBeLessThanOrEqual(mayEnd ? 1 : 0);
        expect(count('auction_ended')).toBeGreaterThanOrEqual(ledger.settledAt === null ? 0 : 1);
      }),
      RUNS,
    );
  });

  it('has its start posted by the first poll that shows it, and its end not before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory.filter(
          ({ ledger, every }) =>
            ledger.createdAt === ledger.startTime &&
            (ledger.cancelledAt === null || ledger.cancelledAt > ledger.startTime + every),
        ),
        async ({ ledger, ahead, every }) => {
          const posted = await live(ledger, ahead, every);
          const start = posted.find(({ kind }) => kind === 'auction_started');
          expect(start).toMatchObject({ status: 'running' });
          expect((start?.at ?? Infinity) - ledger.startTime).toBeLessThanOrEqual(every);
          // Nothing shows when between two polls the auction was created.
          const toleranceSeconds = Math.min(Math.max(0, -ahead), every + 2);
          for (const { at } of posted.filter(({ kind }) => kind === 'auction_ended')) {
            expect(at).toBeGreaterThanOrEqual(endAt(ledger, at) - toleranceSeconds);
          }
        },
      ),
      RUNS,
    );
  });
});

describe('an auction of a marketplace with another clock that the bot knows', () => {
  it('is posted as it would be if the clocks agreed', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.boolean(), async ({ ledger, ahead, every }, dated) => {
        const history = { ...ledger, dated };
        expect(await live(history, ahead, every, true)).toEqual(await live(history, 0, every));
      }),
      RUNS,
    );
  });
});
