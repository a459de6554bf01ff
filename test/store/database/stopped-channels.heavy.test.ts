import { describeBacktestData } from '../conformance/backtest.ts';
import { describeChannelFacts } from '../conformance/channel-facts.ts';
import { describeGreetings } from '../conformance/greetings.ts';
import { describeHeldPosts } from '../conformance/held-posts.ts';
import { describeNotices } from '../conformance/notices.ts';
import { describePostedAlerts } from '../conformance/posted-alerts.ts';
import { describeRetries } from '../conformance/retries.ts';
import { describeTickers } from '../conformance/tickers.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeOn(kind);
  describeHeldPosts(harness);
  describePostedAlerts(harness);
  describeNotices(harness);
  describeGreetings(harness);
  describeRetries(harness);
  describeTickers(harness);
  describeChannelFacts(harness);
  describeBacktestData(harness);
});
