import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { type Address, parseAddress } from '#src/chain/address.ts';
import { addRules, openOutbox } from './backlog/outbox.ts';
import { countPosted } from './backlog/posted.ts';
import { type LoadWorld, startAuction, startLoadWorld } from './backlog/world.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { quantile } from './harness/statistics.ts';
import { type FaultyChannels, startFaults } from './neighbours/faults.ts';
import { createLatencies } from './neighbours/latencies.ts';

/*
 * 50 servers, of which 44 follow sales of four collections, in alternating quiet and busy phases. In a busy phase, one server
 * each has a burst of 500 alerts, a channel in which Discord fails, one without answers, one without permission to post, one
 * with a long rate limit, and an auction that is about to end. Measures the time from the marketplace's record to the
 * accepted message for the 44. The bot polls every second, so each time includes up to a second for that.
 */

const SERVERS = 50;
const COLLECTIONS = 4;
const SALE_EVERY_MS = 500;
const LEAD_MINUTES = 5;
/** When the reminder of the auction is due in a busy phase, ms. */
const AUCTION_DUE_AFTER_MS = 5_000;
/** Time for posting the remaining alerts at the end of a phase, ms. */
const CALM_MS = 8_000;
const PHASE_MS = 12_000;
const PHASE_OF_A_QUICK_RUN_MS = 8_000;
const MAX_RATIO = 2;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Assigns the servers: six with faults or an auction, all others, and the collections that they follow. */
function castOf(world: LoadWorld) {
  const [burst, failing, silent, forbidden, limited, ofAuction, ...others] = world.channels;
  if (!burst || !failing || !silent || !forbidden || !limited || !ofAuction)
    throw new Error('too few servers');
  const collections = world.marketplace
    .collections()
    .toSorted((a, b) => b.tokens - a.tokens)
    .flatMap(({ address }) => parseAddress(address) ?? []);
  const [burstIn, ...sold] = collections.slice(0, COLLECTIONS + 1);
  if (burstIn === undefined || sold.length < COLLECTIONS) throw new Error('too few collections');
  const troubled: FaultyChannels = { burst, failing, silent, forbidden, limited };
  return { troubled, ofAuction, others, burstIn, sold };
}

type Cast = ReturnType<typeof castOf>;

const followingOnly = (collection: Address) => ({
  filter: { ...MATCH_ALL, collection: [collection] },
});

/**
 * Every server follows one collection, also those with faults. Resolves to the number of followers without faults for each
 * collection.
 */
async function subscribe(world: LoadWorld, cast: Cast): Promise<ReadonlyMap<Address, number>> {
  const { troubled, ofAuction, others, burstIn, sold } = cast;
  const { failing, silent, forbidden, limited } = troubled;
  const followers = new Map<Address, number>();
  await using store = await openOutbox(world);
  for (const [position, channel] of [...others, failing, silent, forbidden, limited].entries()) {
    const collection = sold[position % sold.length];
    if (collection === undefined) continue;
    await addRules(store, world, [channel], followingOnly(collection));
    if (position < others.length) followers.set(collection, (followers.get(collection) ?? 0) + 1);
  }
  await addRules(store, world, [troubled.burst], { topics: ['transfer'], ...followingOnly(burstIn) });
  await addRules(store, world, [ofAuction], { topics: ['auction_ending'], filter: { ending: LEAD_MINUTES } });
  return followers;
}

async function run({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  await using world = await startLoadWorld({ servers: SERVERS, channelsEach: 1 });
  const cast = castOf(world);
  const latencies = createLatencies(world, cast.others);
  const first = await world.startProcess();
  await first.log.until('first poll of the feed done');
  first.kill('SIGTERM');
  await first.exit;
  const followers = await subscribe(world, cast);
  await world.startProcess();

  /** Runs one phase of sales; resolves when all of them are posted. */
  async function phase(): Promise<{ readonly p50: number; readonly p99: number }> {
    const until = Date.now() + (quick ? PHASE_OF_A_QUICK_RUN_MS : PHASE_MS);
    for (let turn = 0; Date.now() < until; turn += 1) {
      const collection = cast.sold[turn % cast.sold.length];
      if (collection === undefined) throw new Error('nothing to sell');
      for (const { txHash, shownAtMs } of world.marketplace.cause.sale({ collection }))
        latencies.expect(txHash, shownAtMs, followers.get(collection) ?? 0);
      await pause(SALE_EVERY_MS);
    }
    await pause(CALM_MS);
    const { ms, missing } = latencies.take();
    if (missing > 0)
      throw new Error(`${missing} alerts were not posted within ${CALM_MS} ms of the phase's end.`);
    return { p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
  }

  progress('some sales to warm up');
  await phase();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    progress(`quiet phase ${repeat} of ${repeats}`);
    const quiet = await phase();
    progress(`busy phase ${repeat} of ${repeats}`);
    const end = startFaults(world, cast.troubled, cast.burstIn);
    const dueAt = startAuction(world, LEAD_MINUTES, AUCTION_DUE_AFTER_MS);
    const busy = await phase();
    end();
    await pause(CALM_MS);
    const { auctionsAt } = countPosted(world.discord.messages(cast.ofAuction.id));
    const feedServedAt = auctionsAt.find((at) => at >= dueAt);
    if (feedServedAt === undefined) throw new Error('The auction was not posted.');
    for (const [neighbours, { p50, p99 }] of Object.entries({ quiet, busy })) {
      record({
        name: 'from the feed to the message, p50',
        value: p50,
        unit: 'ms',
        parameters: { neighbours },
      });
      record({
        name: 'from the feed to the message, p99',
        value: p99,
        unit: 'ms',
        parameters: { neighbours },
      });
    }
    const goal = { atMost: MAX_RATIO };
    record({ name: 'busy p99 ÷ quiet p99', value: busy.p99 / quiet.p99, unit: '×', parameters: {}, goal });
    record({ name: 'auction posted after', value: feedServedAt - dueAt, unit: 'ms', parameters: {} });
  }
}

export const neighbours: Bench = {
  name: 'neighbours',
  describe: 'Whether alerts of other servers are delayed by bursts and faults.',
  run,
};
