import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLocalDiscord } from '../discord/local-discord.ts';
import { isFreePort } from '../loopback/free-port.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../marketplace/marketplace.ts';
import { startOwnDatabase } from '../postgres/own-database.ts';
import { createControlPanel } from '../web/control/panel.ts';
import { servePage } from '../web/server.ts';
import { createActivityLog, logActivity } from './activity-log.ts';
import { botEnvironment } from './bot-environment.ts';
import { startBotNodes } from './bot-nodes.ts';
import { type BotLogLine, startBot } from './bot-process.ts';
import { createDemoEndpoint } from './demo-endpoint.ts';
import { DemoError } from './demo-error.ts';
import { createDrivenClock } from './fast-time/driven-clock.ts';
import { fastEnvironment, noteFeedReads, runsFast } from './fast-time/fast-bot.ts';
import { createLedgerCheck } from './ledger-check.ts';
import { createOpeningEvents } from './opening-events.ts';
import { type DemoOptions, paceNotice } from './options.ts';
import { recordRequests } from './record-requests.ts';
import { type RuleWatcher, watchRules } from './rule-watcher.ts';
import { createRulesReader } from './rules-reader.ts';
import { addServerWithoutBot, channelNames, createScenario, personTarget, subscribe } from './scenario.ts';
import { DEMO_SERVERS, SERVERS_WITH_RECAPS } from './server-plans.ts';
import { type Summary, summarise } from './summary.ts';
import { bidders, watchSomething } from './watch-something.ts';
import { createWatchesReader } from './watches-reader.ts';

const DEFAULT_PORT = 4700;
/** More than the simulation's default, so that auctions are seen to end. */
const AUCTIONS_FOR_EACH_SALE = 1 / 8;
/** Shorter than the default, so that viewers see settlements. World ms. */
const SETTLE_AFTER_MS = 15_000;
/** The drain is extended by this each time the bot posts something that was still due. */
const DRAIN_MS = 60_000;
/** Of several bots each holds some; Discord lets one of each half identify in five seconds. */
const SEVERAL_SHARDS = { recommendedShards: 6, maxConcurrency: 2, identifyIntervalMs: 5_000 };
const PROGRESS_EVERY_MS = 5_000;
/** Longest list of lost, duplicate, wrong or undecided alerts that is printed. */
const MAX_LISTED = 20;
const DRAIN_REPORT_EVERY_MS = 2_000;
/** Much longer than a usual start, for machines under load. */
const START_WITHIN_MS = 180_000;
const STILL_WAITING_EVERY_MS = 10_000;
/** Without them the demo starts anyway. */
const GREETED_WITHIN_MS = 15_000;
const FIRST_SALE_WITHIN_MS = 10_000;
const CHECK_EVERY_MS = 250;
/** The longest delay that a Node timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The bot has this long for the last records of a recording. */
const SETTLED_AFTER_MS = 5_000;

/** Waits until `reached` returns true, checking every 50 ms. Resolves to false after `withinMs` or on the signal. */
async function until(reached: () => boolean, withinMs: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!reached()) {
    if (Date.now() > deadline || signal?.aborted === true) return false;
    await delay(50);
  }
  return true;
}

/** The bot's first poll takes the records of the feed as known; the second request starts after that is stored. */
function baselineTaken(marketplace: EmbeddedMarketplace): boolean {
  return (marketplace.requests.byPath.get('/api/activities') ?? 0) >= 2;
}

/**
 * Runs the demo: an embedded marketplace, a local Discord with two servers, the bot as a process of its own,
 * and the page. Resolves after `--for` seconds and the drain, or when `stop` aborts. `stop` closes the market, `endNow` then ends
 * the drain.
 *
 * @param write prints a line
 * @throws DemoError
 */
export async function runDemo(
  options: DemoOptions,
  write: (line: string) => void,
  { stop, endNow }: { readonly stop: AbortSignal; readonly endNow: AbortSignal },
): Promise<Summary> {
  const { port } = options;
  if (port !== null && !options.headless && !(await isFreePort(port)))
    throw new DemoError(`--port ${port}: this port is taken. Another may be free; --port 0 takes any.`, 2);
  const activityLog = createActivityLog(write);
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-demo-'));
  await using parts = new AsyncDisposableStack();
  parts.defer(() => rm(folder, { recursive: true, force: true }));

  if (options.database === 'postgres') activityLog.log('demo', 'starting an embedded PostgreSQL');
  const database = parts.use(await startOwnDatabase(options.database, folder));
  activityLog.log('demo', 'starting the marketplace and the local Discord');
  const fast = runsFast(options)
    ? parts.use(createDrivenClock(path.join(folder, 'clock'), options.speed))
    : null;
  const now = fast?.now ?? Date.now;
  const marketplace = parts.use(
    await startMarketplace({
      seed: options.seed,
      // Where time itself runs fast, the market has its recorded distances in it.
      speed: fast === null ? options.speed : 1,
      now,
      replay: options.replay,
      salesPerMinute: options.salesPerMinute,
      auctionsPerMinute: options.salesPerMinute * AUCTIONS_FOR_EACH_SALE,
      settleAfterMs: SETTLE_AFTER_MS,
      startPaused: true,
    }),
  );
  if (fast !== null) marketplace.onAnswer(noteFeedReads(fast));
  const discord = parts.use(await startLocalDiscord({ now, hasMachineTimers: true }));
  if (options.record !== null) parts.use(recordRequests(discord, options.record));
  // In fast time the bot's clock stands still until the market opens.
  const isGreeted = !options.headless && fast === null;
  const scenario = createScenario(
    discord,
    marketplace,
    fast === null ? DEMO_SERVERS : SERVERS_WITH_RECAPS,
    undefined,
    isGreeted,
  );
  const check = createLedgerCheck(discord, marketplace, scenario, now, {
    withRecaps: fast !== null,
  });
  addServerWithoutBot(discord, scenario);
  parts.defer(
    logActivity(activityLog, { marketplace, discord, channelName: channelNames(discord, scenario) }),
  );

  const endpoint = options.interactions === 'http' ? await createDemoEndpoint(discord, scenario) : null;
  const currency = options.replay.length > 0 ? 'ETH' : 'S';
  activityLog.log('demo', `marketplace at ${marketplace.url}, Discord at ${discord.url}`);
  const { bot, nodes } = await startBots();

  /** One bot, or several that share the database. */
  async function startBots() {
    const environment = botEnvironment(discord, marketplace, scenario, database.url, currency);
    const onLog = (line: BotLogLine) => activityLog.bot(line);
    const say = (what: string) => activityLog.log('demo', what);
    if (options.nodes > 1 && database.server !== null) {
      Object.assign(discord.gateway.settings, SEVERAL_SHARDS);
      const { nodes: count } = options;
      const started = parts.use(
        await startBotNodes({ count, environment, postgres: database.server, onLog, say }),
      );
      return { bot: started, nodes: started };
    }
    const started = parts.use(
      startBot({
        environment: {
          ...environment,
          ...endpoint?.environment,
          ...(fast === null ? {} : fastEnvironment(path.join(folder, 'clock'))),
        },
        onLog,
        onRestart: (how, pid) => say(`the bot died (${how}); started again as process ${pid}`),
      }),
    );
    say(`the bot is process ${started.pid()}`);
    return { bot: started, nodes: null };
  }

  async function openPage(): Promise<void> {
    const panel = parts.use(
      createControlPanel({
        discord,
        marketplace,
        check,
        bot: { restarts: bot.restarts, kill: 'kill' in bot ? bot.kill : () => undefined },
        nodes,
        botId: scenario.botId,
        outbidWallets: (userId) =>
          (check.rules.periods(personTarget(userId)).at(-1)?.rules ?? []).flatMap(
            ({ outbid = [] }) => outbid,
          ),
        suggestedWallet: bidders(marketplace)[0] ?? null,
        channelIds: scenario.ruleSetups.map(({ channelId }) => channelId),
      }),
    );
    const openingEvents = parts.use(createOpeningEvents(marketplace));
    const page = parts.use(
      await servePage({
        port: options.port ?? DEFAULT_PORT,
        orAnyPort: options.port === null,
        discord,
        marketplaceUrl: marketplace.url,
        people: scenario.people,
        landingChannelId: scenario.landingChannelId,
        applicationId: scenario.applicationId,
        panel,
        onVisit: () => openingEvents.begin(),
      }),
    );
    activityLog.log('demo', `Open ${page.url} – Ctrl+C ends it`);
  }

  async function waitForDuration(signal: AbortSignal): Promise<void> {
    const ms = options.forSeconds === null ? MAX_TIMER_MS : options.forSeconds * 1_000;
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  /** Without a page, the demo ends when the recording has been played. */
  async function waitForRecording(signal: AbortSignal): Promise<void> {
    if (!options.headless || options.replay.length === 0) return waitForDuration(signal);
    while (!signal.aborted && !marketplace.isOver())
      await delay(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    return delay(SETTLED_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }

  let watch: RuleWatcher | undefined;

  function logProblems(): void {
    const { missing, unexpected, wrong, undecidedTexts } = check.result();
    const lists = { lost: missing, twice: unexpected, wrong, undecided: undecidedTexts };
    for (const [what, all] of Object.entries(lists))
      for (const one of all.slice(0, MAX_LISTED)) activityLog.log('demo', `${what}: ${one}`);
  }

  /** The latest interactions may have changed the rules; the wait for an offline bot is limited. */
  async function awaitRules(): Promise<void> {
    const known = new AbortController();
    const signal = AbortSignal.any([endNow, known.signal]);
    const timeout = delay(START_WITHIN_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([watch?.settled(), timeout]);
    known.abort();
  }

  /** Resolves to whether everything due is posted; gives up when nothing was posted for a while, or on `endNow`. */
  async function drain(): Promise<boolean> {
    let posted = 0;
    const decideBy = Date.now() + SETTLED_AFTER_MS;
    let giveUpAt = Date.now() + DRAIN_MS;
    let reportAt = 0;
    while (!endNow.aborted) {
      const { lost, undecided, alertsPosted } = check.result();
      const now = Date.now();
      if (lost === 0 && (undecided === 0 || now >= decideBy)) return true;
      if (alertsPosted !== posted) giveUpAt = now + DRAIN_MS;
      posted = alertsPosted;
      if (now >= giveUpAt) return false;
      if (now >= reportAt) {
        activityLog.log('demo', `still due: ${lost}`);
        reportAt = now + DRAIN_REPORT_EVERY_MS;
      }
      await delay(CHECK_EVERY_MS, undefined, { signal: endNow }).catch(() => undefined);
    }
    return false;
  }

  /** A server invites the bot, so that its greeting is there when the page opens. */
  async function beInvited(): Promise<void> {
    const { invitation } = scenario;
    if (invitation === null) return;
    invitation.invite();
    const isGreetedThere = () => discord.messages(invitation.channelId).length > 0;
    if (!(await until(isGreetedThere, GREETED_WITHIN_MS, stop)) && !stop.aborted)
      activityLog.log('demo', 'the bot has not greeted the server that invited it yet');
  }

  /** The first visitor sees a sale at once: it is posted before the page is served. */
  async function postFirstSale(): Promise<void> {
    const { landingChannelId } = scenario;
    if (landingChannelId === null) return;
    const before = discord.messages(landingChannelId).length;
    try {
      marketplace.cause.sale({ collection: marketplace.collections()[0]?.address });
    } catch (error) {
      // A recording may have no token to sell.
      if (!(error instanceof RangeError)) throw error;
      return;
    }
    await until(() => discord.messages(landingChannelId).length > before, FIRST_SALE_WITHIN_MS, stop);
  }

  async function play(): Promise<void> {
    const online = () =>
      discord.commandNames(scenario.applicationId).length > 0 && discord.gateway.connected() > 0;
    const waiting = setInterval(
      () => activityLog.log('demo', 'still waiting for the bot to come online'),
      STILL_WAITING_EVERY_MS,
    );
    const started = await until(() => online() && baselineTaken(marketplace), START_WITHIN_MS, stop);
    clearInterval(waiting);
    if (stop.aborted) return;
    if (!started) throw new DemoError(`The bot did not come online within ${START_WITHIN_MS / 1_000} s.`, 1);
    if (endpoint !== null) activityLog.log('demo', await endpoint.save());
    await beInvited();
    for (const reply of await subscribe(discord, scenario))
      activityLog.log('discord', `Gavel: ${reply.message?.content ?? reply.outcome}`);

    check.begin();
    const readers = {
      servers: createRulesReader(discord, scenario),
      people: createWatchesReader(discord, scenario),
    };
    watch = parts.use(watchRules(discord, scenario, readers, check.rules, now));
    for (const reply of await watchSomething(discord, marketplace, scenario))
      activityLog.log('discord', `Gavel: ${reply.message?.content ?? reply.outcome}`);
    await watch.settled();

    const length = options.forSeconds === null ? '' : ` for ${options.forSeconds} s`;
    activityLog.log('demo', `the market opens${length}${options.headless ? '; Ctrl+C ends it' : ''}`);
    const notice = paceNotice(options);
    if (notice !== null) activityLog.log('demo', notice);
    fast?.start();
    marketplace.clock.resume();
    if (!options.headless) {
      await postFirstSale();
      await openPage();
    }
    const opened = Date.now();
    const logProgress = () => {
      const { salesListed, alertsDue, alertsPosted, twice, auctions } = check.result();
      const seconds = Math.round((Date.now() - opened) / 1_000);
      const played = options.forSeconds === null ? `${seconds} s` : `${seconds} of ${options.forSeconds} s`;
      activityLog.log(
        'demo',
        `${played}: ${salesListed} sales, ${auctions.ended} auctions over, ${alertsDue} alerts due, ${alertsPosted} posted, ${twice} twice`,
      );
    };
    const progress = setInterval(logProgress, PROGRESS_EVERY_MS);
    try {
      const over = new AbortController();
      const signal = AbortSignal.any([stop, over.signal]);
      await Promise.race([waitForDuration(signal), waitForRecording(signal)]);
      over.abort();
      check.end();
      marketplace.clock.pause();
      const wait = `until nothing came for ${DRAIN_MS / 1_000} s; Ctrl+C again ends it at once`;
      activityLog.log('demo', `the market closes; the bot posts what is still due, ${wait}`);
      await awaitRules();
      const drained = await drain();
      if (!drained && endNow.aborted)
        activityLog.log('demo', `ends now, with ${check.result().lost} still due`);
      logProblems();
    } finally {
      clearInterval(progress);
    }
  }

  await Promise.race([play(), bot.gaveUp]);
  await bot[Symbol.asyncDispose]();
  return summarise(check, marketplace, discord);
}
