import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../../domain/alert.ts';
import type { AddressedAlert, Addressee } from '../../../domain/intake.ts';
import type { Topic } from '../../../domain/topic.ts';
import type { RevisedAlert } from '../../../domain/undecided.ts';
import type { AddressingTable } from '../tables/addressing.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { CardTable } from '../tables/cards.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { TopicTable } from '../tables/topics.ts';
import type { UndecidedTables } from '../tables/undecided.ts';
import type { Doubt } from './doubt.ts';

/** What an intake of the feed and one of the auctions have in common. */
interface News {
  /** Epoch ms. */
  readonly at: number;
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly Topic[];
  /** Alerts that came before, as they are now. */
  readonly revised?: readonly RevisedAlert[];
}

interface Tables {
  readonly alerts: AlertTable;
  readonly addressing: AddressingTable;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly topics: TopicTable;
  readonly cards: CardTable;
  readonly subscriptions: SubscriptionTable;
  readonly posts: Pick<PostTable, 'noteChange'>;
  readonly undecided: UndecidedTables;
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
  const { addressing, alerts, deliveries, lanes, topics, cards, subscriptions, posts, undecided } = tables;

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

  /**
   * Writes the alert as it is now. Returns its id, or `null` where nothing is to be told of it, or where it has changed since
   * this was made of it; and the channels with messages that are to be drawn again.
   */
  function revise({ alert, channels, undecided: open, since, version }: RevisedAlert, at: number) {
    const before = alerts.find(alert.key);
    if (before !== null && version !== null && version !== before.version) return { id: null, redrawn: [] };
    const isAsked = channels.length > 0 || (open !== undefined && open !== null);
    if (before === null && !isAsked) return { id: null, redrawn: [] };
    const id = before?.id ?? alerts.add(alert, at);
    if (id === null) throw new Error(`The alert ${alert.key} can be neither found nor added.`);
    const redrawn = before !== null && alerts.update(id, alert) ? posts.noteChange(id) : [];
    if (open !== undefined) undecided.put(id, open, since, at);
    return { id, redrawn };
  }

  /** Addresses them now, or puts them behind what is to be addressed. Returns the channels that have a new delivery. */
  function addressOrWait(
    alertId: number,
    { alert, channels }: Pick<AddressedAlert, 'alert' | 'channels'>,
    { later, at }: { readonly later: boolean; readonly at: number },
  ): string[] {
    if (!later) return address(alertId, alert, channels, at);
    for (const part of inParts(channels)) addressing.add(alertId, part);
    return [];
  }

  return {
    takeIn({ at, alerts: told, topics: states, revised = [] }) {
      // States come first, so that it is known what each alert shows of them.
      const changed = states.filter((topic) => topics.write(topic, at));
      const isLarge =
        [...told, ...revised].reduce((sum, { channels }) => sum + channels.length, 0) > DELIVERIES_AT_ONCE;
      // While an earlier intake is unfinished, a later one waits for its end: a lane is told in order.
      const later = isLarge || addressing.any();
      const late = revised.map((one) => ({ ...one, ...revise(one, at) }));
      // What came before goes before what comes now.
      const lateNews = late.flatMap((one) => {
        if (one.id === null) return [];
        const channelIds = addressOrWait(one.id, one, { later, at });
        if (one.undecided === null) alerts.forgetUntold(one.id);
        return channelIds;
      });
      const news = told.flatMap((one) => {
        const alertId = alerts.add(one.alert, at);
        if (alertId === null) return [];
        if (one.undecided !== undefined && one.undecided !== null)
          undecided.put(alertId, one.undecided, at, at);
        return addressOrWait(alertId, one, { later, at });
      });
      return {
        news: [...new Set([...lateNews, ...news])],
        edits: [
          ...changed.flatMap(({ key }) => cards.outdate(key, at)),
          ...late.flatMap(({ redrawn }) => redrawn),
        ],
      };
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
