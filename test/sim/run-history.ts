import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { createActions } from './actions.ts';
import type { Bot } from './bot.ts';
import { createBotProcess } from './bot-process.ts';
import { isBotAction } from './bots/bot-actions.ts';
import { type Action, FIRST_STEP_AT, type History, hasTicker, pollIntervalOf, startOf } from './history.ts';
import type { Interval } from './interval.ts';
import { createHistoryLog, type HistoryLog } from './log.ts';
import type { Machine } from './machine.ts';
import type { Observation } from './observation.ts';
import { judge } from './oracles/oracles.ts';
import type { Host } from './virtual-time/owners.ts';
import { openQuestions } from './why/questions.ts';
import type { RefusedRequest } from './world/discord/server.ts';
import { createWorld } from './world/world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** How long a disturbance is felt after its end: backoff, read-back, the nonce window. */
const RECOVERY_MS = 3 * MINUTE;
/** How long the bot has, once nothing is wrong any more, until everything is posted. */
const MAX_END_MS = 40 * MINUTE;
/**
 * Until when everything has to be shown that was due; longer when an edit may have to be given up, for which others wait, with
 * people, and with a ticker, which waits for Discord's limit of renames. A history in which all of that is shown sooner is watched no longer than the first of these times.
 */
const MIN_WATCHED_MS = MINUTE;
const MIN_END_MS = 3 * MINUTE;
const MIN_END_WITH_MORE_MS = 7 * MINUTE;
const MIN_END_WITH_TICKER_MS = 16 * MINUTE;
/** Between two looks at whether everything is posted. */
const LOOK_MS = 20 * SECOND;

/** Lives through a history of one bot. The same history has the same log, byte for byte. @param options.isLogged whether the log is wanted */
export async function runHistory(
  history: History,
  { machine, bot, isLogged }: { readonly machine: Machine; readonly bot: Bot; readonly isLogged: boolean },
): Promise<{ readonly observation: Observation; readonly log: HistoryLog }> {
  const { auctionRules = [] } = history;
  const { time, disk } = machine;
  const { scheduler } = time;
  time.reset(startOf(history));
  disk.reset();
  time.setRandom(createRandom(`bot ${history.seed}`).next);
  const { now } = scheduler;
  const log = createHistoryLog(now, isLogged);
  const host: Host = { name: 'bot', aheadMs: 0 };
  const disturbances: Interval[] = [];
  const lives: Interval[] = [];
  const errors: string[] = [];
  const unhandled: unknown[] = [];
  const feedReads: number[] = [];
  const marketLimits: Interval[] = [];
  const posts: { channelId: string; at: number }[] = [];
  const reads: { channelId: string; at: number; afterTime: number }[] = [];
  const refused: RefusedRequest[] = [];
  const limited: { channelId: string; from: number; to: number }[] = [];
  const disturb = (lastsMs: number): void =>
    void disturbances.push({ from: now(), to: now() + lastsMs + RECOVERY_MS });
  const world = createWorld({
    machine,
    seed: history.seed,
    channels: history.channels,
    auctionChannels: auctionRules.length,
    hasVoiceChannel: hasTicker(history),
    timeZone: history.timeZone ?? 'UTC',
    log,
    onPost(channelId, limitedMs) {
      posts.push({ channelId, at: now() });
      if (limitedMs !== null) limited.push({ channelId, from: now(), to: now() + limitedMs });
    },
    onRead: (channelId, afterTime) => void reads.push({ channelId, at: now(), afterTime }),
    onFault: () => disturb(0),
    onRefusal: (one) => refused.push(one),
    onFeedRead: () => feedReads.push(now()),
    onMarketLimit: (lastsMs) => marketLimits.push({ from: now(), to: now() + lastsMs }),
  });
  let plannedDownMs = 0;
  let rightSince = Number.POSITIVE_INFINITY;
  const process = createBotProcess({
    ...{ machine, host, bot },
    pollIntervalMs: pollIntervalOf(history),
    log,
    lives,
    errors,
    onEnd() {
      world.gateway.lost();
      world.admin.forget();
    },
  });
  const actions = createActions({ machine, host, world, log, disturb });
  const questions = await openQuestions({ machine, bot, world, log });

  /** Lets time go on, over the deaths and restarts of the bot. */
  async function advanceTo(end: number): Promise<void> {
    while (now() < end) {
      const wasAlive = process.isAlive();
      const restartAt = wasAlive ? null : process.restartAt();
      await scheduler.runUntil(Math.min(end, restartAt ?? end), () => wasAlive && !process.isAlive());
      if (wasAlive && !process.isAlive()) await process.afterPlannedKill(plannedDownMs);
      else if (restartAt !== null && now() >= restartAt) await process.start(plannedDownMs);
    }
  }

  async function perform(action: Action): Promise<void> {
    switch (action.do) {
      case 'kill':
        disturb(action.downMs);
        return process.kill(action.downMs);
      case 'stop':
        disturb(action.downMs);
        return process.stop(action.downMs);
      case 'kill at commit':
        disturb(action.downMs + MINUTE);
        plannedDownMs = action.downMs;
        disk.killAtCommit(action.commit, action.when);
        return undefined;
      case 'ask why':
        return questions.ask(action);
      default:
        if (isBotAction(action)) throw new Error(`One bot alone has no “${action.do}”.`);
        return actions.perform(action);
    }
  }

  /** What can be seen of the history so far, as if it ended then. */
  function observe(endedAt: number): Observation {
    unhandled.push(...time.takeErrors());
    return {
      history,
      endedAt,
      rightSince,
      collections: world.market.collections.map(({ address }) => address),
      events: world.market.events,
      auctions: world.market.auctions,
      floors: world.market.floors,
      leaps: actions.leaps,
      limited,
      refused,
      posts,
      reads,
      diskFaults: actions.diskFaults,
      slowed: actions.slowed,
      markedAsPosted: actions.markedAsPosted,
      poisoned: actions.poisoned,
      channels: [...world.discord.channels.values()],
      invitations: world.discord.invitations,
      ticker: actions.ticker,
      rules: world.rules.rules,
      silences: world.silences.silences,
      templates: world.templates.changes,
      watches: world.watches.watches,
      uses: world.watches.uses,
      directMessages: world.directMessages,
      quiet: actions.people.quiet,
      feedReads,
      marketLimits,
      marketFaults: actions.marketFaults,
      lives,
      disturbances,
      looks: actions.looks,
      whyLooks: [],
      mostRequestsPerSecond: world.limits.mostPerSecond,
      timersAtEnd: process.timers(),
      rows: rowsOf(disk.query),
      bots: null,
      errors: [
        ...errors,
        ...unhandled.map((error) =>
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ),
      ],
    };
  }

  await process.start();
  await advanceTo(8 * SECOND);
  actions.addFirstRules(
    [
      ...history.rules,
      ...auctionRules.map((rule, number) => ({ ...rule, channel: history.channels + number })),
    ],
    history.timeZone ?? null,
  );
  await advanceTo(FIRST_STEP_AT);
  for (const { at, ...action } of history.steps) {
    await advanceTo(at);
    log.add(`— ${JSON.stringify(action)}`);
    await perform(action);
  }

  log.add('— nothing is wrong any more');
  actions.endFaults();
  disk.killAtCommit(Number.POSITIVE_INFINITY, 'before');
  // No process starts within the second in which its predecessor still sent.
  if (!process.isAlive()) await advanceTo(now() + SECOND);
  await process.start();
  await advanceTo(now() + 10 * SECOND);
  actions.resetSettings();
  actions.people.comeBack();
  rightSince = now();
  /** What was planned to be in doubt can be doubted later too; an admin who is asked answers. */
  const doubted = history.steps.flatMap((step) =>
    step.do === 'answer held message' || step.do === 'unlistable history' ? [step.channel] : [],
  );
  async function answerDoubts(): Promise<void> {
    for (const channel of new Set(doubted)) await perform({ do: 'answer held message', channel });
  }
  const hasPoisonedEdits = history.steps.some((step) => step.do === 'poison edits');
  const hasMore = hasPoisonedEdits || world.watches.watches.length > 0;
  const watchedMs = hasTicker(history) ? MIN_END_WITH_TICKER_MS : hasMore ? MIN_END_WITH_MORE_MS : MIN_END_MS;
  /** Also by what the oracles expect at the end: what is not shown by then. */
  const isAllShown = (): boolean =>
    actions.isDone() && judge(observe(Math.max(now(), rightSince + watchedMs))).length === 0;
  const isWatchedEnough = (): boolean => now() >= rightSince + MIN_WATCHED_MS && isAllShown();
  while (now() < rightSince + watchedMs && !isWatchedEnough()) {
    actions.showTheLast(now() < rightSince + MIN_END_MS ? 'sale' : 'transfer');
    await advanceTo(now() + MINUTE / 2);
    actions.lookAtHealth();
    actions.people.comeBack();
    await answerDoubts();
    if (!isWatchedEnough()) await advanceTo(now() + MINUTE / 2);
  }
  for (let looks = 0; now() < rightSince + MAX_END_MS && !isAllShown(); looks += 1) {
    if (looks % 3 === 0) actions.showTheLast('transfer');
    await advanceTo(now() + LOOK_MS / 2);
    actions.lookAtHealth();
    await answerDoubts();
    await advanceTo(now() + LOOK_MS / 2);
  }
  const observed = observe(Math.max(now(), rightSince + watchedMs));
  await questions.askAboutAll();
  const observation: Observation = { ...observed, whyLooks: questions.looks };
  process.end();
  await scheduler.settle();
  return { observation, log };
}

function rowsOf(query: Machine['disk']['query']): Readonly<Record<string, number>> {
  const tables = query(`select name from sqlite_master where type = 'table'`).map(({ name }) => String(name));
  return Object.fromEntries(
    tables.map((name) => [name, Number(query(`select count(*) as rows from "${name}"`)[0]?.['rows'] ?? 0)]),
  );
}
