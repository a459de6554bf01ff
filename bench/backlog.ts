import type { BotChild } from '../test/support/bot-child.ts';
import { addRules, enqueue, openOutbox, salesOfNow } from './backlog/outbox.ts';
import { countPosted } from './backlog/posted.ts';
import { type LoadWorld, startAuction, startLoadWorld } from './backlog/world.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { quantile } from './harness/statistics.ts';

/*
 * The bot starts as a process of its own with 120 waiting deliveries in each of 1,000 channels of 50 servers. The local Discord
 * answers immediately and has the real rate limits. Meanwhile the reminder of an auction is due in 300 of the channels. Every
 * alert must be listed or counted exactly once.
 */

const SERVERS = 50;
const CHANNELS_EACH = 20;
const WAITING_EACH = 120;
const WAITING_EACH_IN_A_QUICK_RUN = 12;
const FOLLOW_AUCTIONS = 300;
const LEAD_MINUTES = 5;
/** When the reminder is due after the bot came online, ms. */
const DUE_AFTER_MS = 8_000;
const DRAIN_WITHIN_MS = 15 * 60_000;
const LOOK_EVERY_MS = 1_000;
/** Wait for late messages after everything seems posted, ms. */
const CALM_MS = 3_000;
const SECOND_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets a bot poll once, so that the marketplace's past is known, and fills its outbox while it is stopped. */
async function prepare(world: LoadWorld, each: number): Promise<void> {
  const first = await world.startProcess();
  await first.log.until('first poll of the feed done');
  first.kill('SIGTERM');
  await first.exit;
  await using store = await openOutbox(world);
  await addRules(store, world, world.channels.slice(0, FOLLOW_AUCTIONS), {
    topics: ['auction_ending'],
    filter: { ending: LEAD_MINUTES },
  });
  await addRules(store, world, world.channels.slice(FOLLOW_AUCTIONS), {});
  await enqueue(store, salesOfNow(each), world.channels);
}

function auctionTimes(world: LoadWorld): readonly number[] {
  return world.channels
    .slice(0, FOLLOW_AUCTIONS)
    .flatMap(({ id }) => countPosted(world.discord.messages(id)).auctionsAt);
}

interface Count {
  readonly posted: number;
  readonly lost: number;
  readonly twice: number;
}

/** `twice`: listed twice, or more alerts than due; `lost`: neither listed nor counted. */
function count(world: LoadWorld, each: number): Count {
  let [posted, lost, twice] = [0, 0, 0];
  for (const { id } of world.channels) {
    const { named, counted } = countPosted(world.discord.messages(id));
    const here = new Set(named).size + counted;
    posted += here;
    lost += Math.max(0, each - here);
    twice += named.length - new Set(named).size + Math.max(0, here - each);
  }
  return { posted, lost, twice };
}

/** Waits until everything is posted, and stops the bot. Resolves to the time of the last message, epoch ms. */
async function drain(
  world: LoadWorld,
  bot: BotChild,
  each: number,
  progress: BenchContext['progress'],
): Promise<number> {
  const due = world.channels.length * each;
  const deadline = Date.now() + DRAIN_WITHIN_MS;
  let lastMessageAt = Date.now();
  const done = () => count(world, each).lost === 0 && auctionTimes(world).length >= FOLLOW_AUCTIONS;
  const end = world.discord.onMessage(({ kind }) => {
    if (kind === 'created') lastMessageAt = Date.now();
  });
  while (!done() && Date.now() < deadline) {
    await pause(LOOK_EVERY_MS);
    const { posted } = count(world, each);
    progress(`${posted} of ${due} posted, auction in ${auctionTimes(world).length} channels`);
  }
  const drainedAt = lastMessageAt;
  await pause(CALM_MS);
  end();
  bot.kill('SIGTERM');
  await bot.exit;
  return drainedAt;
}

/** Runs once: Discord's limits determine the time. */
async function run({ quick, record, progress }: BenchContext): Promise<void> {
  const each = quick ? WAITING_EACH_IN_A_QUICK_RUN : WAITING_EACH;
  await using world = await startLoadWorld({ servers: SERVERS, channelsEach: CHANNELS_EACH });
  const deliveries = world.channels.length * each;
  progress(`writing ${deliveries} deliveries for ${world.channels.length} channels`);
  await prepare(world, each);
  const before = world.discord.counts();
  let messages = 0;
  world.discord.onMessage(({ kind }) => {
    if (kind === 'created') messages += 1;
  });
  progress('starting the bot');
  const launchedAt = Date.now();
  const bot = await world.startProcess();
  const onlineAt = Date.now();
  const dueAt = startAuction(world, LEAD_MINUTES, DUE_AFTER_MS);
  const drainedAt = await drain(world, bot, each, progress);
  const { lost, twice } = count(world, each);
  const auctionAfter = auctionTimes(world).map((at) => (at - dueAt) / SECOND_MS);
  if (lost > 0 || twice > 0 || auctionAfter.length !== FOLLOW_AUCTIONS)
    throw new Error(
      `${lost} alerts were lost, ${twice} posted twice, auction in ${auctionAfter.length} channels.`,
    );

  const figures = await world.figuresSince(launchedAt);
  const after = world.discord.counts();
  const parameters = { deliveries, channels: world.channels.length };
  const auctionParameters = { ...parameters, 'auction followed by': FOLLOW_AUCTIONS };
  const goal = { atMost: 7 };
  record({ name: 'until all is posted', value: (drainedAt - onlineAt) / SECOND_MS, unit: 's', parameters });
  record({
    name: 'auction posted, p50',
    value: quantile(auctionAfter, 0.5),
    unit: 's',
    parameters: auctionParameters,
  });
  record({
    name: 'auction posted, p99',
    value: quantile(auctionAfter, 0.99),
    unit: 's',
    parameters: auctionParameters,
    goal,
  });
  record({ name: 'messages', value: messages, unit: '', parameters });
  record({ name: 'requests', value: after.requests - before.requests, unit: '', parameters });
  const refused = (after.byStatus[429] ?? 0) - (before.byStatus[429] ?? 0);
  record({ name: 'refused with 429', value: refused, unit: '', parameters });
  const lag = Math.max(...figures.map(({ lagMaxMs }) => lagMaxMs));
  record({ name: 'longest wait of the event loop', value: lag, unit: 'ms', parameters });
  const rss = Math.max(...figures.map(({ rssMb }) => rssMb));
  record({ name: 'peak resident set', value: rss, unit: 'MiB', parameters });
}

export const backlog: Bench = {
  name: 'backlog',
  describe: 'How a backlog of 120,000 drains, and how long an auction about to end waits beside it.',
  run,
};
