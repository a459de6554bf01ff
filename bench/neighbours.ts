import { parseArgs } from 'node:util';
import { percentile } from '../sandbox/demo/percentile.ts';
import { type Address, parseAddress } from '../src/domain/address.ts';
import { EVERYTHING } from '../src/domain/alert-filter.ts';
import { addRules, openOutbox } from './backlog/outbox.ts';
import { toldIn } from './backlog/told.ts';
import { startAuction, startLoadWorld } from './backlog/world.ts';
import { createLatencies } from './neighbours/latencies.ts';
import { beginTroubles, type Troubled } from './neighbours/troubles.ts';

/*
 * `npm run bench:neighbours -- [--seconds N] [--repeats N]`: whether servers suffer from their neighbours. 50 servers, of
 * which 44 follow sales of four collections; quiet and busy phases in turn. In a busy one a server has a burst of 500
 * alerts, one a channel in which Discord fails, one in which it does not answer, one in which the bot may not post any
 * more, one is limited hard, and in one an auction is about to end. Measured is the time from the marketplace's record to
 * the message that Discord took, for the 44; the p99 of a busy phase stays within twice that of the quiet one before it.
 *
 * The bot is a process of its own and looks every second, so about a second of each time is waiting for that.
 */

const SERVERS = 50;
const COLLECTIONS = 4;
const SALE_EVERY_MS = 500;
const LEAD_MINUTES = 5;
/** In a busy phase the auction is about to end after so long, when everything else is at its worst. */
const AUCTION_DUE_AFTER_MS = 5_000;
/** What waits at the end of a phase is told in this time. */
const CALM_MS = 8_000;
const MOST_RATIO = 2;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, repeats: { type: 'string', default: '5' } },
});
const phaseMs = Number(values.seconds) * 1_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await using world = await startLoadWorld({ servers: SERVERS, channelsEach: 1 });
const [burst, failing, silent, forbidden, limited, ofAuction, ...others] = world.channels;
if (!burst || !failing || !silent || !forbidden || !limited || !ofAuction) throw new Error('too few servers');
const auctionChannel = ofAuction;
const troubled: Troubled = { burst, failing, silent, forbidden, limited };
const collections = world.marketplace
  .collections()
  .toSorted((a, b) => b.tokens - a.tokens)
  .flatMap(({ address }) => parseAddress(address) ?? []);
const [burstIn, ...sold] = collections.slice(0, COLLECTIONS + 1);
if (burstIn === undefined || sold.length < COLLECTIONS) throw new Error('too few collections');
const burstCollection = burstIn;
const followers = new Map<Address, number>(sold.map((collection) => [collection, 0]));

const followingOnly = (collection: Address) => ({
  filter: { ...EVERYTHING, collections: { type: 'these' as const, addresses: [collection] } },
});

/** Everybody follows one collection each; those with trouble do so as well, so that there is something to tell. */
async function subscribe(): Promise<void> {
  const store = await openOutbox(world);
  for (const [position, channel] of [...others, failing, silent, forbidden, limited].entries()) {
    const collection = sold[position % sold.length];
    if (collection === undefined || channel === undefined) continue;
    await addRules(store, world, [channel], followingOnly(collection));
    if (position < others.length) followers.set(collection, (followers.get(collection) ?? 0) + 1);
  }
  await addRules(store, world, [troubled.burst], {
    kinds: ['transfer'],
    ...followingOnly(burstCollection),
  });
  await addRules(store, world, [auctionChannel], { kinds: ['auction_ending'], endingLead: LEAD_MINUTES });
  await store[Symbol.asyncDispose]();
}

const latencies = createLatencies(world, others);

/** Sells in turn, for one phase; resolves when what was sold is told. */
async function phase(): Promise<{ readonly p50: number; readonly p99: number; readonly missing: number }> {
  const until = Date.now() + phaseMs;
  for (let turn = 0; Date.now() < until; turn += 1) {
    const collection = sold[turn % sold.length];
    for (const { txHash, shownAtMs } of world.marketplace.cause.sale({ collection }))
      latencies.expect(txHash, shownAtMs, followers.get(collection ?? '0x') ?? 0);
    await pause(SALE_EVERY_MS);
  }
  await pause(CALM_MS);
  const { ms, missing } = latencies.take();
  return { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99), missing };
}

const first = await world.launch();
await first.log.until('first look at the feed taken');
first.kill('SIGTERM');
await first.exit;
await subscribe();
await world.launch();
print('the bot is online; first some sales to warm up');
await phase();

const ratios: number[] = [];
const auctionMs: number[] = [];
let missing = 0;
print('repeat        quiet p50   p99    busy p50   p99   ratio   auction after');
for (let repeat = 1; repeat <= Number(values.repeats); repeat += 1) {
  const quiet = await phase();
  const end = beginTroubles(world, troubled, burstCollection);
  const dueAt = startAuction(world, LEAD_MINUTES, AUCTION_DUE_AFTER_MS);
  const busy = await phase();
  end();
  await pause(CALM_MS);
  const [toldAt] = toldIn(world.discord.messages(auctionChannel.id)).auctionsAt.filter((at) => at >= dueAt);
  const auctionAfter = toldAt === undefined ? Number.POSITIVE_INFINITY : toldAt - dueAt;
  const ratio = Math.round((busy.p99 / quiet.p99) * 100) / 100;
  ratios.push(ratio);
  auctionMs.push(auctionAfter);
  missing += quiet.missing + busy.missing;
  const cells = [quiet.p50, quiet.p99, busy.p50, busy.p99].map((ms) => String(ms).padStart(9)).join('');
  print(`${String(repeat).padEnd(10)} ${cells}   ${ratio.toFixed(2)}   ${auctionAfter} ms`);
  print(JSON.stringify({ figure: 'neighbours', repeat, quiet, busy, ratio, auctionAfterMs: auctionAfter }));
}
const summary = {
  figure: 'neighbours',
  repeats: ratios.length,
  ratioMedian: percentile(ratios, 0.5),
  ratioLeast: percentile(ratios, 0),
  ratioMost: percentile(ratios, 1),
  auctionMedianMs: percentile(auctionMs, 0.5),
  auctionMostMs: percentile(auctionMs, 1),
  missing,
};
print(JSON.stringify(summary));
process.exitCode = summary.ratioMedian <= MOST_RATIO && missing === 0 ? 0 : 1;
