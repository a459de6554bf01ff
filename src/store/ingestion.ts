import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Alert } from '../alerts/alert.ts';
import { type PingTargets, pingTargetsOf } from '../alerts/ping.ts';
import type { AddressedAlert, Recipient } from '../domain/ingest.ts';
import type { LiveState } from '../domain/live-state.ts';
import type { RevisedAlert } from '../domain/undecided.ts';
import { addAlert, alertWithId, deleteUnusedAlert, findAlert, updateAlert } from './alerts.ts';
import { now } from './database/adapters.ts';
import { inChunks } from './database/chunks.ts';
import type { Database, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { lockQueueOrder } from './database/queue-order.ts';
import { addDeliveries, channelsThatShow, setPings } from './deliveries.ts';
import { markLiveMessagesStale } from './live-messages.ts';
import { findLiveState, writeLiveState } from './live-states.ts';
import { addPendingRecipients, hasPendingRecipients, takePendingRecipients } from './pending-recipients.ts';
import { markPostsStale } from './posts.ts';
import { putUndecided } from './undecided.ts';
import { findRestoration, needsVerification } from './verification.ts';

/** What an ingestion of the feed and one of the auctions have in common. */
export interface AlertBatch {
  /** Epoch ms. */
  readonly at: number;
  readonly alerts: readonly AddressedAlert[];
  /** Live states. */
  readonly topics: readonly LiveState[];
  /** Earlier alerts, rebuilt. */
  readonly revised?: readonly RevisedAlert[];
}

/** The channels with something new, each once: first those with deliveries, in the order of these, then those with edits. */
type Channels = readonly string[];

/** The most deliveries in one transaction, which is long enough for them to cost little and short enough not to be noticed. */
const MAX_DELIVERIES = 500;

/** The alert without the properties that do not change how a message about it looks. */
function visibleContent(alert: Alert): unknown {
  const { key: _key, topic: _topic, liveKey: _liveKey, txHash: _txHash, occurredAt: _at, ...content } = alert;
  return 'leads' in content ? { ...content, leads: null } : content;
}

/**
 * The revision of the live state that a message about the alert shows when it is posted: an older one than the latest when the
 * alert differs from that, so that the message gets edited.
 */
async function displayedRevision(transaction: Transaction, alert: Alert): Promise<number> {
  const latest = alert.liveKey === null ? null : await findLiveState(transaction, alert.liveKey);
  if (latest === null) return 0;
  const isLatest = isDeepStrictEqual(visibleContent(alert), visibleContent(latest.state));
  return isLatest ? latest.revision : latest.revision - 1;
}

/** Records that the rules matched; resolves to their own ping roles, by rule. Removed rules are left out. */
async function noteMatches(
  transaction: Transaction,
  subscriptionIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const roles = new Map<number, readonly string[]>();
  for (const chunk of inChunks([...new Set(subscriptionIds)])) {
    const rows = await transaction
      .updateTable('subscriptions')
      .set(({ eb, val }) => ({
        lastMatchAt: eb.case().when('lastMatchAt', '>', at).then(eb.ref('lastMatchAt')).else(val(at)).end(),
      }))
      .where('id', 'in', chunk)
      .returning(['id', 'pingRoleIds'])
      .execute();
    for (const { id, pingRoleIds } of rows) roles.set(id, textList.read(pingRoleIds));
  }
  return roles;
}

/** Resolves to the channels that have a new delivery. @param at epoch ms */
async function deliver(
  transaction: Transaction,
  alertId: number,
  alert: Alert,
  recipients: readonly Recipient[],
  at: number,
): Promise<readonly string[]> {
  const { liveKey } = alert;
  const roles = await noteMatches(
    transaction,
    recipients.flatMap(({ subscriptionIds }) => subscriptionIds),
    at,
  );
  const skipping = recipients.filter(({ skipIfLive }) => skipIfLive).map(({ channelId }) => channelId);
  const showing =
    liveKey === null ? new Set<string>() : await channelsThatShow(transaction, liveKey, skipping);
  const pingsOf = ({ subscriptionIds }: Recipient): PingTargets =>
    pingTargetsOf(
      subscriptionIds.flatMap((id) => {
        const pingRoles = roles.get(id);
        return pingRoles === undefined ? [] : [{ pingRoles }];
      }),
    );
  const deliveries = recipients
    .filter(({ channelId, skipIfLive }) => !(skipIfLive && showing.has(channelId)))
    .map((recipient) => ({ channelId: recipient.channelId, pings: pingsOf(recipient) }));
  const { added, known } = await addDeliveries(
    transaction,
    {
      alertId,
      alert,
      revision: await displayedRevision(transaction, alert),
      isNotice: false,
      isUnverified: needsVerification(alert, await findRestoration(transaction)),
    },
    deliveries,
  );
  // A rule that was undecided may match an alert that already waits.
  for (const delivery of known) await setPings(transaction, alertId, delivery);
  return added;
}

/** Writes the deliveries now, or appends the recipients to the list. Resolves to the channels with a new delivery. */
async function deliverOrDefer(
  transaction: Transaction,
  alertId: number,
  { alert, channels }: Pick<AddressedAlert, 'alert' | 'channels'>,
  { isDeferred, at }: { readonly isDeferred: boolean; readonly at: number },
): Promise<readonly string[]> {
  if (!isDeferred) return deliver(transaction, alertId, alert, channels, at);
  for (const chunk of inChunks(channels, MAX_DELIVERIES))
    await addPendingRecipients(transaction, alertId, chunk);
  return [];
}

/**
 * Writes the rebuilt alert. Resolves to its id, or to `null` when no rule wants it or when the stored alert has changed since
 * this one was built; and to the channels with messages to edit.
 */
async function rebuildAlert(
  transaction: Transaction,
  { alert, channels, undecided, since, version }: RevisedAlert,
  at: number,
): Promise<{ readonly id: number | null; readonly edits: readonly string[] }> {
  const before = await findAlert(transaction, alert.key);
  if (before !== null && version !== null && version !== before.version) return { id: null, edits: [] };
  const isWanted = channels.length > 0 || (undecided !== undefined && undecided !== null);
  if (before === null && !isWanted) return { id: null, edits: [] };
  const id = before?.id ?? (await addAlert(transaction, alert, at));
  if (id === null) throw new Error(`The alert ${alert.key} can be neither found nor added.`);
  const isChanged = before !== null && (await updateAlert(transaction, id, alert));
  const edits = isChanged ? await markPostsStale(transaction, id) : [];
  if (undecided !== undefined) await putUndecided(transaction, id, undecided, { since, at });
  return { id, edits };
}

/** Writes alerts, deliveries and live states within an ingestion. */
async function writeAlerts(
  transaction: Transaction,
  { at, alerts, topics, revised = [] }: AlertBatch,
): Promise<Channels> {
  // Live states first: `displayedRevision` compares the alerts with them.
  const changed: string[] = [];
  for (const state of topics) if (await writeLiveState(transaction, state, at)) changed.push(state.key);
  const isLarge =
    [...alerts, ...revised].reduce((sum, { channels }) => sum + channels.length, 0) > MAX_DELIVERIES;
  // While an earlier ingestion is unfinished, later ones are appended to its list, to keep the order of each channel.
  const isDeferred = isLarge || (await hasPendingRecipients(transaction));
  const edits: string[] = [];
  const rebuilt: (RevisedAlert & { readonly id: number })[] = [];
  for (const one of revised) {
    const { id, edits: stale } = await rebuildAlert(transaction, one, at);
    edits.push(...stale);
    if (id !== null) rebuilt.push({ ...one, id });
  }
  const channels: string[] = [];
  // Earlier alerts go before new ones.
  for (const { id, ...one } of rebuilt) {
    channels.push(...(await deliverOrDefer(transaction, id, one, { isDeferred, at })));
    if (one.undecided === null) await deleteUnusedAlert(transaction, id);
  }
  for (const one of alerts) {
    const id = await addAlert(transaction, one.alert, at);
    if (id === null) continue;
    if (one.undecided !== undefined && one.undecided !== null)
      await putUndecided(transaction, id, one.undecided, { since: at, at });
    channels.push(...(await deliverOrDefer(transaction, id, one, { isDeferred, at })));
  }
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
  const channels = await deliver(transaction, alertId, alert, recipients, now(transaction));
  return { channels, hasMore: await hasPendingRecipients(transaction) };
}

/** Ingestions: of the feed, of the auctions, and of alerts that were rebuilt. */
export interface Ingestion {
  /**
   * Writes a batch in one transaction with what `write` adds to it. With more than a few hundred deliveries that transaction
   * holds only the list of their channels, and they are written in further ones, between which other work goes on: one event
   * for 10,000 channels would otherwise hold the process, and the queues, for half a second. Because the list is written
   * together with the record keys, the process may end at any point: the next ingestion, or `finish`, goes on with the list.
   *
   * Resolves to the channels with something new to post or to edit, once every channel has its deliveries.
   * @param write resolves to what there is to ingest; `null` for nothing
   */
  ingest(name: string, write: (transaction: Transaction) => Promise<AlertBatch | null>): Promise<Channels>;
  /** Completes an ingestion that an earlier process, or a failure, left unfinished. */
  finish(): Promise<void>;
}

export function createIngestion(database: Database): Ingestion {
  /** Channels with new work that no caller has received yet; includes those of an earlier call that failed half-way. */
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
        const channels = batch === null ? [] : await writeAlerts(transaction, batch);
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
