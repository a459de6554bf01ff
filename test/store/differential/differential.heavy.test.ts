import { expect, it } from 'vitest';
import { cases } from '../../support/thorough.ts';
import { describeBothDatabases } from '../database/each-database.ts';
import { requireSame, runHistories } from './histories.ts';
import type { Method } from './method.ts';

const CALLS_OF_EACH_METHOD = cases(25, 50);

/** Every method of the store; one that is added or removed does not compile here. */
const METHODS: Readonly<Record<Method, true>> = {
  abandonMessage: true,
  addSubscription: true,
  alertsMade: true,
  allChannelSettings: true,
  allGuildSettings: true,
  allSubscriptions: true,
  auctionStates: true,
  awaitedSince: true,
  startPost: true,
  burnedBetween: true,
  changeSubscription: true,
  channelWork: true,
  channelsToCheck: true,
  channelsOf: true,
  channelsWithWork: true,
  countTrackedAuctions: true,
  deadDeliveries: true,
  dueLookups: true,
  dueNotices: true,
  eraseGuild: true,
  expire: true,
  expiredDeliveries: true,
  feedGaps: true,
  recordCounts: true,
  floorStates: true,
  feedState: true,
  giveUpUndecided: true,
  hasNotices: true,
  heldPosts: true,
  holdPost: true,
  ingest: true,
  ingestAuctions: true,
  ingestFloors: true,
  ingestMade: true,
  known: true,
  lateQueues: true,
  leaveToCard: true,
  loadCollections: true,
  findInput: true,
  inputsIn: true,
  markAmbiguous: true,
  markDead: true,
  markPublished: true,
  marketPoints: true,
  markShown: true,
  markSent: true,
  newRecordsAfter: true,
  noteEditProblem: true,
  outboxFigures: true,
  outdatedMessages: true,
  overdue: true,
  pauseSubscription: true,
  postNotice: true,
  prune: true,
  queueStatuses: true,
  rebuildAlerts: true,
  reducedMessages: true,
  recentTrades: true,
  recordFacts: true,
  recordMarket: true,
  reclaimSpace: true,
  recordsAtChainPositions: true,
  recordsOfAlerts: true,
  recordsOfKeys: true,
  recover: true,
  refusedNotices: true,
  release: true,
  removeSubscription: true,
  rerouteNotice: true,
  resolveHeldPost: true,
  resumeSubscription: true,
  reopenChannel: true,
  retryPost: true,
  reviseSubscriptions: true,
  salesBetween: true,
  salesOfToken: true,
  saveChannelSettings: true,
  saveCollections: true,
  saveInput: true,
  takeInput: true,
  saveGuildSettings: true,
  openForRetry: true,
  stopQueue: true,
  storeProblem: true,
  storedAlerts: true,
  subscriptionCounts: true,
  subscriptionsOf: true,
  summariseWaiting: true,
  trackedAuctions: true,
  tradeHistories: true,
  undecidedEvents: true,
} satisfies Record<Method, true>;

describeBothDatabases('SQLite, PostgreSQL and a model', (kinds) => {
  it('have the same state and answers in any history', { timeout: 900_000 }, async () => {
    const { details, counts } = await runHistories(kinds, { runs: cases(45, 85), steps: 120 });
    requireSame(details);
    const rare = Object.keys(METHODS).filter((method) => {
      const count = [...counts].find(([one]) => one === method)?.[1] ?? 0;
      return count < CALLS_OF_EACH_METHOD;
    });
    expect(rare).toEqual([]);
  });
});
