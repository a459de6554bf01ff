import { createRandom } from '../../../sandbox/marketplace/random/random.ts';
import { createActions } from '../actions.ts';
import type { Bot } from '../bot.ts';
import { type Action, FIRST_STEP_AT, type History, pollIntervalOf, startOf } from '../history.ts';
import type { Interval } from '../interval.ts';
import { createHistoryLog, type HistoryLog } from '../log.ts';
import type { Machine } from '../machine.ts';
import type { InteractionRecord, Observation } from '../observation.ts';
import { judge } from '../oracles/oracles.ts';
import { currentProcess, type SimulatedProcess } from '../virtual-time/owners.ts';
import type { RefusedRequest } from '../world/discord/server.ts';
import { createShardedGateway, type ShardedGateway } from '../world/discord/sharded-gateway.ts';
import { createWorld } from '../world/world.ts';
import { type BotAction, isBotAction } from './bot-actions.ts';
import { createDatabaseServer } from './database-server.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { createRoleMonitor } from './role-monitor.ts';
import { createWakeupHub } from './wakeup-hub.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Shards that Discord wants for the bots. */
const SHARDS = 3;
/** How long a disturbance is felt after its end: a takeover, backoff, read-back, the nonce window. */
const RECOVERY_MS = 2 * MINUTE;
/** How long the bots have, once nothing is wrong any more, until everything is posted. */
const MAX_END_MS = 20 * MINUTE;
const MIN_WATCHED_MS = MINUTE;
const CLOSE_SILENT_EVERY_MS = 5 * SECOND;
/** From a poll to the outbox, as the oracles allow it. */
const INGEST_MS = 15 * SECOND;

/** Lives through a history of several bots on one database. The same history has the same log, byte for byte. */
export async function runBotsHistory(
  history: History,
  { machine, bot, isLogged }: { readonly machine: Machine; readonly bot: Bot; readonly isLogged: boolean },
): Promise<{ readonly observation: Observation; readonly log: HistoryLog }> {
  const { time, disk } = machine;
  const { scheduler } = time;
  time.reset(startOf(history));
  disk.reset();
  time.setRandom(createRandom(`bot ${history.seed}`).next);
  const { now } = scheduler;
  const log = createHistoryLog(now, isLogged);
  const disturbances: Interval[] = [];
  const databaseFaults: Interval[] = [];
  const errors: string[] = [];
  const feedReads: { readonly at: number; readonly process: SimulatedProcess | null }[] = [];
  const marketLimits: Interval[] = [];
  const refused: RefusedRequest[] = [];
  /** Clocks that were wrong, until all are right again. */
  const leaps: (Interval & { readonly ms: number })[] = [];
  const interactions = new Map<string, InteractionRecord>();
  let rightSince = Number.POSITIVE_INFINITY;
  const disturb = (lastsMs: number): void =>
    void disturbances.push({ from: now(), to: now() + lastsMs + RECOVERY_MS });

  let gateway: ShardedGateway | null = null;
  const world = createWorld({
    timeZone: history.timeZone ?? 'UTC',
    machine,
    seed: history.seed,
    channels: history.channels,
    auctionChannels: 0,
    hasVoiceChannel: false,
    log,
    sharded: {
      shards: SHARDS,
      gateway: (state) => {
        gateway = createShardedGateway(state, now);
        return gateway;
      },
    },
    onInteraction: (token) => interactions.set(token, { at: now(), answers: 0 }),
    onAnswer({ token, body }) {
      const found = interactions.get(token);
      const isCallback = typeof body === 'object' && body !== null && 'type' in body && body.type !== 0;
      if (found !== undefined && isCallback) found.answers += 1;
    },
    onPost: () => monitor.posted(),
    onRead: () => undefined,
    onFault: () => disturb(0),
    onRefusal: (one) => refused.push(one),
    onFeedRead: () => feedReads.push({ at: now(), process: currentProcess() }),
    onMarketLimit: (lastsMs) => marketLimits.push({ from: now(), to: now() + lastsMs }),
  });
  const shards = (): ShardedGateway => {
    if (gateway === null) throw new Error('There is no gateway.');
    return gateway;
  };
  const server = createDatabaseServer({
    machine,
    random: createRandom(`database ${history.seed}`),
    onCommit: (committed) => monitor.committed(committed),
    onKill: (process) => fleet.killed(process),
  });
  const wakeups = createWakeupHub({
    scheduler,
    random: createRandom(`wake-ups ${history.seed}`),
    isAway: server.isAway,
  });
  const fleet: Fleet = createFleet({
    ...{ machine, bot, server, wakeups, log, errors },
    pollIntervalMs: pollIntervalOf(history),
    onEnd: (process) => shards().processEnded(process),
  });
  const monitor = createRoleMonitor({ machine, server, fleet: () => fleet, leaseMs: bot.leaseMs });
  const actions = createActions({
    ...{ machine, world, log, disturb },
    host: { name: 'none', aheadMs: 0 },
  });

  function closeSilent(): void {
    shards().closeSilent();
    scheduler.schedule('world', CLOSE_SILENT_EVERY_MS, closeSilent);
  }

  function performOnBots(action: BotAction): void {
    switch (action.do) {
      case 'kill bot':
        disturb(action.downMs);
        return fleet.kill(action.bot, action.downMs);
      case 'stop bot':
        disturb(action.downMs + 15 * SECOND);
        return fleet.stop(action.bot, action.downMs);
      case 'upgrade bot':
        disturb(action.downMs + 15 * SECOND);
        return fleet.upgrade(action.bot, action.downMs);
      case 'kill bot at commit':
        disturb(action.downMs + MINUTE);
        return fleet.planKill(action.bot, action);
      case 'pause bot':
        disturb(action.lastsMs);
        return fleet.pause(action.bot, action.lastsMs);
      case 'kill holder':
        disturb(action.downMs);
        return fleet.kill(fleet.numberOf(monitor.holderOf(action.role)), action.downMs);
      case 'pause holder':
        disturb(action.lastsMs);
        return fleet.pause(fleet.numberOf(monitor.holderOf(action.role)), action.lastsMs);
      case 'set clock':
        disturb(0);
        leaps.push({ from: now(), to: Number.POSITIVE_INFINITY, ms: action.aheadMs });
        return fleet.setClock(action.bot, action.aheadMs);
      case 'bot joins':
        disturb(15 * SECOND);
        return fleet.join();
      case 'bot leaves':
        disturb(15 * SECOND);
        return fleet.leave();
      case 'abort transactions':
        disturb(0);
        databaseFaults.push({ from: now(), to: now() + 10 * SECOND });
        return server.faults.abort(action.times, action.code);
      case 'lose answers of commits':
        disturb(0);
        databaseFaults.push({ from: now(), to: now() + 10 * SECOND });
        return server.faults.loseAnswers(action.times);
      case 'database away':
        disturb(action.lastsMs);
        databaseFaults.push({ from: now(), to: now() + action.lastsMs + 5 * SECOND });
        return server.faults.goAway(action.lastsMs, action.how);
      case 'drop shard':
        disturb(0);
        return shards().dropShard(action.shard);
    }
  }

  function perform(action: Action): void {
    switch (action.do) {
      case 'kill':
      case 'stop':
      case 'kill at commit':
      case 'ask why':
        throw new Error(`Of several bots, none is meant by “${action.do}”.`);
      default:
        if (isBotAction(action)) performOnBots(action);
        else actions.perform(action);
    }
  }

  /** Whether its process could write down what it read, and be asked for the next page. */
  function isGoodRead({ at, process }: (typeof feedReads)[number]): boolean {
    const life = fleet.lives.find((one) => one.process === process);
    if (life === undefined || life.to < at + INGEST_MS) return false;
    return ![...life.pauses, ...databaseFaults].some(({ from, to }) => from <= at + INGEST_MS && to >= at);
  }

  function observe(endedAt: number): Observation {
    errors.push(
      ...time
        .takeErrors()
        .map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error))),
    );
    return {
      ...{ history, endedAt, rightSince, refused, marketLimits, disturbances },
      collections: world.market.collections.map(({ address }) => address),
      events: world.market.events,
      auctions: [],
      floors: world.market.floors,
      leaps,
      limited: [],
      posts: [],
      reads: [],
      diskFaults: [],
      slowed: actions.slowed,
      markedAsPosted: actions.markedAsPosted,
      poisoned: actions.poisoned,
      channels: [...world.discord.channels.values()],
      invitations: [],
      ticker: null,
      rules: world.rules.rules,
      silences: world.silences.silences,
      templates: world.templates.changes,
      watches: [],
      uses: [],
      directMessages: world.directMessages,
      quiet: [],
      feedReads: feedReads.filter(isGoodRead).map(({ at }) => at),
      marketFaults: actions.marketFaults,
      // Some bot runs nearly always; what each start took for the time is told by its own life.
      lives: [{ from: 0, to: Number.POSITIVE_INFINITY }, ...fleet.lives],
      looks: actions.looks,
      whyLooks: [],
      mostRequestsPerSecond: 0,
      timersAtEnd: 0,
      rows: {},
      bots: {
        roleGaps: monitor.faults.gaps,
        staleWrites: monitor.faults.staleWrites,
        interactions,
      },
      errors,
    };
  }

  disturb(FIRST_STEP_AT);
  for (let count = 0; count < (history.bots ?? 1); count += 1) fleet.join();
  monitor.start();
  closeSilent();
  await scheduler.runUntil(20 * SECOND);
  actions.addFirstRules(history.rules, null);
  await scheduler.runUntil(FIRST_STEP_AT);
  for (const step of history.steps) {
    await scheduler.runUntil(step.at);
    const { at: _, ...action } = step;
    log.add(`— ${JSON.stringify(action)}`);
    perform(action);
  }

  log.add('— nothing is wrong any more');
  actions.endFaults();
  server.faults.end();
  await scheduler.runUntil(fleet.recover() + MINUTE);
  rightSince = now();
  for (const leap of leaps) leap.to = rightSince;
  const isAllShown = (): boolean => actions.isDone() && judge(observe(now())).length === 0;
  /** What nothing can make good any more. */
  const isWrong = (): boolean => monitor.faults.gaps.length > 0 || monitor.faults.staleWrites.length > 0;
  const isOver = (): boolean => now() >= rightSince + MIN_WATCHED_MS && (isWrong() || isAllShown());
  for (let round = 0; now() < rightSince + MAX_END_MS && !isOver(); round += 1) {
    if (round % 3 === 0) actions.showTheLast('transfer');
    await scheduler.runUntil(now() + 15 * SECOND);
    actions.lookAtHealth();
    await scheduler.runUntil(now() + 15 * SECOND);
  }
  const observation = observe(now());
  fleet.end();
  await scheduler.settle();
  return { observation, log };
}
