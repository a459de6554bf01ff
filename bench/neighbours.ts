import { type Address, parseAddress } from '../src/domain/address.ts';
import { EVERYTHING } from '../src/domain/alert-filter.ts';
import { addRules, openOutbox } from './backlog/outbox.ts';
import { toldIn } from './backlog/told.ts';
import { type LoadWorld, startAuction, startLoadWorld } from './backlog/world.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { quantile } from './harness/statistics.ts';
import { createLatencies } from './neighbours/latencies.ts';
import { beginTroubles, type Troubled } from './neighbours/troubles.ts';

/*
 * 50 servers, of which 44 follow sales of four collections; quiet and busy phases in turn. In a busy one a server has a burst
 * of 500 alerts, one a channel in which Discord fails, one in which it does not answer, one in which the bot may not post any
 * more, one is limited hard, and in one an auction is about to end. Measured is the time from the marketplace's record to
 * the message that Discord took, for the 44. The bot looks every second, so about a second of each time is waiting for that.
 */

const SERVERS = 50;
const COLLECTIONS = 4;
const SALE_EVERY_MS = 500;
const LEAD_MINUTES = 5;
/** In a busy phase the auction is about to end after so long, when everything else is at its worst. */
const AUCTION_DUE_AFTER_MS = 5_000;
/** What waits at the end of a phase is told in this time. */
const CALM_MS = 8_000;
const PHASE_MS = 20_000;
const PHASE_OF_A_QUICK_RUN_MS = 8_000;
const MOST_RATIO = 2;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Who has which part: six servers in trouble or with an auction, all others, and what they follow. */
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
  const troubled: Troubled = { burst, failing, silent, forbidden, limited };
  return { troubled, ofAuction, others, burstIn, sold };
}

type Cast = ReturnType<typeof castOf>;

const followingOnly = (collection: Address) => ({
  filter: { ...EVERYTHING, collections: { type: 'these' as const, addresses: [collection] } },
});

/**
 * Everybody follows one collection each; those with trouble do so as well, so that there is something to tell. Resolves to how
 * many of the others follow each.
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
  await addRules(store, world, [troubled.burst], { kinds: ['transfer'], ...followingOnly(burstIn) });
  await addRules(store, world, [ofAuction], { kinds: ['auction_ending'], endingLead: LEAD_MINUTES });
  return followers;
}

async function run({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  await using world = await startLoadWorld({ servers: SERVERS, channelsEach: 1 });
  const cast = castOf(world);
  const latencies = createLatencies(world, cast.others);
  const first = await world.launch();
  await first.log.until('first look at the feed taken');
  first.kill('SIGTERM');
  await first.exit;
  const followers = await subscribe(world, cast);
  await world.launch();

  /** Sells in turn, for one phase; resolves when what was sold is told. */
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
      throw new Error(`${missing} alerts were not told within ${CALM_MS} ms of the phase's end.`);
    return { p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
  }

  progress('some sales to warm up');
  await phase();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    progress(`quiet phase ${repeat} of ${repeats}`);
    const quiet = await phase();
    progress(`busy phase ${repeat} of ${repeats}`);
    const end = beginTroubles(world, cast.troubled, cast.burstIn);
    const dueAt = startAuction(world, LEAD_MINUTES, AUCTION_DUE_AFTER_MS);
    const busy = await phase();
    end();
    await pause(CALM_MS);
    const { auctionsAt } = toldIn(world.discord.messages(cast.ofAuction.id));
    const toldAt = auctionsAt.find((at) => at >= dueAt);
    if (toldAt === undefined) throw new Error('The auction was not told.');
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
    const goal = { atMost: MOST_RATIO };
    record({ name: 'busy p99 ÷ quiet p99', value: busy.p99 / quiet.p99, unit: '×', parameters: {}, goal });
    record({ name: 'auction told after', value: toldAt - dueAt, unit: 'ms', parameters: {} });
  }
}

export const neighbours: Bench = {
  name: 'neighbours',
  describe: 'Whether servers are told later while others have bursts and trouble.',
  run,
};
