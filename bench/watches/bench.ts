import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Bench } from '../harness/bench.ts';
import { seeded } from '../harness/random.ts';
import { makeAlerts } from '../match/alerts.ts';
import { createMarket } from '../match/market.ts';
import { measure } from '../match/measure.ts';
import { bidOn, makeAuctions } from './auctions.ts';
import { makeWatches } from './rules.ts';

const PEOPLE = { people: 20_000, each: 5 };
const QUICK_PEOPLE = { people: 200, each: 5 };
/** Thousands match each of these bids. */
const HOT_PAGES = 5;
const GOAL_MICROSECONDS = 1_000;

export const watches: Bench = {
  name: 'watches',
  describe:
    'Finding who watches what an alert is about: any alert, and bids on the auction that most people watch.',
  async run(context) {
    const market = createMarket(seeded(context.seed));
    const auctions = makeAuctions(market);
    const [hottest] = auctions;
    if (hottest === undefined) throw new Error('There is no auction.');
    const rules = makeWatches(market, auctions, context.quick ? QUICK_PEOPLE : PEOPLE);
    /** A bid on any auction for every four other alerts. */
    const mixed = (count: number): readonly MarketAlert[] =>
      makeAlerts(market, count).map((alert, number) => {
        const running = auctions[market.below(auctions.length)];
        return number % 5 === 0 && running !== undefined ? bidOn(running, market, number) : alert;
      });
    const bids = (count: number) =>
      Array.from({ length: count }, (_, number) => bidOn(hottest, market, number));
    measure({ sort: 'watches', rules, make: mixed, atMost: GOAL_MICROSECONDS }, context);
    measure(
      { sort: 'watches, the same auction', rules, make: bids, atMost: GOAL_MICROSECONDS, pages: HOT_PAGES },
      context,
    );
  },
};
