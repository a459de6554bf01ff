import { parseArgs } from 'node:util';
import { parseAddress } from '../src/domain/address.ts';
import type { MarketplaceClient } from '../src/marketplace/client.ts';
import { toToken } from '../src/marketplace/map/token.ts';
import { createTokenFinder } from '../src/marketplace/token-finder.ts';
import { ID_SHAPES, seeded } from './id-shapes.ts';

/*
 * `npm run bench:find-token -- [--tokens N] [--searches N] [--seed N]`: how many requests it takes to find one token in a
 * list, for collections that number their tokens in various ways. Every search starts knowing nothing. Prints one line a
 * shape and at last one line of JSON.
 */

const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';

/** A client over a list of these ids, which counts how often it is asked. */
function listed(ids: readonly bigint[]): { client: Pick<MarketplaceClient, 'tokens'>; asked: () => number } {
  let asked = 0;
  const client: Pick<MarketplaceClient, 'tokens'> = {
    async tokens(collection, { page = 1, limit = 50 }) {
      asked += 1;
      const start = (page - 1) * limit;
      const items = ids.slice(start, start + limit).flatMap((id) => {
        const token = toToken({ tokenId: id.toString() }, collection, 0);
        return token === null ? [] : [token];
      });
      const hasNext = items.length > 0 && start + limit < ids.length;
      return { items, page, total: ids.length, hasNext, unreadable: 0, sorted: true };
    },
  };
  return { client, asked: () => asked };
}

async function measure(ids: readonly bigint[], searches: number, random: () => number) {
  const counts: number[] = [];
  for (let search = 0; search < searches; search += 1) {
    const { client, asked } = listed(ids);
    const id = ids[Math.floor(random() * ids.length)] ?? 0n;
    await createTokenFinder({ client, now: () => 0 }).find(COLLECTION, id.toString());
    counts.push(asked());
  }
  counts.sort((a, b) => a - b);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return {
    median: counts[Math.floor(counts.length / 2)] ?? 0,
    worst: counts.at(-1) ?? 0,
    mean: Math.round(mean * 100) / 100,
  };
}

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '10000' },
    searches: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const [tokens, searches, seed] = [values.tokens, values.searches, values.seed].map(Number);
const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const [shape, idsOf] of Object.entries(ID_SHAPES)) {
  const random = seeded(seed ?? 1);
  const result = await measure(idsOf(tokens ?? 10_000, random), searches ?? 1_000, random);
  results[shape] = result;
  process.stdout.write(
    `${shape.padEnd(28)} median ${result.median}  worst ${result.worst}  mean ${result.mean}\n`,
  );
}
process.stdout.write(`${JSON.stringify({ tokens, searches, seed, results })}\n`);
