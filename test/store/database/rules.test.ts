import { describeDrafts } from '../conformance/drafts.ts';
import { describeGuildErasure, describeSettings } from '../conformance/settings.ts';
import { describeSubscriptionChanges } from '../conformance/subscription-changes.ts';
import { describeSubscriptions } from '../conformance/subscriptions.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeParts } from './store-parts.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeParts(kind);
  describeSubscriptions(harness);
  describeSubscriptionChanges(harness);
  describeDrafts(harness);
  describeSettings(harness);
  describeGuildErasure(harness);
});
