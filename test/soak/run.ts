import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { botEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { createLedgerCheck } from '../../sandbox/demo/ledger-check.ts';
import { createScene, subscribe } from '../../sandbox/demo/scene.ts';
import { startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { startBotChild } from '../support/bot-child.ts';
import { figuresInto, readFigures } from '../support/bot-figures.ts';
import { WARN } from '../support/bot-log.ts';
import type { Sample } from './growth.ts';
import type { SoakOptions } from './options.ts';
import { openOutboxDepth } from './outbox-depth.ts';
import { SOAK_SERVERS } from './servers.ts';
import { trade } from './trading.ts';
import { makeTroubles } from './troubles.ts';

/** How it went. */
export interface SoakResult {
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  readonly undecided: number;
  /** What is lost, what is there again, and what is wrong or undecided, in words. */
  readonly missing: readonly string[];
  readonly again: readonly string[];
  readonly wrong: readonly string[];
  readonly samples: readonly Sample[];
  readonly troubles: Readonly<Record<string, number>>;
  readonly drainedAfterS: number;
  readonly discordRequests: number;
  readonly discord429: number;
  /** Lines of the bot's log that warn or worse, by what they say. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** What the simulation adds to what is caused: listings, mints, and auctions that come to their end. */
const SALES_PER_MINUTE = 6;
const AUCTIONS_PER_MINUTE = 3;
const SETTLE_AFTER_MS = 15_000;
/**
 * With one trouble after the other a look at the auctions may fail for more than a minute (75 s were seen). Of an auction that
 * came and went meanwhile only the end is told (`docs/delivery.md`).
 */
const SEEN_AFTER_MS = 3 * 60_000;
const SAMPLE_EVERY_MS = 10_000;
/** What the bot gets at the end to tell what is still due. */
const DRAIN_MS = 3 * 60_000;
const LOOK_EVERY_MS = 1_000;
/** What would be told twice comes within this time after everything was told. */
const CALM_MS = 20_000;

/** Runs the bot under load and trouble, and counts. @param tell takes a sample as it is made */
export async function runSoak(options: SoakOptions, tell: (sample: Sample) => void): Promise<SoakResult> {
  const { minutes, rate, seed } = options;
  const randomOf = (what: string) => createRandom(`soak:${seed}:${what}`);
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-soak-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
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
  const scene = createScene(discord, marketplace, SOAK_SERVERS);
  const check = createLedgerCheck(discord, marketplace, scene, Date.now, {
    seenAfterMs: SEEN_AFTER_MS,
  });
  const figuresFile = path.join(folder, 'figures');
  const bot = parts.use(
    startBotChild({
      ...botEnvironment(discord, marketplace, scene, folder, 'S'),
      ...figuresInto(figuresFile),
    }),
  );
  const died = bot.exit.then(({ code, signal }) => {
    const last = bot.log.lines.slice(-5).map(({ msg }) => msg);
    throw new Error(`The bot ended (${signal ?? `status ${code}`}): ${last.join(' | ')}`);
  });
  died.catch(() => undefined);

  async function play(): Promise<SoakResult> {
    await bot.log.until('ready');
    await bot.log.until('first look at the feed taken');
    await bot.log.until('first look at the auctions taken');
    await subscribe(discord, scene);
    const depth = parts.use(openOutboxDepth(path.join(folder, 'gavel.db')));
    check.begin();
    marketplace.clock.resume();
    const startedAt = Date.now();
    const samples: Sample[] = [];
    let { alertsDue } = check.result();

    async function sample(): Promise<void> {
      const audit = check.result();
      ({ alertsDue } = audit);
      const recent = (await readFigures(figuresFile)).slice(-SAMPLE_EVERY_MS / 1_000);
      const latest = recent.at(-1);
      const made: Sample = {
        second: Math.round((Date.now() - startedAt) / 1_000),
        rssMb: latest?.rssMb ?? 0,
        heapMb: recent.length === 0 ? 0 : Math.min(...recent.map(({ heapMb }) => heapMb)),
        waiting: depth.waiting(),
        due: audit.alertsDue,
        posted: audit.alertsPosted,
        lagMaxMs: recent.reduce((most, { lagMaxMs }) => Math.max(most, lagMaxMs), 0),
      };
      samples.push(made);
      tell(made);
    }

    const stopping = new AbortController();
    const { signal } = stopping;
    const recount = setInterval(() => {
      ({ alertsDue } = check.result());
    }, LOOK_EVERY_MS);
    const troubles = makeTroubles({ discord, marketplace }, randomOf, signal);
    const trading = trade(marketplace, { rate, random: randomOf('trade'), due: () => alertsDue }, signal);
    const endsAt = startedAt + minutes * 60_000;
    while (Date.now() < endsAt) {
      await delay(Math.min(SAMPLE_EVERY_MS, endsAt - Date.now()));
      await sample();
    }
    stopping.abort();
    clearInterval(recount);
    await trading;
    const times = await troubles;
    discord.faults.clear();
    marketplace.faults.clear();
    check.end();
    marketplace.clock.pause();

    const closedAt = Date.now();
    while (check.result().lost > 0 && Date.now() < closedAt + DRAIN_MS) await delay(LOOK_EVERY_MS);
    const drainedAfterS = Math.round((Date.now() - closedAt) / 1_000);
    await delay(CALM_MS);
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
      again: found.again,
      wrong: [...found.wrong, ...found.undecidedInWords],
      samples,
      troubles: times,
      drainedAfterS,
      discordRequests: requests,
      discord429: byStatus[429] ?? 0,
      warnings,
    };
  }

  return await Promise.race([play(), died]);
}
