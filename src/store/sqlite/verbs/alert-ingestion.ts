import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../../../alerts/alert.ts';
import { pingTargetsOf } from '../../../alerts/ping.ts';
import type { AddressedAlert, Recipient } from '../../../domain/ingest.ts';
import type { LiveState } from '../../../domain/live-state.ts';
import type { RevisedAlert } from '../../../domain/undecided.ts';
import type { AddressingTable } from '../tables/addressing.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LiveMessageTable } from '../tables/live-messages.ts';
import type { PostTable } from '../tables/posts.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { TopicTable } from '../tables/topics.ts';
import type { UndecidedTables } from '../tables/undecided.ts';
import type { Verification } from './verification.ts';

/** The common part of an ingestion of the feed and one of the auctions. */
interface AlertBatch {
  /** Epoch ms. */
  readonly at: number;
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly LiveState[];
  /** Earlier alerts, rebuilt. */
  readonly revised?: readonly RevisedAlert[];
}

interface Tables {
  readonly alerts: AlertTable;
  readonly addressing: AddressingTable;
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly topics: TopicTable;
  readonly liveMessages: LiveMessageTable;
  readonly subscriptions: SubscriptionTable;
  readonly posts: Pick<PostTable, 'markPostsStale'>;
  readonly undecided: UndecidedTables;
}

/** Writes alerts, deliveries and topics; every method runs within the caller's transaction. */
export interface AlertIngestion {
  /**
   * Returns the channels with new deliveries, in the order of their first one, and those with messages to edit. In a large
   * ingestion no deliveries are written yet: call `fanOutNext` until it is complete.
   */
  ingestAlerts(newChannels: AlertBatch): {
    readonly newChannels: readonly string[];
    readonly edits: readonly string[];
  };
  /** Whether `fanOutNext` has work left. */
  unfinished(): boolean;
  /** Writes deliveries for the next channels of a large ingestion; returns those with new ones. @param at epoch ms */
  fanOutNext(at: number): readonly string[];
}

/** The most deliveries in one transaction, which then takes about 10 ms. */
const MAX_DELIVERIES_PER_TRANSACTION = 500;

/** The alert without the properties that do not change how a message about it looks. */
function visibleContent(alert: Alert): unknown {
  const { key: _key, topic: _kind, liveKey: _topic, txHash: _txHash, occurredAt: _at, ...content } = alert;
  return 'leads' in content ? { ...content, leads: null } : content;
}

function* inChunks<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += MAX_DELIVERIES_PER_TRANSACTION) {
    yield all.slice(from, from + MAX_DELIVERIES_PER_TRANSACTION);
  }
}

/** Turns alerts into deliveries. */
export function createAlertIngestion(tables: Tables, verification: Verification): AlertIngestion {
  const { addressing, alerts, deliveries, queues, topics, liveMessages, subscriptions, posts, undecided } =
    tables;

  /**
   * The topic revision that a message about the alert shows when it is posted: an older one than the latest when the alert
   * differs from the latest state, so that the message gets edited.
   */
  function displayedRevision(alert: Alert): number {
    const latest = alert.liveKey === null ? null : topics.get(alert.liveKey);
    if (latest === null) return 0;
    return isDeepStrictEqual(visibleContent(alert), visibleContent(latest.state))
      ? latest.revision
      : latest.revision - 1;
  }

  function isDisplayed({ channelId, skipIfLive }: Recipient, { liveKey: topic }: Alert): boolean {
    return skipIfLive && topic !== null && liveMessages.showsOrWillShow(channelId, topic);
  }

  /** Returns the channels that have a new delivery. @param at epoch ms */
  function addDeliveries(
    alertId: number,
    alert: Alert,
    addressees: readonly Recipient[],
    at: number,
  ): string[] {
    const revision = displayedRevision(alert);
    const needsVerification = verification.needsVerification(alert);
    return addressees.flatMap((addressee) => {
      const { channelId, subscriptionIds } = addressee;
      const matched = subscriptionIds.flatMap((id) => {
        const pingRoles = subscriptions.noteMatch(id, at);
        return pingRoles === null ? [] : [{ pingRoles }];
      });
      if (isDisplayed(addressee, alert)) return [];
      queues.ensure(channelId);
      const pings = pingTargetsOf(matched);
      const isNotice = false;
      if (deliveries.add(alertId, alert, { channelId, revision, isNotice, needsVerification, pings }))
        return [channelId];
      // A rule that was undecided may match an alert that already waits.
      deliveries.setPings(alertId, channelId, pings);
      return [];
    });
  }

  /**
   * Writes the rebuilt alert. Returns its id, or `null` when no rule wants it or when the stored alert has changed since
   * this one was built; and the channels with messages to edit.
   */
  function rebuildAlert({ alert, channels, undecided: open, since, version }: RevisedAlert, at: number) {
    const before = alerts.find(alert.key);
    if (before !== null && version !== null && version !== before.version)
      return { id: null, editChannels: [] };
    const isWanted = channels.length > 0 || (open !== undefined && open !== null);
    if (before === null && !isWanted) return { id: null, editChannels: [] };
    const id = before?.id ?? alerts.add(alert, at);
    if (id === null) throw new Error(`The alert ${alert.key} can be neither found nor added.`);
    const editChannels = before !== null && alerts.update(id, alert) ? posts.markPostsStale(id) : [];
    if (open !== undefined) undecided.put(id, open, since, at);
    return { id, editChannels };
  }

  /** Writes the deliveries now, or appends them to the list of those to be written. Returns the channels with a new one. */
  function addDeliveriesOrDefer(
    alertId: number,
    { alert, channels }: Pick<AddressedAlert, 'alert' | 'channels'>,
    { deferred, at }: { readonly deferred: boolean; readonly at: number },
  ): string[] {
    if (!deferred) return addDeliveries(alertId, alert, channels, at);
    for (const part of inChunks(channels)) addressing.add(alertId, part);
    return [];
  }

  return {
    ingestAlerts({ at, alerts: newAlerts, topics: states, revised = [] }) {
      // Topic states first: `displayedRevision` compares the alerts with them.
      const changed = states.filter((topic) => topics.write(topic, at));
      const isLarge =
        [...newAlerts, ...revised].reduce((sum, { channels }) => sum + channels.length, 0) >
        MAX_DELIVERIES_PER_TRANSACTION;
      // While an earlier ingestion is unfinished, later ones are appended to its list, to keep the order of each channel.
      const deferred = isLarge || addressing.any();
      const rebuilt = revised.map((one) => ({ ...one, ...rebuildAlert(one, at) }));
      // Earlier alerts go before new ones.
      const rebuiltChannels = rebuilt.flatMap((one) => {
        if (one.id === null) return [];
        const channelIds = addDeliveriesOrDefer(one.id, one, { deferred, at });
        if (one.undecided === null) alerts.deleteIfUnused(one.id);
        return channelIds;
      });
      const newChannels = newAlerts.flatMap((one) => {
        const alertId = alerts.add(one.alert, at);
        if (alertId === null) return [];
        if (one.undecided !== undefined && one.undecided !== null)
          undecided.put(alertId, one.undecided, at, at);
        return addDeliveriesOrDefer(alertId, one, { deferred, at });
      });
      return {
        newChannels: [...new Set([...rebuiltChannels, ...newChannels])],
        edits: [
          ...changed.flatMap(({ key }) => liveMessages.markStale(key, at)),
          ...rebuilt.flatMap(({ editChannels }) => editChannels),
        ],
      };
    },

    unfinished: () => addressing.any(),

    fanOutNext(at) {
      const part = addressing.next();
      if (part === null) return [];
      addressing.remove(part.id);
      const { alertId, addressees } = part;
      return addDeliveries(alertId, alerts.get(alertId), addressees, at);
    },
  };
}
