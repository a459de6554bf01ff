import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '#src/alerts/alert.ts';
import { AUCTION_TOPIC, isAuction } from '#src/alerts/kinds/auction/schema.ts';
import { type PingTargets, pingTargetsOf } from '#src/alerts/ping.ts';
import { isPerson } from '#src/alerts/target.ts';
import { addAlert, addAlerts, alertWithId, deleteUnusedAlert, findAlert, updateAlert } from './alerts.ts';
import type { StoreBounds } from './bounds.ts';
import { now } from './database/adapters.ts';
import type { Database, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import {
  addDeliveries,
  addRulesToDelivery,
  channelsGivenOther,
  channelsThatShow,
  undropSilenced,
} from './deliveries.ts';
import { addDetectedAlerts, updateDetectedAlert } from './detected-alerts.ts';
import { findLiveState, writeLiveState } from './live-states.ts';
import { markLiveMessagesStale, markMessagesOfAlertStale } from './mark-stale.ts';
import { isPinging, noteMatches } from './matched-rules.ts';
import type { DetectedEvent } from './model/detected-event.ts';
import type { AddressedAlert } from './model/ingest-batch.ts';
import type { LiveState } from './model/live-state.ts';
import type { Recipient, SilencedRecipient } from './model/recipient.ts';
import type { RevisedAlert } from './model/undecided.ts';
import { findSpent, spend } from './once.ts';
import { addPendingRecipients, hasPendingRecipients, takePendingRecipients } from './pending-recipients.ts';
import { postedOfSame } from './posted-of-same.ts';
import { countDropped } from './silence-rows.ts';
import { putUndecided } from './undecided.ts';
import { findRestoration, needsVerification } from './verification.ts';

/** Common parts of an ingestion of the feed and of the auctions. */
export interface AlertBatch {
  /** Epoch ms. */
  readonly at: number;
  readonly alerts: readonly AddressedAlert[];
  /** Live states. */
  readonly topics: readonly LiveState[];
  /** Earlier alerts, rebuilt. */
  readonly revised?: readonly RevisedAlert[];
  /** All events of the batch, posted or not. */
  readonly detected?: readonly DetectedEvent[];
}

/**
 * The channels with changes, without duplicates: first those with deliveries, in the order of these, then those with
 * edits.
 */
type Channels = readonly string[];

/**
 * Maximum deliveries in one transaction: enough for a low cost per delivery, but too few to delay anything noticeably.
 */
const MAX_DELIVERIES = 500;

/** Returns the alert without properties that do not affect the appearance of its message. */
function visibleContent(alert: Alert): unknown {
  const { key: _key, topic: _topic, liveKey: _liveKey, txHash: _txHash, occurredAt: _at, ...content } = alert;
  return 'leads' in content
    ? { ...content, leads: null, overtaken: null, overtakenBids: null, confirms: null }
    : content;
}

/**
 * Returns the revision of the live state that a message about the alert shows when it is posted. If the alert differs
 * from the latest state, it is an older revision, so that the message gets edited.
 */
async function displayedRevision(transaction: Transaction, alert: Alert): Promise<number> {
  const latest = alert.liveKey === null ? null : await findLiveState(transaction, alert.liveKey);
  if (latest === null) return 0;
  const isLatest = isDeepStrictEqual(visibleContent(alert), visibleContent(latest.state));
  return isLatest ? latest.revision : latest.revision - 1;
}

/** A stored alert with some of its recipients. */
interface AlertFor {
  readonly alertId: number;
  readonly alert: Alert;
  readonly recipients: readonly (Recipient | SilencedRecipient)[];
}

/**
 * Groups alerts whose deliveries can be added with one statement, in order. For an alert with a live key, the result
 * depends on earlier alerts.
 */
function* together(parts: readonly AlertFor[]): Iterable<readonly AlertFor[]> {
  let run: AlertFor[] = [];
  for (const part of parts) {
    if (part.alert.liveKey === null) {
      run.push(part);
      continue;
    }
    if (run.length > 0) yield run;
    run = [];
    yield [part];
  }
  if (run.length > 0) yield run;
}

/**
 * Returns the channels among these that need no message about the alert: they show it live, or got another alert about
 * the end of the same auction.
 */
async function channelsPosted(
  transaction: Transaction,
  alert: Alert,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { key, topic, liveKey } = alert;
  if (liveKey === null) return new Set();
  return isAuction(alert) && topic === AUCTION_TOPIC.ended
    ? channelsGivenOther(transaction, { key, topic, liveKey }, channelIds)
    : channelsThatShow(transaction, liveKey, channelIds);
}

/**
 * Delivers alerts. Resolves to the channels with a new delivery.
 * @param at epoch ms
 */
async function deliver(
  transaction: Transaction,
  parts: readonly AlertFor[],
  at: number,
): Promise<readonly string[]> {
  const addressed = parts.filter(({ recipients }) => recipients.length > 0);
  if (addressed.length === 0) return [];
  const rules = await noteMatches(
    transaction,
    addressed.flatMap(({ recipients }) => recipients.flatMap(({ subscriptionIds }) => subscriptionIds)),
    at,
  );
  const restoration = await findRestoration(transaction);
  const spent = await findSpent(transaction, rules);
  function pingsOf(ruleIds: readonly number[], alert: Alert): PingTargets {
    const posting = ruleIds.flatMap((id) => rules.get(id) ?? []);
    return pingTargetsOf(posting.map((rule) => ({ ...rule, isPinging: isPinging(rule, alert) })));
  }

  /** Returns the rules that post the alert, and spends those that post once; `null` for none. */
  function rulesPosting({ subscriptionIds }: Recipient): readonly number[] | null {
    const posting = subscriptionIds.filter((id) => !spent.has(id));
    for (const id of posting) if (rules.get(id)?.isOnce === true) spent.add(id);
    return posting.length === 0 && subscriptionIds.length > 0 ? null : posting;
  }

  /** Builds deliveries to the channels that do not show the alert already. */
  async function withDeliveries({ alertId, alert, recipients }: AlertFor) {
    const skipping = recipients.filter(({ skipIfLive }) => skipIfLive).map(({ channelId }) => channelId);
    const showing = await channelsPosted(transaction, alert, skipping);
    const people = recipients.flatMap(({ channelId, isPersonal = false }) =>
      isPerson(channelId) && !isPersonal ? [channelId] : [],
    );
    const posted = await postedOfSame(transaction, alert, people);
    return {
      alertId,
      alert,
      revision: await displayedRevision(transaction, alert),
      isNotice: false,
      isUnverified: needsVerification(alert, restoration),
      deliveries: recipients
        .filter(
          ({ channelId, skipIfLive }) => !(skipIfLive && showing.has(channelId)) && !posted.has(channelId),
        )
        .flatMap((recipient) => {
          const { channelId, subscriptionIds, isPersonal = false } = recipient;
          const silenceId = 'silenceId' in recipient ? recipient.silenceId : null;
          const ruleIds = silenceId === null ? rulesPosting(recipient) : subscriptionIds;
          return ruleIds === null
            ? []
            : [{ channelId, ruleIds, pings: pingsOf(ruleIds, alert), isPersonal, silenceId }];
        }),
    };
  }

  const channels: string[] = [];
  const silences: number[] = [];
  for (const run of together(addressed)) {
    const alerts = [];
    for (const part of run) alerts.push(await withDeliveries(part));
    for (const [index, { added, known, silencedBy }] of (
      await addDeliveries(transaction, alerts)
    ).entries()) {
      channels.push(...added);
      silences.push(...silencedBy);
      const alertId = run[index]?.alertId;
      if (alertId === undefined) continue;
      // A rule that was undecided may match an alert that was delivered for another rule, or silenced for it.
      for (const delivery of known) {
        if (delivery.silenceId !== null) continue;
        if (await undropSilenced(transaction, alertId, delivery)) channels.push(delivery.channelId);
        await addRulesToDelivery(transaction, alertId, delivery);
      }
      for (const { channelId, ruleIds, silenceId } of alerts[index]?.deliveries ?? []) {
        const once = ruleIds.filter((id) => rules.get(id)?.isOnce === true);
        if (silenceId === null && once.length > 0) await spend(transaction, once, { alertId, channelId });
      }
    }
  }
  await countDropped(transaction, silences);
  return channels;
}

/** Writes the deliveries now, or appends the recipients to the list. Resolves to the channels with a new delivery. */
async function deliverOrDefer(
  transaction: Transaction,
  parts: readonly AlertFor[],
  { isDeferred, at }: { readonly isDeferred: boolean; readonly at: number },
): Promise<readonly string[]> {
  if (!isDeferred) return deliver(transaction, parts, at);
  const pending = parts.flatMap(({ alertId, recipients }) =>
    [...inChunks(recipients, MAX_DELIVERIES)].map((chunk) => ({ alertId, recipients: chunk })),
  );
  await addPendingRecipients(transaction, pending);
  return [];
}

/**
 * Writes the rebuilt alert. Resolves to its id, or to `null` if no rule matches it or the stored alert has changed
 * since this one was built; and to the channels with messages to edit.
 */
async function rebuildAlert(
  transaction: Transaction,
  { alert, channels, silenced = [], undecided, since, version, detected }: RevisedAlert,
  at: number,
): Promise<{ readonly id: number | null; readonly edits: readonly string[] }> {
  const before = await findAlert(transaction, alert.key);
  if (before !== null && version !== null && version !== before.version) return { id: null, edits: [] };
  if (detected !== undefined) await updateDetectedAlert(transaction, { ...detected, alert });
  const isWanted = channels.length + silenced.length > 0 || (undecided !== undefined && undecided !== null);
  if (before === null && !isWanted) return { id: null, edits: [] };
  const id = before?.id ?? (await addAlert(transaction, alert, at));
  if (id === null) throw new Error(`The alert ${alert.key} can be neither found nor added.`);
  const isChanged = before !== null && (await updateAlert(transaction, id, alert));
  const edits = isChanged ? await markMessagesOfAlertStale(transaction, id, at) : [];
  if (undecided !== undefined) await putUndecided(transaction, id, undecided, { since, at });
  return { id, edits };
}

const recipientsOf = ({
  channels,
  silenced = [],
}: Pick<AddressedAlert, 'channels' | 'silenced'>): readonly (Recipient | SilencedRecipient)[] =>
  silenced.length === 0 ? channels : [...channels, ...silenced];

/** Writes alerts, deliveries and live states within an ingestion. */
async function writeAlerts(
  transaction: Transaction,
  { at, alerts, topics, revised = [], detected = [] }: AlertBatch,
  maxEvents: number,
): Promise<Channels> {
  await addDetectedAlerts(transaction, detected, maxEvents);
  // Live states first, because `displayedRevision` compares the alerts with them.
  const changed: string[] = [];
  for (const state of topics) if (await writeLiveState(transaction, state, at)) changed.push(state.key);
  const isLarge =
    [...alerts, ...revised].reduce((sum, one) => sum + recipientsOf(one).length, 0) > MAX_DELIVERIES;
  // While an earlier ingestion is unfinished, later ones are appended to its list, to preserve the order of each
  // channel.
  const isDeferred = isLarge || (await hasPendingRecipients(transaction));
  const edits: string[] = [];
  const rebuilt: (RevisedAlert & { readonly id: number })[] = [];
  for (const one of revised) {
    const { id, edits: stale } = await rebuildAlert(transaction, one, at);
    edits.push(...stale);
    if (id !== null) rebuilt.push({ ...one, id });
  }
  // Earlier alerts go before new ones.
  const parts: AlertFor[] = rebuilt.map((one) => ({
    alertId: one.id,
    alert: one.alert,
    recipients: recipientsOf(one),
  }));
  const ids = await addAlerts(
    transaction,
    alerts.map(({ alert }) => alert),
    at,
  );
  for (const [index, one] of alerts.entries()) {
    const { alert, undecided } = one;
    const alertId = ids[index] ?? null;
    if (alertId === null) continue;
    if (undecided !== undefined && undecided !== null)
      await putUndecided(transaction, alertId, undecided, { since: at, at });
    parts.push({ alertId, alert, recipients: recipientsOf(one) });
  }
  const channels = await deliverOrDefer(transaction, parts, { isDeferred, at });
  for (const { id, undecided } of rebuilt) if (undecided === null) await deleteUnusedAlert(transaction, id);
  const stale: string[] = [];
  for (const key of changed) stale.push(...(await markLiveMessagesStale(transaction, key, at)));
  return [...channels, ...stale, ...edits];
}

/** Writes the deliveries of the next part of a large ingestion. */
async function deliverNext(
  transaction: Transaction,
): Promise<{ readonly channels: Channels; readonly hasMore: boolean }> {
  await lockQueueOrder(transaction);
  const part = await takePendingRecipients(transaction);
  if (part === null) return { channels: [], hasMore: false };
  const { alertId, recipients } = part;
  const alert = await alertWithId(transaction, alertId);
  const channels = await deliver(transaction, [{ alertId, alert, recipients }], now(transaction));
  return { channels, hasMore: await hasPendingRecipients(transaction) };
}

/** Ingestion of the feed, the auctions, and rebuilt alerts. */
export interface Ingestion {
  /**
   * Writes a batch in one transaction, together with the result of `write`. With more than a few hundred deliveries
   * that transaction only contains the list of their channels. The deliveries follow in further transactions, with
   * other work in between; otherwise one event for 10,000 channels would block the process and the queues for half a
   * second. The list is written together with the record keys, so the process may end at any point: the next ingestion,
   * or `finish`, continues with the list.
   *
   * Resolves to the channels with something new to post or to edit, once every channel has its deliveries.
   * @param write resolves to the batch to ingest; `null` for none
   */
  ingest(name: string, write: (transaction: Transaction) => Promise<AlertBatch | null>): Promise<Channels>;
  /** Completes an ingestion that an earlier process, or a failure, left unfinished. */
  finish(): Promise<void>;
}

/** @param bounds `events`: how many detected events are kept */
export function createIngestion(database: Database, bounds: Pick<StoreBounds, 'events'>): Ingestion {
  /** Channels with new work that no caller has received yet, including those of an earlier call that failed midway. */
  const unreported = new Set<string>();

  async function deliverAll(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      await setImmediate();
      const next = await database.transaction('deliverNext', deliverNext);
      for (const channelId of next.channels) unreported.add(channelId);
      hasMore = next.hasMore;
    }
  }

  return {
    async ingest(name, write) {
      const { channels, hasMore } = await database.transaction(name, async (transaction) => {
        await lockQueueOrder(transaction);
        const batch = await write(transaction);
        const channels = batch === null ? [] : await writeAlerts(transaction, batch, bounds.events);
        return { channels, hasMore: await hasPendingRecipients(transaction) };
      });
      for (const channelId of channels) unreported.add(channelId);
      if (hasMore) await deliverAll();
      const all = [...unreported];
      unreported.clear();
      return all;
    },
    async finish() {
      if (await database.read('hasPendingRecipients', hasPendingRecipients)) await deliverAll();
    },
  };
}
