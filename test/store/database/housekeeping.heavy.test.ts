import { describeHealth } from '../conformance/health.ts';
import { describeHousekeeping } from '../conformance/housekeeping.ts';
import { describeMarketHistory } from '../conformance/market-history.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeOn(kind);
  describeHealth(harness);
  describeHousekeeping(harness);
  describeMarketHistory(harness);
});
