import { parseAddress } from '#src/chain/address.ts';
import type { MarketplaceClient } from '#src/marketplace/client.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { createTokenFinder } from '#src/marketplace/token-finder.ts';
import { toToken } from '../test/support/read-resources.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { seeded } from './harness/random.ts';
import { quantile } from './harness/statistics.ts';
import { ID_SHAPES } from './id-shapes.ts';

const TOKENS = 10_000;
const SEARCHES = 1_000;
const QUICK_SEARCHES = 100;
const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';

/** A client for a list of these ids, which counts its requests. */
function listed(ids: readonly bigint[]): { client: Pick<MarketplaceClient, 'tokens'>; asked: () => number } {
  let asked = 0;
  const client: Pick<MarketplaceClient, 'tokens'> = {
    async tokens(collection, { page = 1, limit = 50 }) {
      asked += 1;
      const start = (page - 1) * limit;
      const items = ids.slice(start, start + limit).flatMap((id) => {
        const token = toToken({ tokenId: id.toString() }, collection, 0, isCoinOf('S'));
        return token === null ? [] : [token];
      });
      const hasNext = items.length > 0 && start + limit < ids.length;
      return { items, page, total: ids.length, hasNext, unreadable: 0, sorted: true };
    },
  };
  return { client, asked: () => asked };
}

/** Number of requests of each search, without cached pages. */
async function measure(
  ids: readonly bigint[],
  searches: number,
  random: () => number,
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let search = 0; search < searches; search += 1) {
    const { client, asked } = listed(ids);
    const id = ids[Math.floor(random() * ids.length)] ?? 0n;
    await createTokenFinder({ client, now: () => 0 }).find(COLLECTION, id.toString());
    counts.push(asked());
  }
  return counts;
}

async function run({ repeats, quick, seed, record, progress }: BenchContext): Promise<void> {
  const searches = quick ? QUICK_SEARCHES : SEARCHES;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    progress(`searching lists of another seed, ${repeat + 1} of ${repeats}`);
    for (const [ids, idsOf] of Object.entries(ID_SHAPES)) {
      const random = seeded(seed + repeat);
      const counts = await measure(idsOf(TOKENS, random), searches, random);
      const parameters = { ids, tokens: TOKENS };
      record({ name: 'requests, median', value: quantile(counts, 0.5), unit: '', parameters });
      record({ name: 'requests, most', value: quantile(counts, 1), unit: '', parameters });
    }
  }
}

export const findToken: Bench = {
  name: 'find-token',
  describe: 'Requests to find one token in a list, for various numberings of tokens.',
  run,
};
