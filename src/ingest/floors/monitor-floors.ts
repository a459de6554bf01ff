import { chosenCollections } from '#src/alerts/filters/collection.ts';
import { type FloorCrossing, readFloor } from '#src/alerts/floors/floor-progress.ts';
import { FLOOR_TOPIC, floorConditions } from '#src/alerts/kinds/floor/options.ts';
import { type FloorAlert, floorAlertKey, newFloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import type { FloorState } from '#src/alerts/kinds/floor/state.ts';
import type { Matcher } from '#src/alerts/matcher.ts';
import { isOver } from '#src/alerts/rule-extras.ts';
import { NO_SILENCES, type Silences } from '#src/alerts/silences/silences.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import { HOUR_SECONDS } from '#src/chain/durations.ts';
import { reached } from '#src/chain/points.ts';
import type { CollectionReading, MarketList } from '#src/marketplace/market-point.ts';
import type { FloorStore } from '#src/store/floors.ts';
import type { MarketHistoryStore } from '#src/store/market-history.ts';
import type { AddressedAlert, KnownFloor } from '#src/store/model/ingest-batch.ts';
import type { TickerStore } from '#src/store/tickers.ts';
import { createMarketRecorder } from '../record-market.ts';
import { type CauseDeps, findCause } from './find-cause.ts';
import { readFloorChart } from './read-floor-chart.ts';
import type { ReadFloors } from './read-floors.ts';

/** Minimum time between two floor readings, ms; somewhat less than the minute of the schedule. */
const MIN_APART_MS = 45_000;
/** Maximum number of states kept in memory before they are loaded again. */
const MAX_KNOWN = 100_000;

interface FloorMonitorDeps extends CauseDeps {
  readonly read: ReadFloors;
  readonly newestList: () => MarketList | null;
  readonly store: FloorStore &
    MarketHistoryStore & { readonly tickers: Pick<TickerStore, 'collections' | 'noteFloors'> };
  readonly index: Pick<Matcher, 'rulesFor'>;
  /** Leaves alerts out; none by default. */
  readonly silences?: Pick<Silences, 'split'>;
  /** The marketplace's time, epoch ms, by which silences are decided. Default: `now`. */
  readonly marketNow?: () => number;
  /** Resolves names for alerts; `null` for an unknown collection. */
  readonly nameOf: (collection: Address) => string | null;
  readonly now: () => number;
  /** Called with the channels that have new messages. */
  readonly wake: (channelIds: readonly string[]) => void;
}

/** A rule, a collection that it watches, and the rule's state for that collection. */
interface Due {
  readonly rule: Subscription;
  readonly collection: Address;
  readonly crossing: FloorCrossing;
}

const keyOf = ({ id }: Pick<Subscription, 'id'>, collection: Address): string => `${id} ${collection}`;

const watched = ({ filter }: Subscription): readonly Address[] => chosenCollections(filter) ?? [];

/**
 * Records the state of collections and creates floor alerts.
 * One call is one reading: the marketplace's list if it was read again, and the pages with collections that rules
 * or tickers watch, regardless of their number. States and alerts of a reading are written in one transaction.
 */
export function createFloorMonitor(deps: FloorMonitorDeps): (signal: AbortSignal) => Promise<void> {
  const { read, newestList, store, index, now, wake } = deps;
  const { silences = NO_SILENCES, marketNow = now } = deps;
  const recorder = createMarketRecorder(store);
  let recorded: MarketList | null = null;
  let readAt: number | null = null;
  /** Copy of the stored states; `null` while it must be loaded. Only this monitor writes them. */
  let known: Map<string, FloorState> | null = null;

  async function load(): Promise<Map<string, FloorState>> {
    const states = await store.floorStates();
    return new Map(states.map((one) => [keyOf({ id: one.subscriptionId }, one.collection), one.state]));
  }

  async function recordList(): Promise<void> {
    const list = newestList();
    if (list === null || list === recorded) return;
    await recorder.record(list.readings, Math.floor(list.readAt / 1_000));
    recorded = list;
  }

  /** Returns when a rule last announced a floor of any collection, epoch seconds. */
  function alertedAt(rule: Subscription, states: ReadonlyMap<string, FloorState>): number {
    const times = watched(rule).map(
      (one) => states.get(keyOf(rule, one))?.alertedAt ?? Number.NEGATIVE_INFINITY,
    );
    return Math.max(Number.NEGATIVE_INFINITY, ...times);
  }

  async function alertFor(
    { rule, collection, crossing }: Due,
    at: number,
    signal: AbortSignal,
  ): Promise<FloorAlert> {
    const { way, floor, from, since, number } = crossing;
    const { above, below } = floorConditions(rule.filter);
    const threshold = way === 'above' ? above : way === 'below' ? below : null;
    const reached = { collection, occurredAt: at, floor, since, threshold };
    return newFloorAlert({
      ...reached,
      key: floorAlertKey(rule.id, collection, number),
      collectionName: deps.nameOf(collection),
      ...{ way, from },
      cause: await findCause(collection, crossing, deps, signal),
      chart: await readFloorChart(reached, rule, store),
    });
  }

  /**
   * Computes the alerts and new states of each rule.
   * @param next receives the states
   */
  function progress(
    rules: readonly Subscription[],
    readings: ReadonlyMap<Address, CollectionReading>,
    next: Map<string, FloorState>,
    at: number,
  ): { readonly changed: readonly KnownFloor[]; readonly due: readonly Due[] } {
    const changed: KnownFloor[] = [];
    const due: Due[] = [];
    for (const rule of rules) {
      const conditions = floorConditions(rule.filter);
      for (const collection of watched(rule)) {
        const reading = readings.get(collection);
        if (reading === undefined) continue;
        const key = keyOf(rule, collection);
        const before = next.get(key) ?? null;
        // The absolute value also allows an alert if the clock was set back.
        const mayAlert = Math.abs(at - alertedAt(rule, next)) >= HOUR_SECONDS;
        const floor = reading.floor === null ? null : { floor: reading.floor, at };
        const { state, crossing } = readFloor(before, conditions, floor, mayAlert);
        if (state !== before) {
          next.set(key, state);
          changed.push({ subscriptionId: rule.id, collection, state });
        }
        if (crossing !== null) due.push({ rule, collection, crossing });
      }
    }
    return { changed, due };
  }

  async function addressed(due: Due, at: number, signal: AbortSignal): Promise<AddressedAlert> {
    reached('a floor is announced');
    const { channelId, id } = due.rule;
    const alert = await alertFor(due, at, signal);
    const channel = { channelId, subscriptionIds: [id], skipIfLive: false };
    return { alert, ...silences.split(alert, [channel], Math.floor(marketNow() / 1_000)) };
  }

  async function readRules(signal: AbortSignal): Promise<void> {
    // The copy also contains states of removed rules, so it is limited.
    if (known !== null && known.size > MAX_KNOWN) known = null;
    const rules = index.rulesFor(FLOOR_TOPIC).toSorted((one, other) => one.id - other.id);
    const tickers = await store.tickers.collections();
    const wanted = new Set([...rules.flatMap(watched), ...tickers]);
    if (wanted.size === 0) return;
    const found = await read(wanted, signal);
    const at = Math.floor(now() / 1_000);
    await recorder.record(found, at);
    if (tickers.length > 0) await store.tickers.noteFloors(found, now());
    const readings = new Map(found.map((one) => [one.collection, one]));
    known ??= await load();
    const next = new Map(known);
    const { changed, due } = progress(rules, readings, next, at);
    if (changed.length === 0) return;
    const alerts: AddressedAlert[] = [];
    // The state of a rule that has ended goes on, so that it announces nothing old if its end is changed.
    for (const one of due) {
      if (!isOver(one.rule, { occurredAt: at })) alerts.push(await addressed(one, at, signal));
    }
    // After a failure it is unknown whether the transaction was committed, so load the states again.
    known = null;
    const channelIds = await store.ingestFloors({ at: now(), states: changed, alerts });
    known = next;
    wake(channelIds);
  }

  return async (signal) => {
    await recordList();
    const at = now();
    if (readAt !== null && Math.abs(at - readAt) < MIN_APART_MS) return;
    await readRules(signal);
    readAt = at;
  };
}
