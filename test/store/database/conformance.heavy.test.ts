import { describeAlerts } from '../conformance/alerts.ts';
import { describeAuctions } from '../conformance/auctions.ts';
import { describeDelivery } from '../conformance/delivery.ts';
import { describeDirectory } from '../conformance/directory.ts';
import { describeLargeIngestions } from '../conformance/fan-out.ts';
import { describeLiveMessages } from '../conformance/live-messages.ts';
import { describeOnce } from '../conformance/once.ts';
import { describeSummaries } from '../conformance/summaries.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('the store', (kind) => {
  const harness = storeOn(kind);
  describeAuctions(harness);
  describeAlerts(harness);
  describeDelivery(harness);
  describeOnce(harness);
  describeSummaries(harness);
  describeLiveMessages(harness);
  describeLargeIngestions(harness);
  describeDirectory(harness);
});
