import { describeAlerts } from './alerts.ts';
import { describeAuctions } from './auctions.ts';
import { describeBacktestData } from './backtest.ts';
import { describeBurns } from './burns.ts';
import { describeChannelFacts } from './channel-facts.ts';
import { describeChannelLog } from './channel-log.ts';
import { describeDelivery } from './delivery.ts';
import { describeDirectory } from './directory.ts';
import { describeEvents } from './events.ts';
import { describeLargeIngestions } from './fan-out.ts';
import { describeFeed } from './feed.ts';
import { describeFloors } from './floors.ts';
import { describeGreetings } from './greetings.ts';
import type { StoreHarness } from './harness.ts';
import { describeHealth } from './health.ts';
import { describeHeldPosts } from './held-posts.ts';
import { describeHousekeeping } from './housekeeping.ts';
import { describeKeptOfPeople } from './kept-of-people.ts';
import { describeLateFacts } from './late-facts.ts';
import { describeLiveMessages } from './live-messages.ts';
import { describeMadeAlerts } from './made-alerts.ts';
import { describeMarketHistory } from './market-history.ts';
import { describeNotices } from './notices.ts';
import { describeOnce } from './once.ts';
import { describeOpenings } from './openings.ts';
import { describePeople } from './people.ts';
import { describePostedAlerts } from './posted-alerts.ts';
import { describeRetries } from './retries.ts';
import { describeSavedInputs } from './saved-inputs.ts';
import { describeGuildErasure, describeGuildErasureInQueues, describeSettings } from './settings.ts';
import { describeSubscriptionChanges, describeSubscriptionChangesInQueues } from './subscription-changes.ts';
import { describeSubscriptions, describeSubscriptionsInQueues } from './subscriptions.ts';
import { describeSummaries } from './summaries.ts';
import { describeTickers } from './tickers.ts';
import { describeTrades } from './trades.ts';

/*
 * The suites that every database must pass. On SQLite they are among the fast tests; on PostgreSQL, where each takes several times as
 * long, among the heavy ones.
 */

/** Alerts, and their way into channels. */
export function describeOutbox(harness: StoreHarness): void {
  describeAuctions(harness);
  describeAlerts(harness);
  describeDelivery(harness);
  describeOnce(harness);
  describeSummaries(harness);
  describeLiveMessages(harness);
  describeLargeIngestions(harness);
  describeDirectory(harness);
}

/** Rules, settings, and what is kept of people. */
export function describeRules(harness: StoreHarness): void {
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
}

/** What comes from the feed, and what was detected. */
export function describeFeedData(harness: StoreHarness): void {
  describeFeed(harness);
  describeTrades(harness);
  describeBurns(harness);
  describeChannelLog(harness);
  describeEvents(harness);
  describeMadeAlerts(harness);
  describeLateFacts(harness);
}

/** Health, deletion of old data, and the history of the market. */
export function describeMaintenance(harness: StoreHarness): void {
  describeHealth(harness);
  describeHousekeeping(harness);
  describeMarketHistory(harness);
}

/** Channels that are stopped, told, or renamed. */
export function describeChannels(harness: StoreHarness): void {
  describeHeldPosts(harness);
  describePostedAlerts(harness);
  describeNotices(harness);
  describeGreetings(harness);
  describeRetries(harness);
  describeTickers(harness);
  describeChannelFacts(harness);
  describeBacktestData(harness);
}
