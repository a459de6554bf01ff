import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../../domain/alert.ts';
import type { AddressedAlert, Addressee } from '../../../domain/intake.ts';
import type { Topic } from '../../../domain/topic.ts';
import type { AddressingTable } from '../tables/addressing.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { CardTable } from '../tables/cards.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { TopicTable } from '../tables/topics.ts';
import type { Doubt } from './doubt.ts';

/** What an intake of the feed and one of the auctions have in common. */
interface News {
  /** Epoch ms. */
  readonly at: number;
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly Topic[];
}

interface Tables {
  readonly alerts: AlertTable;
  readonly addressing: AddressingTable;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly topics: TopicTable;
  readonly cards: CardTable;
  readonly subscriptions: SubscriptionTable;
}

/** Writes alerts, deliveries and topics; each function within a transaction of its caller. */
export interface AlertIntake {
  /**
   * Resolves to the channels with new deliveries, in the order of their first, and those with live messages to be edited.
   * Of an intake for very many channels none gets its deliveries yet: `addressNext` is to be called until it is done.
   */
  takeIn(news: News): { readonly news: readonly string[]; readonly edits: readonly string[] };
  /** Whether `addressNext` has anything to do. */
  unfinished(): boolean;
  /** Addresses the next channels of a large intake; the ones with new deliveries. @param at epoch ms */
  addressNext(at: number): readonly string[];
}

/** So many deliveries are written in one transaction: about 10 ms. */
const DELIVERIES_AT_ONCE = 500;

/** What an alert and the state of its topic may differ in though a message about them looks the same. */
function sightOf(alert: Alert): unknown {
  const { key: _key, kind: _kind, topic: _topic, txHash: _txHash, occurredAt: _at, ...sight } = alert;
  return 'leads' in sight ? { ...sight, leads: null } : sight;
}

function* inParts<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += DELIVERIES_AT_ONCE) {
    yield all.slice(from, from + DELIVERIES_AT_ONCE);
  }
}

/** How alerts become deliveries. */
export function createAlertIntake(tables: Tables, doubt: Doubt): AlertIntake {
  const { addressing, alerts, deliveries, lanes, topics, cards, subscriptions } = tables;

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

  /** Returns the channels that have a new delivery. @param at epoch ms */
  function address(alertId: number, alert: Alert, addressees: readonly Addressee[], at: number): string[] {
    const revision = shownRevision(alert);
    const doubtful = doubt.isOf(alert);
    for (const id of new Set(addressees.flatMap(({ subscriptionIds }) => subscriptionIds))) {
      subscriptions.noteMatch(id, at);
    }
    return addressees.flatMap((addressee) => {
      if (isShown(addressee, alert)) return [];
      const { channelId } = addressee;
      lanes.ensure(channelId);
      return deliveries.add(alertId, alert, { channelId, revision, unasked: false, doubtful })
        ? [channelId]
        : [];
    });
  }

  return {
    takeIn({ at, alerts: told, topics: states }) {
      // States come first, so that it is known what each alert shows of them.
      const changed = states.filter((topic) => topics.write(topic, at));
      const isLarge = told.reduce((sum, { channels }) => sum + channels.length, 0) > DELIVERIES_AT_ONCE;
      // While an earlier intake is unfinished, a later one waits for its end: a lane is told in order.
      const later = isLarge || addressing.any();
      const news = told.flatMap(({ alert, channels }) => {
        const alertId = alerts.add(alert, at);
        if (alertId === null) return [];
        if (!later) return address(alertId, alert, channels, at);
        for (const part of inParts(channels)) addressing.add(alertId, part);
        return [];
      });
      return { news: [...new Set(news)], edits: changed.flatMap(({ key }) => cards.outdate(key, at)) };
    },

    unfinished: () => addressing.any(),

    addressNext(at) {
      const part = addressing.next();
      if (part === null) return [];
      addressing.remove(part.id);
      const { alertId, addressees } = part;
      return address(alertId, alerts.get(alertId), addressees, at);
    },
  };
}
