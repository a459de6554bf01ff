import { describe } from 'vitest';
import { describeAlerts } from './conformance/alerts.ts';
import { describeAuctions } from './conformance/auctions.ts';
import { describeDelivery } from './conformance/delivery.ts';
import { describeDirectory } from './conformance/directory.ts';
import { describeDrafts } from './conformance/drafts.ts';
import { describeDurability } from './conformance/durability.ts';
import { describeLargeIngestions } from './conformance/fan-out.ts';
import { describeFeed } from './conformance/feed.ts';
import { describeGaps } from './conformance/gaps.ts';
import type { StoreHarness } from './conformance/harness.ts';
import { describeHealth } from './conformance/health.ts';
import { describeHeldPosts } from './conformance/held-posts.ts';
import { describeHousekeeping } from './conformance/housekeeping.ts';
import { describeLateFacts } from './conformance/late-facts.ts';
import { describeLiveMessages } from './conformance/live-messages.ts';
import { describeNotices } from './conformance/notices.ts';
import { describeRandomSequences } from './conformance/random-sequences.ts';
import {
  describeGuildErasure,
  describeGuildErasureInQueues,
  describeSettings,
} from './conformance/settings.ts';
import {
  describeSubscriptionChanges,
  describeSubscriptionChangesInQueues,
} from './conformance/subscription-changes.ts';
import { describeSubscriptions, describeSubscriptionsInQueues } from './conformance/subscriptions.ts';
import { describeSummaries } from './conformance/summaries.ts';
import { describeTrades } from './conformance/trades.ts';

/** The contract that every implementation of `Store` must fulfil. */
export function describeStore(name: string, harness: StoreHarness): void {
  describe(`a store ${name}`, () => {
    describeFeed(harness);
    describeTrades(harness);
    describeLateFacts(harness);
    describeAuctions(harness);
    describeAlerts(harness);
    describeDelivery(harness);
    describeHeldPosts(harness);
    describeSummaries(harness);
    describeLiveMessages(harness);
    describeSubscriptions(harness);
    describeSubscriptionsInQueues(harness);
    describeNotices(harness);
    describeDrafts(harness);
    describeSubscriptionChanges(harness);
    describeSubscriptionChangesInQueues(harness);
    describeSettings(harness);
    describeGuildErasure(harness);
    describeGuildErasureInQueues(harness);
    describeHealth(harness);
    describeGaps(harness);
    describeHousekeeping(harness);
    describeLargeIngestions(harness);
    describeDirectory(harness);
    describeRandomSequences(harness);
    describeDurability(harness);
  });
}
