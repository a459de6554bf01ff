import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../../domain/alert.ts';
import type { AddressedAlert, Addressee } from '../../../domain/intake.ts';
import type { Topic } from '../../../domain/topic.ts';
import type { CardTable } from '../tables/cards.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { TopicTable } from '../tables/topics.ts';

/** What an intake of the feed and one of the auctions have in common. */
interface News {
  /** Epoch ms. */
  readonly at: number;
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly Topic[];
}

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly topics: TopicTable;
  readonly cards: CardTable;
  readonly subscriptions: SubscriptionTable;
}

/** What an alert and the state of its topic may differ in though a message about them looks the same. */
function sightOf(alert: Alert): unknown {
  const { key: _key, kind: _kind, topic: _topic, txHash: _txHash, occurredAt: _at, ...sight } = alert;
  return 'leads' in sight ? { ...sight, leads: null } : sight;
}

/**
 * Writes alerts, deliveries and topics within a transaction. Returns the channels that have new deliveries, in the
 * order of their first, and then those that have live messages to be edited.
 */
export function createAlertIntake(tables: Tables): (news: News) => readonly string[] {
  const { deliveries, lanes, topics, cards, subscriptions } = tables;

  /**
   * The revision of the topic that a message about the alert shows as it is posted: an older one than the latest
   * where the alert says something else, so that the message is edited then.
   */
  function shownRevision(alert: Alert): number {
    const latest = alert.topic === null ? null : topics.get(alert.topic);
    if (latest === null) return 0;
    return isDeepStrictEqual(sightOf(alert), sightOf(latest.state)) ? latest.revision : latest.revision - 1;
  }

  function isShown({ channelId, unlessShown }: Addressee, { topic }: Alert): boolean {
    return unlessShown && topic !== null && cards.shows(channelId, topic);
  }

  return ({ at, alerts, topics: states }) => {
    const lanesMade = new Set<string>();
    const channelsWithNews = new Set<string>();
    const matched = new Set<number>();
    // States come first, so that it is known what each alert shows of them; cards are not looked at until the end.
    const changed = states.filter((topic) => topics.write(topic, at));
    for (const { alert, channels } of alerts) {
      const alertId = deliveries.addAlert(alert, at);
      if (alertId === null) continue;
      const revision = shownRevision(alert);
      for (const addressee of channels) {
        const { channelId, subscriptionIds } = addressee;
        for (const id of subscriptionIds) matched.add(id);
        if (isShown(addressee, alert)) continue;
        if (!lanesMade.has(channelId)) lanes.ensure(channelId);
        lanesMade.add(channelId);
        const added = deliveries.add(alertId, alert, { channelId, revision, unasked: false });
        if (added) channelsWithNews.add(channelId);
      }
    }
    for (const id of matched) subscriptions.noteMatch(id, at);
    const channelsToEdit = changed.flatMap(({ key }) => cards.outdate(key, at));
    return [...new Set([...channelsWithNews, ...channelsToEdit])];
  };
}
