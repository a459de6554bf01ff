import { describeBurns } from '../conformance/burns.ts';
import { describeChannelLog } from '../conformance/channel-log.ts';
import { describeEvents } from '../conformance/events.ts';
import { describeFeed } from '../conformance/feed.ts';
import { describeLateFacts } from '../conformance/late-facts.ts';
import { describeMadeAlerts } from '../conformance/made-alerts.ts';
import { describeTrades } from '../conformance/trades.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeOn(kind);
  describeFeed(harness);
  describeTrades(harness);
  describeBurns(harness);
  describeChannelLog(harness);
  describeEvents(harness);
  describeMadeAlerts(harness);
  describeLateFacts(harness);
});
