import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLocalDiscord } from '../discord/local-discord.ts';
import { isFreePort } from '../loopback/free-port.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../marketplace/marketplace.ts';
import { createControlPanel } from '../web/control/panel.ts';
import { servePage } from '../web/server.ts';
import { botEnvironment } from './bot-environment.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import { DemoError } from './demo-error.ts';
import { createLedgerCheck } from './ledger-check.ts';
import { createNarrator, narrate } from './narrator.ts';
import { createOpening } from './opening.ts';
import type { DemoOptions } from './options.ts';
import { recordRequests } from './record-requests.ts';
import { createRulesReader } from './rules-reader.ts';
import { type RulesWatch, watchRules } from './rules-watch.ts';
import { createScene, subscribe } from './scene.ts';
import { DEMO_SERVERS } from './servers.ts';
import { type Summary, summarise } from './summary.ts';

const USUAL_PORT = 4700;
/** More than by itself, so that every minute one ends. */
const AUCTIONS_PER_MINUTE = 5;
/** Sooner than by itself, so that one who watches sees it. In the marketplace's own time. */
const SETTLE_AFTER_MS = 15_000;
/** The bot gets so much longer at the end whenever it posted something that was still due. */
const DRAIN_MS = 60_000;
const PROGRESS_EVERY_MS = 5_000;
/** Of what is lost, twice, wrong or undecided, so many are named. */
const TOLD_AT_MOST = 20;
const TELL_REST_EVERY_MS = 2_000;
/** Much longer than a start takes: on a machine that is busy with other things it may wait for the processor. */
const START_WITHIN_MS = 180_000;
const STILL_WAITING_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** The longest that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;
/** What comes last in a recording is looked at within this time. */
const SETTLED_AFTER_MS = 5_000;

/** Waits until `reached` holds, looking every 50 ms; resolves to whether it did before `withinMs` and the signal. */
async function until(reached: () => boolean, withinMs: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!reached()) {
    if (Date.now() > deadline || signal?.aborted === true) return false;
    await delay(50);
  }
  return true;
}

/** The first look at the feed marks what is there as seen; the second begins when the first is written. */
function baselineTaken(marketplace: EmbeddedMarketplace): boolean {
  return (marketplace.requests.byPath.get('/api/activities') ?? 0) >= 2;
}

/**
 * Plays the demo: an embedded marketplace, a local Discord with two servers, the bot between them as a process of its
 * own, and the page that shows it all. Resolves after `--for` seconds and the drain, or when `stop` aborts.
 *
 * @param write takes the lines that tell what is happening
 * @param signals `stop` closes the market, `hurry` then waits no longer for what is due
 * @throws DemoError
 */
export async function runDemo(
  options: DemoOptions,
  write: (line: string) => void,
  { stop, hurry }: { readonly stop: AbortSignal; readonly hurry: AbortSignal },
): Promise<Summary> {
  const { port } = options;
  if (port !== null && !options.headless && !(await isFreePort(port)))
    throw new DemoError(`--port ${port}: this port is taken. Another may be free; --port 0 takes any.`, 2);
  const narrator = createNarrator(write);
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-demo-'));
  await using parts = new AsyncDisposableStack();
  parts.defer(() => rm(folder, { recursive: true, force: true }));

  narrator.say('demo', 'starting the marketplace and the local Discord');
  const marketplace = parts.use(
    await startMarketplace({
      seed: options.seed,
      speed: options.speed,
      replay: options.replay,
      auctionsPerMinute: AUCTIONS_PER_MINUTE,
      settleAfterMs: SETTLE_AFTER_MS,
      startPaused: true,
    }),
  );
  const discord = parts.use(await startLocalDiscord());
  if (options.record !== null) parts.use(recordRequests(discord, options.record));
  const scene = createScene(discord, marketplace, DEMO_SERVERS);
  const check = createLedgerCheck(discord, marketplace, scene, Date.now);
  const channelNames = new Map(scene.channels.map(({ id, name }) => [id, name]));
  parts.defer(narrate(narrator, { marketplace, discord, channelNames }));

  const currency = options.replay.length > 0 ? 'ETH' : 'S';
  const bot: BotProcess = parts.use(
    startBot({
      environment: botEnvironment(discord, marketplace, scene, folder, currency),
      onLog: (line) => narrator.bot(line),
      onRestart: (how, pid) => narrator.say('demo', `the bot died (${how}); started again as process ${pid}`),
    }),
  );
  narrator.say(
    'demo',
    `marketplace at ${marketplace.url}, Discord at ${discord.url}, bot is process ${bot.pid()}`,
  );

  async function openPage(): Promise<void> {
    const panel = parts.use(
      createControlPanel({
        discord,
        marketplace,
        check,
        bot,
        botId: scene.botId,
        channelIds: scene.followings.map(({ channelId }) => channelId),
      }),
    );
    const opening = parts.use(createOpening(marketplace));
    const page = parts.use(
      await servePage({
        port: options.port ?? USUAL_PORT,
        orAnyPort: options.port === null,
        discord,
        marketplaceUrl: marketplace.url,
        people: scene.people,
        panel,
        onVisit: () => opening.begin(),
      }),
    );
    narrator.say('demo', `Open ${page.url} – Ctrl+C ends it`);
  }

  async function playedFor(signal: AbortSignal): Promise<void> {
    const ms = options.forSeconds === null ? LONGEST_MS : options.forSeconds * 1_000;
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  /** Where nobody watches, a recording that has come to its end ends the demo. */
  async function playedOut(signal: AbortSignal): Promise<void> {
    if (!options.headless || options.replay.length === 0) return playedFor(signal);
    while (!signal.aborted && !marketplace.isOver())
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    return delay(SETTLED_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }

  let watch: RulesWatch | undefined;

  function tellWhatIsWrong(): void {
    const { missing, again, wrong, undecidedInWords } = check.result();
    const lists = { lost: missing, twice: again, wrong, undecided: undecidedInWords };
    for (const [what, all] of Object.entries(lists))
      for (const one of all.slice(0, TOLD_AT_MOST)) narrator.say('demo', `${what}: ${one}`);
  }

  /** What people did last may have changed what is owed; a bot that is away is not waited for without end. */
  async function rulesKnown(): Promise<void> {
    const known = new AbortController();
    const signal = AbortSignal.any([hurry, known.signal]);
    const patience = delay(START_WITHIN_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([watch?.settled(), patience]);
    known.abort();
  }

  /** Resolves to whether all is posted; gives up when nothing came for a while, or in a hurry. */
  async function drain(): Promise<boolean> {
    let posted = 0;
    const decideBy = Date.now() + SETTLED_AFTER_MS;
    let giveUpAt = Date.now() + DRAIN_MS;
    let tellAt = 0;
    while (!hurry.aborted) {
      const { lost, undecided, alertsPosted } = check.result();
      const now = Date.now();
      if (lost === 0 && (undecided === 0 || now >= decideBy)) return true;
      if (alertsPosted !== posted) giveUpAt = now + DRAIN_MS;
      posted = alertsPosted;
      if (now >= giveUpAt) return false;
      if (now >= tellAt) {
        narrator.say('demo', `still due: ${lost}`);
        tellAt = now + TELL_REST_EVERY_MS;
      }
      await delay(LOOK_EVERY_MS, undefined, { signal: hurry }).catch(() => undefined);
    }
    return false;
  }

  async function play(): Promise<void> {
    const online = () =>
      discord.commandNames(scene.applicationId).length > 0 && discord.gateway.connected() > 0;
    const waiting = setInterval(
      () => narrator.say('demo', 'still waiting for the bot to come online'),
      STILL_WAITING_EVERY_MS,
    );
    const started = await until(() => online() && baselineTaken(marketplace), START_WITHIN_MS, stop);
    clearInterval(waiting);
    if (stop.aborted) return;
    if (!started) throw new DemoError(`The bot did not come online within ${START_WITHIN_MS / 1_000} s.`, 1);
    for (const reply of await subscribe(discord, scene))
      narrator.say('discord', `Gavel: ${reply.message?.content ?? reply.outcome}`);

    check.begin();
    watch = parts.use(watchRules(discord, scene, createRulesReader(discord, scene), check.rules, Date.now));

    const length = options.forSeconds === null ? '' : ` for ${options.forSeconds} s`;
    narrator.say('demo', `the market opens${length}${options.headless ? '; Ctrl+C ends it' : ''}`);
    marketplace.clock.resume();
    if (!options.headless) await openPage();
    const opened = Date.now();
    const tellProgress = () => {
      const { salesListed, alertsDue, alertsPosted, twice, auctions } = check.result();
      const seconds = Math.round((Date.now() - opened) / 1_000);
      const played = options.forSeconds === null ? `${seconds} s` : `${seconds} of ${options.forSeconds} s`;
      narrator.say(
        'demo',
        `${played}: ${salesListed} sales, ${auctions.ended} auctions over, ${alertsDue} alerts due, ${alertsPosted} posted, ${twice} twice`,
      );
    };
    const progress = setInterval(tellProgress, PROGRESS_EVERY_MS);
    try {
      const over = new AbortController();
      const signal = AbortSignal.any([stop, over.signal]);
      await Promise.race([playedFor(signal), playedOut(signal)]);
      over.abort();
      check.end();
      marketplace.clock.pause();
      const wait = `until nothing came for ${DRAIN_MS / 1_000} s; Ctrl+C again ends it at once`;
      narrator.say('demo', `the market closes; the bot posts what is still due, ${wait}`);
      await rulesKnown();
      const drained = await drain();
      if (!drained && hurry.aborted) narrator.say('demo', `ends now, with ${check.result().lost} still due`);
      tellWhatIsWrong();
    } finally {
      clearInterval(progress);
    }
  }

  await Promise.race([play(), bot.gaveUp]);
  await bot[Symbol.asyncDispose]();
  return summarise(check, marketplace, discord);
}
