import { parseArgs } from 'node:util';
import { percentile } from '../sandbox/demo/percentile.ts';
import type { BotChild } from '../test/support/bot-child.ts';
import { addRules, enqueue, openOutbox, salesOfNow } from './backlog/outbox.ts';
import { toldIn } from './backlog/told.ts';
import { type LoadWorld, startAuction, startLoadWorld } from './backlog/world.ts';

/*
 * `npm run bench:backlog -- [--channels N] [--each N]`: how a long backlog drains. 120,000 deliveries wait over 1,000
 * channels of 50 servers when the bot starts, as a process of its own, at a local Discord that answers at once and has
 * its real limits. While it drains, an auction is about to end that 300 of the channels follow. Every alert has to be
 * named or counted exactly once. Prints how far it is, a table, and one line of JSON; ends with status 1 when an alert is
 * missing or is there twice.
 */

const SERVERS = 50;
const FOLLOW_AUCTIONS = 300;
const LEAD_MINUTES = 5;
/** The auction is about to end so long after the bot came online. */
const DUE_AFTER_MS = 8_000;
const DRAIN_WITHIN_MS = 15 * 60_000;
const LOOK_EVERY_MS = 1_000;
/** Messages may still be on their way when everything seems told. */
const CALM_MS = 3_000;

const { values } = parseArgs({
  options: { channels: { type: 'string', default: '1000' }, each: { type: 'string', default: '120' } },
});
const each = Number(values.each);
const channelsEach = Math.ceil(Number(values.channels) / SERVERS);
const print = (line: string) => process.stdout.write(`${line}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets a bot look once, so that the marketplace's past is known, and fills its outbox while it is down. */
async function prepare(world: LoadWorld): Promise<void> {
  const first = await world.launch();
  await first.log.until('first look at the feed taken');
  first.kill('SIGTERM');
  await first.exit;
  const store = await openOutbox(world);
  await addRules(store, world, world.channels.slice(0, FOLLOW_AUCTIONS), {
    kinds: ['auction_ending'],
    endingLead: LEAD_MINUTES,
  });
  await addRules(store, world, world.channels.slice(FOLLOW_AUCTIONS), {});
  await enqueue(store, salesOfNow(each), world.channels);
  await store[Symbol.asyncDispose]();
}

function auctionTimes(world: LoadWorld): readonly number[] {
  return world.channels
    .slice(0, FOLLOW_AUCTIONS)
    .flatMap(({ id }) => toldIn(world.discord.messages(id)).auctionsAt);
}

interface Count {
  readonly told: number;
  readonly lost: number;
  readonly twice: number;
}

/** What is named twice, or told more often than it was due, is twice; what is neither named nor counted is lost. */
function count(world: LoadWorld): Count {
  let [told, lost, twice] = [0, 0, 0];
  for (const { id } of world.channels) {
    const { named, counted } = toldIn(world.discord.messages(id));
    const here = new Set(named).size + counted;
    told += here;
    lost += Math.max(0, each - here);
    twice += named.length - new Set(named).size + Math.max(0, here - each);
  }
  return { told, lost, twice };
}

async function drain(world: LoadWorld, bot: BotChild, onlineAt: number) {
  const due = world.channels.length * each;
  const deadline = Date.now() + DRAIN_WITHIN_MS;
  let lastMessageAt = onlineAt;
  const done = () => count(world).lost === 0 && auctionTimes(world).length >= FOLLOW_AUCTIONS;
  const end = world.discord.onMessage(({ kind }) => {
    if (kind === 'created') lastMessageAt = Date.now();
  });
  while (!done() && Date.now() < deadline) {
    await pause(LOOK_EVERY_MS);
    const { told } = count(world);
    const seconds = Math.round((Date.now() - onlineAt) / 1_000);
    print(`${seconds} s: ${told} of ${due} told, ${auctionTimes(world).length} channels know of the auction`);
  }
  const drainedAt = lastMessageAt;
  await pause(CALM_MS);
  end();
  bot.kill('SIGTERM');
  await bot.exit;
  return drainedAt;
}

await using world = await startLoadWorld({ servers: SERVERS, channelsEach });
print(`writing ${world.channels.length * each} deliveries for ${world.channels.length} channels`);
await prepare(world);
const requestsBefore = world.discord.counts();
const launchedAt = Date.now();
let [messages, edits] = [0, 0];
world.discord.onMessage(({ kind }) => {
  if (kind === 'created') messages += 1;
  if (kind === 'edited') edits += 1;
});
print('starting the bot');
const bot = await world.launch();
const onlineAt = Date.now();
const dueAt = startAuction(world, LEAD_MINUTES, DUE_AFTER_MS);
const drainedAt = await drain(world, bot, onlineAt);
const { told, lost, twice } = count(world);
const figures = await world.figuresSince(launchedAt);
const requests = world.discord.counts();
const auctionAfter = auctionTimes(world).map((at) => at - dueAt);
const result = {
  figure: 'backlog',
  deliveries: world.channels.length * each,
  channels: world.channels.length,
  told,
  lost,
  twice,
  startS: (onlineAt - launchedAt) / 1_000,
  drainS: (drainedAt - onlineAt) / 1_000,
  messages,
  edits,
  requests: requests.requests - requestsBefore.requests,
  refused429: (requests.byStatus[429] ?? 0) - (requestsBefore.byStatus[429] ?? 0),
  auctionChannels: auctionAfter.length,
  auctionP50Ms: percentile(auctionAfter, 0.5),
  auctionLastMs: percentile(auctionAfter, 1),
  loopLagMaxMs: percentile(
    figures.map(({ lagMaxMs }) => lagMaxMs),
    1,
  ),
  loopLagP99MedianMs: percentile(
    figures.map(({ lagP99Ms }) => lagP99Ms),
    0.5,
  ),
  rssMaxMb: percentile(
    figures.map(({ rssMb }) => rssMb),
    1,
  ),
};
for (const [name, value] of Object.entries(result)) print(`${name.padEnd(20)} ${value}`);
print(JSON.stringify(result));
process.exitCode = lost === 0 && twice === 0 && auctionAfter.length === FOLLOW_AUCTIONS ? 0 : 1;
