import {
  describeChannels,
  describeFeedData,
  describeMaintenance,
  describeOutbox,
  describeRules,
} from '../conformance/groups.ts';
import { describeSqlite } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeSqlite('a store', (kind) => {
  const harness = storeOn(kind);
  describeOutbox(harness);
  describeRules(harness);
  describeFeedData(harness);
  describeMaintenance(harness);
  describeChannels(harness);
});
