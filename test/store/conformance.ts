import { describe } from 'vitest';
import { describeAlerts } from './conformance/alerts.ts';
import { describeAuctions } from './conformance/auctions.ts';
import { describeCards } from './conformance/cards.ts';
import { describeDelivery } from './conformance/delivery.ts';
import { describeDirectory } from './conformance/directory.ts';
import { describeDrafts } from './conformance/drafts.ts';
import { describeDurability } from './conformance/durability.ts';
import { describeFeed } from './conformance/feed.ts';
import { describeFolding } from './conformance/folding.ts';
import { describeGaps } from './conformance/gaps.ts';
import type { StoreHarness } from './conformance/harness.ts';
import { describeHealth } from './conformance/health.ts';
import { describeHeld } from './conformance/held.ts';
import { describeHousekeeping } from './conformance/housekeeping.ts';
import { describeLargeIntake } from './conformance/large-intake.ts';
import { describeNotices } from './conformance/notices.ts';
import { describeRevisions } from './conformance/revisions.ts';
import { describeSettings } from './conformance/settings.ts';
import { describeStories } from './conformance/stories.ts';
import { describeSubscriptions } from './conformance/subscriptions.ts';
import { describeTrades } from './conformance/trades.ts';

/** What every implementation of `Store` must do, whatever it keeps its data in. */
export function describeStore(name: string, harness: StoreHarness): void {
  describe(`a store ${name}`, () => {
    describeFeed(harness);
    describeTrades(harness);
    describeAuctions(harness);
    describeAlerts(harness);
    describeDelivery(harness);
    describeHeld(harness);
    describeFolding(harness);
    describeCards(harness);
    describeSubscriptions(harness);
    describeNotices(harness);
    describeDrafts(harness);
    describeRevisions(harness);
    describeSettings(harness);
    describeHealth(harness);
    describeGaps(harness);
    describeHousekeeping(harness);
    describeLargeIntake(harness);
    describeDirectory(harness);
    describeStories(harness);
    describeDurability(harness);
  });
}
