import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { botEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { createLedgerCheck } from '../../sandbox/demo/ledger-check.ts';
import { createScenario, subscribe } from '../../sandbox/demo/scenario.ts';
import { startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import { startBotChild } from '../support/bot-child.ts';
import { WARN } from '../support/bot-log.ts';
import { openOutboxDepth } from '../support/outbox-depth.ts';
import {
  collectGarbage,
  readResourceSamples,
  resourceSamplingEnvironment,
} from '../support/resource-samples.ts';
import { injectFaults } from './faults.ts';
import { fillTokenCache } from './fill-token-cache.ts';
import { MIN_CONCLUSIVE_MINUTES, type Sample, WARM_UP_SHARE } from './growth.ts';
import type { SoakOptions } from './options.ts';
import { SOAK_SERVERS } from './servers.ts';
import { trade } from './trading.ts';

/** The heap in use after a full garbage collection, with full caches. */
interface LiveHeap {
  /** Seconds since the start. */
  readonly second: number;
  readonly heapMb: number;
}

/** The result of the run. */
export interface SoakResult {
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  readonly undecided: number;
  /** Lost, duplicate, and wrong or undecided alerts, described. */
  readonly missing: readonly string[];
  readonly again: readonly string[];
  readonly wrong: readonly string[];
  readonly samples: readonly Sample[];
  /** After the warm-up and at the end; empty for runs too short to judge growth. */
  readonly liveHeaps: readonly LiveHeap[];
  readonly faults: Readonly<Record<string, number>>;
  readonly drainedAfterS: number;
  readonly discordRequests: number;
  readonly discord429: number;
  /** The number of log lines of level warn or higher, by message. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** What the simulation adds to the caused events: listings, mints, and auctions that end. */
const SALES_PER_MINUTE = 6;
const AUCTIONS_PER_MINUTE = 3;
const SETTLE_AFTER_MS = 15_000;
/**
 * With one fault after another, polls of the auctions may fail for more than a minute (75 s were seen). Of an auction that
 * starts and ends meanwhile only the end is posted (`docs/delivery.md`).
 */
const MIN_VISIBLE_MS = 3 * 60_000;
const SAMPLE_EVERY_MS = 10_000;
/** The time limit for the bot to post the remaining alerts. */
const DRAIN_MS = 3 * 60_000;
const POLL_INTERVAL_MS = 1_000;
/** As `npm start`, the image and the systemd unit run Node; `MALLOC_ARENA_MAX` below is theirs, too. */
const NODE_FLAGS = ['--max-semi-space-size=2', '--expose-gc'];
/** Duplicates would appear within this time after everything was posted. */
const SETTLE_MS = 20_000;

/** Runs the bot under load and with faults, and counts. @param onSample is called with each sample */
export async function runSoak(options: SoakOptions, onSample: (sample: Sample) => void): Promise<SoakResult> {
  const { minutes, rate, seed } = options;
  const randomOf = (what: string) => createRandom(`soak:${seed}:${what}`);
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-soak-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const database = parts.use(await startOwnDatabase(options.database, folder));
  const marketplace = parts.use(
    await startMarketplace({
      seed,
      salesPerMinute: SALES_PER_MINUTE,
      auctionsPerMinute: AUCTIONS_PER_MINUTE,
      settleAfterMs: SETTLE_AFTER_MS,
      startPaused: true,
    }),
  );
  const discord = parts.use(await startLocalDiscord());
  const scenario = createScenario(discord, marketplace, SOAK_SERVERS);
  const check = createLedgerCheck(discord, marketplace, scenario, Date.now, {
    minVisibleMs: MIN_VISIBLE_MS,
  });
  const figuresFile = path.join(folder, 'figures');
  const bot = parts.use(
    startBotChild({
      ...botEnvironment(discord, marketplace, scenario, database.url, 'S'),
      ...resourceSamplingEnvironment(figuresFile, NODE_FLAGS),
      MALLOC_ARENA_MAX: '1',
    }),
  );
  const died = bot.exit.then(({ code, signal }) => {
    const last = bot.log.lines.slice(-5).map(({ msg }) => msg);
    throw new Error(`The bot ended (${signal ?? `status ${code}`}): ${last.join(' | ')}`);
  });
  died.catch(() => undefined);

  async function play(): Promise<SoakResult> {
    await bot.log.until('ready');
    await bot.log.until('first poll of the feed done');
    await bot.log.until('first poll of the auctions done');
    await subscribe(discord, scenario);
    const depth = parts.use(await openOutboxDepth(database.url));
    check.begin();
    marketplace.clock.resume();
    const startedAt = Date.now();
    const samples: Sample[] = [];
    const liveHeaps: LiveHeap[] = [];
    let { alertsDue } = check.result();

    async function sample(): Promise<void> {
      const checked = check.result();
      ({ alertsDue } = checked);
      const recent = (await readResourceSamples(figuresFile)).slice(-SAMPLE_EVERY_MS / 1_000);
      const latest = recent.at(-1);
      const made: Sample = {
        second: Math.round((Date.now() - startedAt) / 1_000),
        rssMb: latest?.rssMb ?? 0,
        heapMb: recent.length === 0 ? 0 : Math.min(...recent.map(({ heapMb }) => heapMb)),
        waiting: await depth.waiting(),
        due: checked.alertsDue,
        posted: checked.alertsPosted,
        lagMaxMs: recent.reduce((maximum, { lagMaxMs }) => Math.max(maximum, lagMaxMs), 0),
      };
      samples.push(made);
      onSample(made);
    }

    const times: Record<string, number> = {};
    let rounds = 0;

    /** Runs trades and faults for this long. */
    async function runWithFaults(ms: number): Promise<void> {
      const stopping = new AbortController();
      const { signal } = stopping;
      const dueBefore = check.result().alertsDue;
      const round = rounds === 0 ? '' : `:${rounds}`;
      rounds += 1;
      const randomNow = (what: string) => randomOf(`${what}${round}`);
      const recount = setInterval(() => {
        ({ alertsDue } = check.result());
      }, POLL_INTERVAL_MS);
      const faults = injectFaults({ discord, marketplace }, randomNow, signal);
      const due = () => alertsDue - dueBefore;
      const trading = trade(marketplace, { rate, random: randomNow('trade'), due }, signal);
      const endsAt = Date.now() + ms;
      while (Date.now() < endsAt) {
        await delay(Math.min(SAMPLE_EVERY_MS, endsAt - Date.now()));
        await sample();
      }
      stopping.abort();
      clearInterval(recount);
      await trading;
      for (const [name, count] of Object.entries(await faults)) times[name] = (times[name] ?? 0) + count;
      discord.faults.clear();
      marketplace.faults.clear();
    }

    async function untilPosted(): Promise<void> {
      const since = Date.now();
      while (check.result().lost > 0 && Date.now() < since + DRAIN_MS) await delay(POLL_INTERVAL_MS);
    }

    /** Fills the token cache before measuring, so that all measurements compare. */
    async function measureLiveHeap(): Promise<void> {
      await untilPosted();
      await fillTokenCache(marketplace);
      await untilPosted();
      const askedAt = Date.now();
      await collectGarbage(figuresFile);
      let heapMb: number | null = null;
      while (heapMb === null) {
        await delay(POLL_INTERVAL_MS);
        const figures = await readResourceSamples(figuresFile);
        heapMb =
          figures.findLast(({ at, liveHeapMb }) => at >= askedAt && liveHeapMb !== null)?.liveHeapMb ?? null;
      }
      liveHeaps.push({ second: Math.round((Date.now() - startedAt) / 1_000), heapMb });
    }

    const ms = minutes * 60_000;
    const isConclusive = minutes >= MIN_CONCLUSIVE_MINUTES;
    await runWithFaults(ms * WARM_UP_SHARE);
    if (isConclusive) await measureLiveHeap();
    await runWithFaults(ms * (1 - WARM_UP_SHARE));
    if (isConclusive) await measureLiveHeap();
    check.end();
    marketplace.clock.pause();

    const closedAt = Date.now();
    await untilPosted();
    const drainedAfterS = Math.round((Date.now() - closedAt) / 1_000);
    await delay(SETTLE_MS);
    const found = check.result();
    const { requests, byStatus } = discord.counts();
    const warnings: Record<string, number> = {};
    for (const { level, msg } of bot.log.lines) if (level >= WARN) warnings[msg] = (warnings[msg] ?? 0) + 1;
    return {
      alertsDue: found.alertsDue,
      alertsPosted: found.alertsPosted,
      lost: found.lost,
      twice: found.twice,
      undecided: found.undecided,
      missing: found.missing,
      again: found.unexpected,
      wrong: [...found.wrong, ...found.undecidedTexts],
      samples,
      liveHeaps,
      faults: times,
      drainedAfterS,
      discordRequests: requests,
      discord429: byStatus[429] ?? 0,
      warnings,
    };
  }

  return await Promise.race([play(), died]);
}
