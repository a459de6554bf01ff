import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDING_LEADS } from '#src/alerts/kinds/auction/ending-lead.ts';
import { type AuctionTopic, TOPICS } from '#src/alerts/kinds/registry.ts';
import { type AuctionLedger, anyLedger, endAt, recordAt } from '../../alerts/auctions/auction-ledger.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { startWatch } from './start-monitor.ts';

const KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));
const RULES = ENDING_LEADS.map((lead) => ({ channelId: `lead ${lead}`, topics: KINDS, lead }));

/** What goes wrong with a poll: the marketplace fails, the store fails before or after it wrote, the bot is killed. */
type Trouble = 'none' | 'no answer' | 'not written' | 'written' | 'killed';

/** All polls of a run together take less than six hours: what is missed for longer is history. */
const aPoll = fc.record({
  after: fc.oneof(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 60, max: 800 })),
  trouble: fc.constantFrom<Trouble>('none', 'none', 'none', 'no answer', 'not written', 'written', 'killed'),
});

/** Looks at a market of these auctions through all its troubles, and then until all is over. */
async function live(
  ledgers: readonly AuctionLedger[],
  polls: readonly { readonly after: number; readonly trouble: Trouble }[],
) {
  const from = Math.min(...ledgers.map(({ createdAt }) => createdAt)) - 60;
  const clock = createManualClock(from * 1_000);
  const now = () => clock.now() / 1_000;
  const all = () =>
    ledgers.flatMap((ledger, number) => {
      const record = recordAt(ledger, now());
      return record === null ? [] : [{ ...record, id: `a-${number}`, tokenId: String(number) }];
    });
  let bot = startWatch({ clock, all, rules: RULES });
  const { inbox } = bot;
  const takeIn = inbox.ingestAuctions.bind(inbox);
  await bot.tick();

  async function poll(trouble: Trouble): Promise<void> {
    bot.source.beforeAnswer = () => {
      if (trouble === 'no answer') throw new Error('no answer');
    };
    inbox.ingestAuctions = async (intake) => {
      if (trouble === 'not written') throw new Error('not written');
      const channels = await takeIn(intake);
      if (trouble === 'written') throw new Error('written, but who knows');
      return channels;
    };
    await bot.tick().catch(() => undefined);
    inbox.ingestAuctions = takeIn;
    if (trouble !== 'killed') return;
    await bot.watch[Symbol.asyncDispose]();
    bot = startWatch({ clock, all, rules: RULES, inbox });
  }

  for (const { after, trouble } of polls) {
    await poll(trouble);
    await clock.advance(after * 1_000);
  }
  const over = Math.max(
    now(),
    ...ledgers.map((ledger) => ledger.settledAt ?? ledger.cancelledAt ?? endAt(ledger, Infinity)),
  );
  while (now() <= over) {
    await poll('none');
    await clock.advance(1_800_000);
  }
  await poll('none');
  await bot.watch[Symbol.asyncDispose]();
  return inbox;
}

describe('a market of random auctions, looked at through failures and restarts', () => {
  it('is posted once and correctly: every end, every lead time, and who led with how much', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLedger, { minLength: 1, maxLength: 4 }),
        fc.array(aPoll, { minLength: 1, maxLength: 25 }),
        async (ledgers, polls) => {
          const inbox = await live(ledgers, polls);
          const written = inbox.intakes.flatMap(({ alerts }) =>
            alerts.flatMap(({ alert }) => (alert.kind === 'auction' ? [alert] : [])),
          );
          // The store would pass a second one over; none is even written.
          expect(new Set(written.map(({ key }) => key)).size).toBe(written.length);
          for (const [number, ledger] of ledgers.entries()) {
            const alertsOfAuction = written.filter(({ auction }) => auction === `a-${number}`);
            const of = (kind: AuctionTopic) =>
              alertsOfAuction.filter(({ topic, confirms }) => topic === kind && confirms === null);
            const [last] = ledger.bids.toReversed();
            expect(of('auction_ended')).toHaveLength(ledger.cancelledAt === null ? 1 : 0);
            expect(of('auction_cancelled').length).toBeLessThanOrEqual(ledger.cancelledAt === null ? 0 : 1);
            for (const end of of('auction_ended'))
              expect([end.endTime, end.leader, end.highestBid]).toEqual([
                endAt(ledger, Infinity),
                last?.bidder ?? null,
                last?.amount ?? null,
              ]);
            const leads = of('auction_ending').flatMap((alert) => alert.leads);
            expect(new Set(leads).size).toBe(leads.length);
            for (const { occurredAt, endTime } of of('auction_ending'))
              expect(occurredAt).toBeLessThan(endTime ?? 0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
