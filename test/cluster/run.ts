import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { simulateMarket } from '../support/busy-market.ts';
import { type Count, count, notSent } from '../support/ledger-count/count.ts';
import { repeatedMarks } from '../support/ledger-count/posted-alerts.ts';
import { createAbility } from './ability.ts';
import { injectAnswerFaults } from './answer-faults.ts';
import { FAULT_KINDS, type FaultKind, planFaults } from './fault-plans.ts';
import type { LongPauseEnd } from './faults.ts';
import { type Growth, measureGrowth } from './growth.ts';
import type { Member } from './members.ts';
import type { ClusterOptions } from './options.ts';
import { type RoleReport, watchRoles } from './role-watch.ts';
import { runFaults } from './run-faults.ts';
import { type AskedCommands, runCommands } from './users.ts';
import { type ClusterWorld, startClusterWorld } from './world.ts';

/** What the run counted. */
export interface ClusterResult
  extends Pick<Count, 'lost' | 'twice' | 'outOfOrder' | 'wrong' | 'notSent' | 'where'>,
    RoleReport,
    AskedCommands {
  readonly due: number;
  readonly posted: number;
  /** Alerts that stand in a second message because of a pause beyond the nonce window. They do not count as `twice`. */
  readonly twiceAfterLongPauses: number;
  readonly faultsByKind: Readonly<Partial<Record<FaultKind, number>>>;
  /** Wrong answers of Discord and the marketplace, by name; none unless the run lasts for a given time. */
  readonly answerFaults: Readonly<Record<string, number>>;
  /** `null` unless the run lasts for a given time. */
  readonly growth: Growth | null;
  readonly identifies: number;
  readonly refusedIdentifies: number;
  readonly resumes: number;
  readonly seconds: number;
  readonly drainedAfterS: number;
  readonly warnings: ReadonlyMap<string, number>;
  /** How often a bot ended although nobody asked it to, by how. */
  readonly ownEnds: ReadonlyMap<string, number>;
  /** Ends after which no supervisor would start the bot, and unexpected errors. */
  readonly broken: readonly string[];
}

/** About two trades in three seconds, so that channels keep up. */
const TRADE_INTERVAL_MS = 700;
const OFFER_INTERVAL_MS = 6_000;
/** The drain waits as long as fewer and fewer are missing, and so long after that. */
const STUCK_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 2_000;
const COUNT_EVERY_MS = 20_000;
/** More than can miss once nothing waits: a full count is progress. */
const LEAST_WAITING = 1_000_000;
/** Messages would come twice within this time after everything was posted. */
const SETTLE_MS = 10_000;
/** A message that a frozen bot was about to send comes within this time after it goes on. */
const AFTER_LONG_PAUSE_MS = 10_000;

const missing = ({ lost, notSent: waiting, wrong }: Count): number => lost + waiting + wrong.length;

/** Alerts whose second message came right after a pause beyond the nonce window. */
function afterLongPauses(world: ClusterWorld, ends: readonly LongPauseEnd[]): number {
  return repeatedMarks(world).filter(({ atMs }) =>
    ends.some((end) => atMs >= end.atMs && atMs <= end.atMs + AFTER_LONG_PAUSE_MS),
  ).length;
}

/** Resolves once nothing waits and nothing is missing, or nothing was posted for five minutes. */
async function drain(world: ClusterWorld, say: (what: string) => void): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let progressedAt = Date.now();
  while (Date.now() < progressedAt + STUCK_AFTER_MS) {
    const waiting = await notSent(world);
    // Counting everything takes seconds in which nothing passes the proxies of this process: leases would be lost.
    const left = waiting === 0 ? missing(await count(world)) : waiting + LEAST_WAITING;
    if (left === 0) return;
    if (left < least) progressedAt = Date.now();
    least = Math.min(least, left);
    say(
      waiting === 0 ? `draining: ${left} alerts or corrections miss` : `draining: ${waiting} deliveries wait`,
    );
    await delay(waiting === 0 ? COUNT_EVERY_MS : LOOK_EVERY_MS);
  }
}

/** Runs several bots under load and faults, lets them finish, and counts. @param print prints a line */
export async function runCluster(
  { faults, seed, processes, forMs }: ClusterOptions,
  print: (line: string) => void,
): Promise<ClusterResult> {
  const randomOf = (what: string) => createRandom(`cluster:${seed}:${what}`);
  await using world = await startClusterWorld({ seed, processes, isObserved: forMs !== null });
  const { discord, marketplace, scenario, members, report, check } = world;
  const beganAt = Date.now();
  const secondsSince = (at: number) => Math.round((Date.now() - at) / 1_000);
  const say = (what: string) => print(`${secondsSince(beganAt)} s: ${what}`);

  say(`starting ${processes} bots`);
  await Promise.all(members.map((member) => member.start()));
  const anyone = (words: string) => Promise.any(members.map((member) => member.said(words)));
  await anyone('first poll of the feed done');
  await anyone('first poll of the auctions done');
  await world.setUp();

  const ability = createAbility();
  const memberOf = (pid: number): Member | undefined =>
    [...members, world.guest].find((member) => member.pid() === pid);
  await using watch = watchRoles(world.databaseUrl, (pid) => {
    const member = memberOf(pid);
    return member === undefined ? null : ability.since(member);
  });
  await delay(LOOK_EVERY_MS);
  say(`the market opens; ${watch.holders()}`);
  watch.begin();
  check.begin();
  marketplace.clock.resume();
  const closing = new AbortController();
  const { signal } = closing;
  const market = simulateMarket(marketplace, randomOf('market'), signal, TRADE_INTERVAL_MS);
  const offers = setInterval(() => world.loadServer.causeOffer(), OFFER_INTERVAL_MS);
  const [anybody] = scenario.people;
  const firstChannels = [...Map.groupBy(scenario.channels, ({ guildId }) => guildId).values()].flatMap(
    ([first]) => (first === undefined ? [] : [first.id]),
  );
  const commands = runCommands(
    discord,
    firstChannels.map((channelId) => ({ userId: anybody?.id ?? '', channelId })),
    { random: randomOf('users'), signal },
  );

  const longPauseEnds: LongPauseEnd[] = [];
  const faultsByKind: Partial<Record<FaultKind, number>> = {};
  const randomPlans = randomOf('plans');
  const randomPlaces = randomOf('places');

  /** Runs as many faults, until this time at the latest, epoch ms. */
  async function runSome(most: number, endsAt = Number.POSITIVE_INFINITY): Promise<void> {
    const without: FaultKind[] = [];
    if (processes === 1) without.push('join-and-leave');
    if (processes === 1 && world.observed !== null) without.push('kill');
    const plans = planFaults(most, { random: randomPlans, without });
    const counts = await runFaults(
      plans,
      { world, ability, longPauseEnds },
      {
        random: randomPlaces,
        say: (what) =>
          say(`${what}; ${world.marketplace.ledger.records().length} records, ${watch.holders()}`),
        endsAt,
      },
    );
    for (const kind of FAULT_KINDS) {
      const sum = (faultsByKind[kind] ?? 0) + (counts[kind] ?? 0);
      if (sum > 0) faultsByKind[kind] = sum;
    }
  }

  const answerFaults: Record<string, number> = {};
  /** Runs faults for so many ms, with wrong answers of Discord and the marketplace beside them. */
  async function runFor(ms: number): Promise<void> {
    const endsAt = Date.now() + ms;
    const stopping = new AbortController();
    const answers = injectAnswerFaults(world, randomOf, stopping.signal);
    await runSome(Math.ceil(ms / 1_000), endsAt).finally(() => stopping.abort());
    for (const [name, times] of Object.entries(await answers))
      answerFaults[name] = (answerFaults[name] ?? 0) + times;
  }

  let growth: Growth | null = null;
  try {
    if (forMs === null) await runSome(faults);
    else growth = await measureGrowth(world, forMs, runFor);
  } finally {
    closing.abort();
    clearInterval(offers);
  }
  await market;
  const asked = await commands;
  check.end();
  marketplace.clock.pause();

  const closedAt = Date.now();
  say('the market closes');
  await drain(world, say);
  const drainedAfterS = secondsSince(closedAt);
  await delay(SETTLE_MS);
  const roles = watch.report();
  for (const member of members) await member.stop();
  const counted = await count(world);
  const twiceAfterLongPauses = afterLongPauses(world, longPauseEnds);
  return {
    due: counted.alertsExpected,
    posted: counted.alertsPosted,
    lost: counted.lost,
    // The count has each of them twice: as one beyond the number that was due, and as a repeated mark.
    twice: Math.max(0, counted.twice - 2 * twiceAfterLongPauses),
    twiceAfterLongPauses,
    outOfOrder: counted.outOfOrder,
    wrong: counted.wrong,
    notSent: counted.notSent,
    where: counted.where,
    faultsByKind,
    answerFaults,
    growth,
    ...roles,
    identifies: discord.gateway.identifies(),
    refusedIdentifies: discord.gateway.refusedIdentifies(),
    resumes: discord.gateway.resumes(),
    ...asked,
    seconds: secondsSince(beganAt),
    drainedAfterS,
    warnings: report.warnings,
    ownEnds: report.ownEnds,
    broken: report.broken,
  };
}
