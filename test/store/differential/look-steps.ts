import * as fc from 'fast-check';
import { locationKeysOf } from '#src/alerts/feed-record.ts';
import { DRAFT, SUBJECT } from '../conformance/saved-inputs.ts';
import type { Dump } from '../database/dump.ts';
import { alertKey, collections, record } from './arbitraries.ts';
import type { Call, TestedStore } from './pair.ts';
import { requireBusy, requireWork } from './queue-work.ts';
import { type Step, stepOf } from './step.ts';
import { CHANNELS, GUILDS } from './view.ts';

const reading = (method: Call['method'], run: Call['run']): Call => ({ method, run, isRead: true });

/** Reads, and compares the result with the rows. */
const compared = <T>(
  method: Call['method'],
  run: (store: TestedStore) => Promise<T>,
  compare: (result: T, state: Dump) => void,
): Call => ({ ...reading(method, run), model: (_model, result, state) => compare(result as T, state) });

const feed = stepOf(
  'look at the feed',
  fc.tuple(fc.array(fc.nat(90), { maxLength: 9 }), fc.subarray([...collections]), fc.nat(200_000)),
  ([numbers, chosen, ago], { now }) => [
    reading('feedState', (store) => store.feedState()),
    reading('newRecordsAfter', (store) => store.newRecordsAfter()),
    reading('known', (store) => store.known(numbers.map((number) => `s${number}`))),
    reading('alertsMade', (store) => store.alertsMade(numbers.map((number) => `a${number % 20}`))),
    reading('recentTrades', (store) => store.recentTrades(chosen.length === 2 ? null : chosen, 3)),
    reading('salesOfToken', (store) => store.salesOfToken(collections[0], String(ago % 9))),
    reading('salesBetween', (store) =>
      store.salesBetween({
        collections: chosen.length === 2 ? null : chosen,
        from: now / 1_000 - ago,
        to: now / 1_000 - ago / 4,
      }),
    ),
    reading('burnedBetween', (store) =>
      store.burnedBetween({
        collections: chosen.length === 2 ? null : chosen,
        from: now / 1_000 - ago,
        to: now / 1_000,
      }),
    ),
    reading('tradeHistories', (store) =>
      store.tradeHistories(
        chosen.flatMap((collection) => ['1', '2'].map((tokenId) => ({ collection, tokenId }))),
      ),
    ),
    reading('trackedAuctions', (store) => store.trackedAuctions()),
    reading('countTrackedAuctions', (store) => store.countTrackedAuctions()),
    reading('auctionStates', (store) => store.auctionStates()),
    reading('floorStates', (store) => store.floorStates()),
    reading('loadCollections', (store) => store.loadCollections()),
  ],
);

const lateFacts = stepOf(
  'look at late facts',
  fc.tuple(fc.array(record, { maxLength: 3 }), fc.array(alertKey, { maxLength: 9 }), fc.nat(90_000_000)),
  ([records, keys, ago], { now }) => [
    reading('recordsOfKeys', (store) =>
      store.recordsOfKeys(records.flatMap(({ activity }) => activity.keys)),
    ),
    reading('recordsAtChainPositions', (store) =>
      store.recordsAtChainPositions(records.map(({ activity }) => locationKeysOf(activity))),
    ),
    reading('recordsOfAlerts', (store) => store.recordsOfAlerts(keys)),
    reading('storedAlerts', (store) => store.storedAlerts(keys)),
    reading('awaitedSince', (store) => store.awaitedSince()),
    reading('dueLookups', (store) => store.dueLookups(now - ago, 3)),
    reading('overdue', (store) => store.overdue(now - ago, now - ago / 2, 3)),
  ],
);

const queues = stepOf(
  'look at queues',
  fc.tuple(fc.constantFrom(1, 2, 5, 100), fc.nat(90_000_000)),
  ([limit, ago], { now }) => [
    compared('channelsWithWork', (store) => store.channelsWithWork(), requireBusy),
    ...CHANNELS.map((channelId) =>
      compared(
        'channelWork',
        (store) => store.channelWork(channelId, limit),
        (work, state) => requireWork(work, state, channelId, limit),
      ),
    ),
    reading('channelsToCheck', (store) => store.channelsToCheck([...GUILDS, 'another'])),
    reading('queueStatuses', (store) => store.queueStatuses([...CHANNELS, 'unknown'])),
    reading('heldPosts', (store) => store.heldPosts(CHANNELS)),
    reading('hasNotices', (store) => store.hasNotices()),
    reading('dueNotices', (store) => store.dueNotices()),
    reading('refusedNotices', (store) => store.refusedNotices()),
    reading('deadDeliveries', (store) => store.deadDeliveries(CHANNELS, now - ago)),
    reading('expiredDeliveries', (store) => store.expiredDeliveries(CHANNELS, now - ago)),
    reading('reducedMessages', (store) => store.reducedMessages(CHANNELS, now - ago)),
    reading('outdatedMessages', (store) => store.outdatedMessages(CHANNELS)),
    reading('lateQueues', (store) => store.lateQueues(CHANNELS)),
    reading('undecidedEvents', (store) => store.undecidedEvents(CHANNELS, now - ago)),
    reading('outboxFigures', (store) => store.outboxFigures()),
    reading('storeProblem', (store) => store.storeProblem()),
  ],
);

const rules = stepOf('look at rules', fc.constantFrom(...GUILDS, 'another'), (guildId) => [
  reading('allSubscriptions', (store) => store.allSubscriptions()),
  reading('subscriptionsOf', (store) => store.subscriptionsOf(guildId)),
  reading('subscriptionCounts', (store) => store.subscriptionCounts(guildId)),
  reading('allGuildSettings', (store) => store.allGuildSettings()),
  reading('allChannelSettings', (store) => store.allChannelSettings()),
  reading('channelsOf', (store) => store.channelsOf(guildId)),
  ...GUILDS.map((one) => reading('inputsIn', (store) => store.inputsIn(one, DRAFT))),
  ...[SUBJECT, DRAFT].map((kind) =>
    reading('findInput', (store) => store.findInput('i1', { guildId: GUILDS[0], userId: 'u1' }, kind)),
  ),
]);

const gaps = stepOf('look at gaps', fc.constant(null), (_none, { now }) => [
  reading('feedGaps', (store) => store.feedGaps(now - 86_400_000)),
  reading('recordCounts', (store) => store.recordCounts(now - 86_400_000)),
]);

/** Time passes. */
const wait = fc
  .constantFrom(1, 250.5, 61_000, 600_000, 3_600_001, 86_400_000)
  .map((waitMs): Step => ({ label: `wait ${waitMs} ms`, waitMs, calls: () => [] }));

export const LOOK_STEPS: readonly fc.Arbitrary<Step>[] = [
  feed,
  lateFacts,
  queues,
  queues,
  rules,
  gaps,
  wait,
  wait,
];
