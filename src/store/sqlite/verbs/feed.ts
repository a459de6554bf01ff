import type { Intake } from '../../../domain/intake.ts';
import type { FeedStore } from '../../store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { FeedTables } from '../tables/feed.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly feed: FeedTables;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
}

function isEmpty({ seen, alerts, gap }: Intake): boolean {
  return seen.length === 0 && alerts.length === 0 && gap === null;
}

/** The verbs of the feed: what was seen, and how what is new comes in. */
export function createFeedVerbs(verb: VerbMaker, { feed, deliveries, lanes }: Tables): FeedStore {
  /** Writes alerts and deliveries; returns the channels that have new ones, in the order of their first. */
  function address(alerts: Intake['alerts'], at: number): readonly string[] {
    const lanesMade = new Set<string>();
    const channelsWithNews = new Set<string>();
    for (const { alert, channelIds } of alerts) {
      const alertId = deliveries.addAlert(alert, at);
      if (alertId === null) continue;
      for (const channelId of channelIds) {
        if (!lanesMade.has(channelId)) lanes.ensure(channelId);
        lanesMade.add(channelId);
        if (deliveries.add(alertId, alert, channelId)) channelsWithNews.add(channelId);
      }
    }
    return [...channelsWithNews];
  }

  return {
    memory: verb.read(() => feed.memory()),
    newsAfter: verb.read(() => feed.newsAfter()),
    known: verb.read((keys) => feed.known(keys)),
    intake: verb.write((intake) => {
      if (isEmpty(intake) && feed.memory() !== 'blank') return [];
      feed.noteIntake(intake.at, intake.newsAfter);
      feed.markSeen(intake.seen, intake.at);
      if (intake.gap !== null) feed.recordGap(intake.gap);
      const channels = address(intake.alerts, intake.at);
      feed.pruneNowAndThen(intake.at);
      return channels;
    }),
  };
}
