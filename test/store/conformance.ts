import { describe } from 'vitest';
import { describeAlerts } from './conformance/alerts.ts';
import { describeDelivery } from './conformance/delivery.ts';
import { describeDirectory } from './conformance/directory.ts';
import { describeDurability } from './conformance/durability.ts';
import { describeFeed } from './conformance/feed.ts';
import type { StoreHarness } from './conformance/harness.ts';
import { describeStories } from './conformance/stories.ts';
import { describeSubscriptions } from './conformance/subscriptions.ts';

/** What every implementation of `Store` must do, whatever it keeps its data in. */
export function describeStore(name: string, harness: StoreHarness): void {
  describe(`a store ${name}`, () => {
    describeFeed(harness);
    describeAlerts(harness);
    describeDelivery(harness);
    describeSubscriptions(harness);
    describeDirectory(harness);
    describeStories(harness);
    describeDurability(harness);
  });
}
