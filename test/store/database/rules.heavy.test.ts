import { describeFloors } from '../conformance/floors.ts';
import { describeKeptOfPeople } from '../conformance/kept-of-people.ts';
import { describeOpenings } from '../conformance/openings.ts';
import { describePeople } from '../conformance/people.ts';
import { describeSavedInputs } from '../conformance/saved-inputs.ts';
import {
  describeGuildErasure,
  describeGuildErasureInQueues,
  describeSettings,
} from '../conformance/settings.ts';
import {
  describeSubscriptionChanges,
  describeSubscriptionChangesInQueues,
} from '../conformance/subscription-changes.ts';
import { describeSubscriptions, describeSubscriptionsInQueues } from '../conformance/subscriptions.ts';
import { describeEachDatabase } from './each-database.ts';
import { storeOn } from './store-harness.ts';

describeEachDatabase('a store', (kind) => {
  const harness = storeOn(kind);
  describeSubscriptions(harness);
  describeSubscriptionsInQueues(harness);
  describeSubscriptionChanges(harness);
  describeSubscriptionChangesInQueues(harness);
  describeSavedInputs(harness);
  describePeople(harness);
  describeOpenings(harness);
  describeKeptOfPeople(harness);
  describeFloors(harness);
  describeSettings(harness);
  describeGuildErasure(harness);
  describeGuildErasureInQueues(harness);
});
