import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { isAuction } from '#src/alerts/kinds/auction/schema.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { auctionAddressee } from '#src/ingest/auctions/address-auctions.ts';
import { createLateDecisions } from '#src/ingest/decide-late.ts';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';
import { openStore } from '#src/store/open.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { collectionPrices } from '../../support/build-collection-prices.ts';
import { token } from '../../support/build-token.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createModelAuctions } from './model-auctions.ts';
import { createRealWatch } from './real-monitor.ts';

const START = 1_767_225_600;
const END = START + 3_600;
const CHANNEL = '900000000000000001';
const STEP_MS = 15_000;
/** The bid of `auctionOf`, as it is in the key of the alert that confirms the end. */
const LEADING_BID = `${address(0xb0)}:${2n * 10n ** 18n}`;

/** The keys of what the channel is told of an end, where the rank of the token is known so many seconds after it. */
async function toldWithRankFrom(rankFrom: number): Promise<readonly string[]> {
  const clock = createManualClock((START - 60) * 1_000);
  const now = () => clock.now() / 1_000;
  await using store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  const filter = { ...MATCH_ALL, rank: 100 };
  await store.addSubscription(newSubscription(CHANNEL, { topics: ['auction_ended'], filter }));
  const index = createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true });
  const auction = auctionOf({ id: 'a-1', startTime: START, endTime: END, createdAt: START, active: true });
  const source = createModelAuctions(() => (now() < START ? [] : [auction]));
  const tokens: Parameters<typeof createLateDecisions>[0]['tokens'] = {
    async find(collection, tokenId) {
      if (now() < END + rankFrom) throw new Error('nobody knows this token');
      const rarity = { rank: 5, total: null, percentile: null, score: null };
      return token({ collection, tokenId, rarity });
    },
  };
  const wake = () => undefined;
  await using watch = createRealWatch({ source, store: store, index, clock, tokens });
  const decide = createLateDecisions({
    ...{ store, index, tokens, clock, wake, log: silentLog },
    collections: {
      collectionPrices: async () => ({ ...collectionPrices({ floor: 7n }), asOf: clock.now() }),
    },
    ruledBy: createRuledBy(clock, clock),
    addressee: (alert, channel) =>
      isAuction(alert)
        ? auctionAddressee(alert, channel, { index, shouldPostBid: () => false })
        : { ...channel, skipIfLive: false },
  });
  const { signal } = new AbortController();
  while (now() < END + 300) {
    await watch.tick(signal);
    await decide(signal);
    await clock.advance(STEP_MS);
  }
  const { pending } = await store.channelWork(CHANNEL, 100);
  return pending.map(({ alert }) => alert.key);
}

describe('an end for a rule by a rank that is known late', () => {
  it.each([
    ['before the result is final', 30, 'auction_ended:a-1'],
    ['in the poll in which the result is final', 60, `auction_ended:a-1:${LEADING_BID}`],
    ['after the result is final', 120, 'auction_ended:a-1'],
  ])('is told once where the rank comes %s', async (_, rankFrom, key) => {
    expect(await toldWithRankFrom(rankFrom)).toEqual([key]);
  });
});
