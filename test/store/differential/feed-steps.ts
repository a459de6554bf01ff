import * as fc from 'fast-check';
import type { Address } from '#src/chain/address.ts';
import { knownFloor } from '../../support/build-alert.ts';
import { trackedAuction } from '../conformance/auctions.ts';
import { collectionNamed } from '../samples.ts';
import {
  alertOf,
  flag,
  type GivenAlert,
  type GivenRecipients,
  givenAlert,
  givenTrade,
  index,
  liveState,
  PLAIN,
  recipients,
  recipientsOf,
  record,
  text,
  tradeOf,
  undecided,
} from './arbitraries.ts';
import { keyOf } from './model.ts';
import type { View } from './pair.ts';
import { type Step, stepOf } from './step.ts';
import { choose, rowsOf } from './view.ts';

interface Given {
  readonly alert: GivenAlert;
  readonly to: GivenRecipients;
}

/** What the model gets of alerts: the sales, and the channels that get them whatever they show. */
function modelled(alerts: readonly Given[], view: View) {
  return alerts
    .filter(({ alert }) => alert.liveKey === null)
    .map(({ alert, to }) => ({
      key: alert.key,
      channels: recipientsOf(to, view, (id) => id).map(({ channelId }) => channelId),
    }));
}

const addressedAlert = fc.record(
  { alert: givenAlert, to: recipients, undecided: fc.option(undecided, { freq: 3 }) },
  PLAIN,
);

const ingest = stepOf(
  'ingest',
  fc.record(
    {
      seen: fc.uniqueArray(
        fc.nat(80).map((number) => `s${number}`),
        { maxLength: 4 },
      ),
      alerts: fc.array(addressedAlert, { maxLength: 4 }),
      topics: fc.uniqueArray(liveState, { maxLength: 2, selector: ({ key }) => key }),
      records: fc.uniqueArray(record, { maxLength: 2, selector: ({ activity }) => activity.keys[0] }),
      changed: fc.option(fc.tuple(index, record)),
      trades: fc.uniqueArray(givenTrade, { maxLength: 3, selector: ({ key }) => key }),
      corrected: fc.option(givenTrade),
      burned: fc.uniqueArray(givenTrade, { maxLength: 2, selector: ({ key }) => key }),
      isBurnRemoved: flag,
      gap: fc.option(fc.boolean(), { freq: 5 }),
    },
    PLAIN,
  ),
  ({ seen, alerts, topics, records, changed, trades, corrected, burned, isBurnRemoved, gap }, view) => {
    const { now, state } = view;
    const record = choose(rowsOf(state, 'feedRecords'), changed?.[0] ?? 0);
    return [
      {
        method: 'ingest',
        run: (store, id) =>
          store.ingest({
            at: now,
            seen,
            alerts: alerts.map(({ alert, to, undecided: missing }) => ({
              alert: alertOf(alert, now),
              channels: recipientsOf(to, view, (number) => id('subscriptions', number)),
              undecided: missing,
            })),
            topics,
            records,
            changedRecords:
              changed === null || record === null
                ? []
                : [{ id: id('feedRecords', record), activity: changed[1].activity }],
            trades: trades.map((trade) => tradeOf(trade, now)),
            correctedTrades: corrected === null ? [] : [tradeOf(corrected, now)],
            burns: burned.map((one) => {
              const { key, collection, quantity, at } = tradeOf(one, now);
              return { key, collection, quantity, at };
            }),
            removedBurns: isBurnRemoved ? trades.map(({ key }) => key) : [],
            gap: gap === null ? null : { noticedAt: now, oldestReadAt: gap ? 1_700_000_000 : null },
            newRecordsAfter: rowsOf(state, 'feedState').length === 0 ? 1_700_000_000 : null,
          }),
        model: (model) => model.ingest(seen, modelled(alerts, view)),
      },
    ];
  },
);

const ingestAuctions = stepOf(
  'ingestAuctions',
  fc.record(
    {
      tracked: fc.uniqueArray(fc.nat(6), { maxLength: 2 }),
      dropped: fc.uniqueArray(fc.nat(6), { maxLength: 1 }),
      extensions: fc.nat(3),
      alerts: fc.array(fc.record({ alert: givenAlert, to: recipients }, PLAIN), { maxLength: 2 }),
      topics: fc.uniqueArray(liveState, { maxLength: 1 }),
    },
    PLAIN,
  ),
  ({ tracked, dropped, extensions, alerts, topics }, view) => [
    {
      method: 'ingestAuctions',
      run: (store, id) =>
        store.ingestAuctions({
          at: view.now,
          baseline: rowsOf(view.state, 'auctionState').length === 0,
          tracked: tracked.map((number) => ({ ...trackedAuction(`a${number}`), extensions })),
          dropped: dropped.filter((number) => !tracked.includes(number)).map((number) => `a${number}`),
          alerts: alerts.map(({ alert, to }) => ({
            alert: alertOf(alert, view.now),
            channels: recipientsOf(to, view, (number) => id('subscriptions', number)),
          })),
          topics,
        }),
      model: (model) => model.ingest([], modelled(alerts, view)),
    },
  ],
);

const ingestMade = stepOf(
  'ingestMade',
  fc.record({ alert: givenAlert, rule: index, isPosted: flag, isElsewhere: flag }, PLAIN),
  ({ alert: given, rule: which, isPosted, isElsewhere }, view) => {
    const alert = { ...given, liveKey: null };
    const ruleId = choose(rowsOf(view.state, 'subscriptions'), which) ?? 0;
    const [rule] = rowsOf(view.state, 'subscriptions', { id: ruleId });
    const channelId = typeof rule?.['channelId'] === 'string' ? rule['channelId'] : 'none';
    const isWanted = rule !== undefined && rule['pausedAt'] === null && !isElsewhere;
    return [
      {
        method: 'ingestMade',
        run: (store, id) =>
          store.ingestMade(
            [
              {
                alert: alertOf(alert, view.now),
                rule: {
                  id: rule === undefined ? 0 : id('subscriptions', ruleId),
                  channelId: isElsewhere ? 'elsewhere' : channelId,
                },
                isPosted,
              },
            ],
            view.now,
          ),
        model(model) {
          if (isWanted) model.ingest([], [{ key: alert.key, channels: isPosted ? [channelId] : [] }]);
        },
      },
    ];
  },
);

const collectionNumber = fc.nat(3);
const collectionOf = (number: number): Address => `0x${String(number).repeat(40)}`;

const ingestFloors = stepOf(
  'ingestFloors',
  fc.record({ alert: fc.option(givenAlert), rule: index, alerts: fc.nat(3), isUnknown: flag }, PLAIN),
  ({ alert: given, rule: which, alerts, isUnknown }, view) => {
    const ruleId = choose(rowsOf(view.state, 'subscriptions'), which) ?? 0;
    const [rule] = rowsOf(view.state, 'subscriptions', { id: ruleId });
    const isActive = rule !== undefined && rule['pausedAt'] === null && !isUnknown;
    const channelId = typeof rule?.['channelId'] === 'string' ? rule['channelId'] : 'none';
    const alert = given === null ? null : { ...given, liveKey: null };
    return [
      {
        method: 'ingestFloors',
        run(store, id) {
          const subscriptionId = rule === undefined || isUnknown ? 0 : id('subscriptions', ruleId);
          return store.ingestFloors({
            at: view.now,
            states: [{ subscriptionId, collection: collectionOf(which % 3), state: knownFloor({ alerts }) }],
            alerts:
              alert === null
                ? []
                : [
                    {
                      alert: alertOf(alert, view.now),
                      channels: [{ channelId, subscriptionIds: [subscriptionId], skipIfLive: false }],
                    },
                  ],
          });
        },
        model(model) {
          if (isActive && alert !== null) model.ingest([], [{ key: alert.key, channels: [channelId] }]);
        },
      },
    ];
  },
);

const rebuildAlerts = stepOf(
  'rebuildAlerts',
  fc.record({ alert: givenAlert, to: recipients, missing: fc.option(undecided), stale: flag }, PLAIN),
  ({ alert, to, missing, stale }, view) => {
    const built = alertOf(alert, view.now);
    const before = rowsOf(view.state, 'alerts', { key: built.key })[0];
    const version = typeof before?.['version'] === 'number' ? before['version'] : null;
    const isIgnored = stale && version !== null;
    return [
      {
        method: 'rebuildAlerts',
        run: (store, id) =>
          store.rebuildAlerts({
            at: view.now,
            revised: [
              {
                alert: built,
                channels: recipientsOf(to, view, (number) => id('subscriptions', number)),
                undecided: missing,
                since: view.now - 1_000,
                version: isIgnored ? version + 1 : version,
              },
            ],
          }),
        model(model) {
          if (isIgnored) return;
          for (const { key, channels } of modelled([{ alert, to }], view))
            model.rebuild(key, channels, missing === null ? 'decided' : 'still');
        },
      },
    ];
  },
);

const giveUpUndecided = stepOf(
  'giveUpUndecided',
  fc.tuple(index, fc.array(fc.nat(3), { maxLength: 2 })),
  ([which], view) => {
    const alertId = choose(rowsOf(view.state, 'undecidedAlerts'), which, 'alertId');
    const key = keyOf(view.state, alertId);
    const channelIds = [
      ...new Set(rowsOf(view.state, 'channelQueues').map(({ channelId }) => String(channelId))),
    ].slice(0, 2);
    return [
      {
        method: 'giveUpUndecided',
        run: (store) => store.giveUpUndecided([{ key, channelIds }], view.now),
        model: (model) => model.forgetUnused(key),
      },
    ];
  },
);

const saveCollections = stepOf(
  'saveCollections',
  fc.uniqueArray(fc.tuple(fc.nat(9), text), { maxLength: 4, selector: ([number]) => number }),
  (given) => [
    {
      method: 'saveCollections',
      run: (store) =>
        store.saveCollections(
          given.map(([number, name]) =>
            collectionNamed(name, {
              address: `0x${String(number).repeat(40)}`,
              symbol: number % 2 === 0 ? null : name,
              verified: number % 3 === 0,
              totalVolume: number % 2 === 0 ? null : 10n ** 30n,
            }),
          ),
        ),
    },
  ],
);

const recordMarket = stepOf(
  'recordMarket',
  fc.tuple(
    fc.array(fc.tuple(collectionNumber, fc.nat(2), fc.option(fc.nat(3))), { maxLength: 4 }),
    fc.nat(200),
    fc.nat(24 * 60),
  ),
  ([given, days, minutes], { now }) => [
    {
      method: 'recordMarket',
      run: (store) =>
        store.recordMarket(
          given.map(([number, floor, listed]) => ({
            collection: collectionOf(number),
            floor: floor === 0 ? null : BigInt(floor) * 10n ** 18n,
            listed,
            owners: 5,
            volume: null,
          })),
          Math.floor(now / 1_000) - days * 86_400 - minutes * 60,
        ),
    },
  ],
);

const marketPoints = stepOf(
  'marketPoints',
  fc.tuple(collectionNumber, fc.nat(200), fc.nat(200)),
  ([number, days, length], { now }) => {
    const from = Math.floor(now / 1_000) - days * 86_400;
    return [
      {
        method: 'marketPoints',
        run: (store) => store.marketPoints(collectionOf(number), { from, to: from + length * 86_400 }),
      },
    ];
  },
);

export const FEED_STEPS: readonly fc.Arbitrary<Step>[] = [
  ingest,
  ingest,
  ingest,
  ingest,
  ingestAuctions,
  ingestAuctions,
  ingestMade,
  ingestMade,
  ingestFloors,
  ingestFloors,
  rebuildAlerts,
  rebuildAlerts,
  giveUpUndecided,
  saveCollections,
  saveCollections,
  recordMarket,
  recordMarket,
  marketPoints,
];
