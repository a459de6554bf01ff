import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detect } from '#src/alerts/detect/detect.ts';
import { GavelError } from '#src/chain/errors.ts';
import { createFeedReader } from '#src/ingest/read-feed.ts';
import { recordKeys } from '#src/ingest/record-keys.ts';
import { createAnswerMemory } from '#src/marketplace/answer-memory.ts';
import { readList } from '#src/marketplace/envelope.ts';
import { parseAnswer } from '#src/marketplace/http-body.ts';
import { parseJson } from '#src/marketplace/json.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { createActivityReader } from '#src/marketplace/resources/activity/reader.ts';
import type { Store } from '#src/store/open.ts';

import type { Bench, BenchContext } from '../harness/bench.ts';
import { processorTime } from '../harness/processor-time.ts';
import { openStore } from '../store/batch.ts';
import { pageBytes } from './feed.ts';

const SIZES = [50, 100];
const SAME_TEXT = 'all known, the same text';
const SHARES = [
  { what: SAME_TEXT, share: 0 },
  { what: 'all known, another text', share: 0 },
  { what: 'half new', share: 0.5 },
  { what: 'all new', share: 1 },
];
/** Records of earlier pages in the store. */
const KNOWN_BEFORE = 50_000;
const PAGES = 200;
const GOAL_RATIO = 4;
/** Later than all records. */
const NOW = Date.UTC(2027, 0, 1);

type ReadPage = (bytes: Buffer) => Promise<number>;

/** Reads a page from its bytes to the detected alerts, including the queries for known records. Resolves to the number of new records. */
function pageReader(store: Store): ReadPage {
  const { signal } = new AbortController();
  const decode = createActivityReader(isCoinOf('S'));
  // As the client does it (`http.ts`).
  const answers = createAnswerMemory({ now: () => NOW });
  async function parse(text: string): Promise<unknown> {
    const body = answers.same('/feed', text) ?? (await parseAnswer(text));
    answers.set('/feed', { etag: null, body, text });
    return body;
  }
  let bytes: Buffer | null = null;
  const readFeed = createFeedReader({
    store: store,
    feed: {
      /** There is only one page of at most 100 records. */
      async activities({ limit, page = 1 }): Promise<Page<Activity>> {
        if (limit > 100) throw new GavelError('MARKETPLACE_BAD_RESPONSE', 'That is too much.');
        const records =
          page > 1 || bytes === null ? [] : readList(await parse(bytes.toString()), ['activities']);
        const { items } = await decode(records, NOW);
        return { items, page, total: null, hasNext: false, unreadable: 0 };
      },
    },
  });
  return async (page) => {
    bytes = page;
    const { fresh } = await readFeed(signal);
    if (fresh.length > 0) detect(fresh, NOW);
    return fresh.length;
  };
}

async function markSeen(store: Store, bytes: Buffer): Promise<void> {
  const { items } = decodeActivities(
    readList(parseJson(bytes.toString()), ['activities']),
    NOW,
    isCoinOf('S'),
  );
  const seen = items.flatMap(recordKeys);
  await store.ingest({ at: NOW, seen, alerts: [], topics: [], trades: [], gap: null, newRecordsAfter: 0 });
}

async function measure(
  store: Store,
  size: number,
  { what, share }: (typeof SHARES)[number],
  { quick, record }: BenchContext,
): Promise<void> {
  const count = quick ? PAGES / 10 : PAGES;
  // Every page has different records: repeated records would be faster to read.
  const first = 1_000_000 * (1 + SHARES.findIndex((one) => one.what === what)) + size * 1_000;
  const pages = Array.from({ length: count }, (_, at) => {
    const newest = first + at * 2 * size;
    return {
      bytes: pageBytes(newest, size),
      // In the feed of another text, something else was counted in the meantime.
      older: pageBytes(newest - size * share, size, what === SAME_TEXT ? undefined : 999_999),
    };
  });
  if (share === 0) for (const { bytes } of pages) await markSeen(store, bytes);
  else if (share < 1) for (const { older } of pages) await markSeen(store, older);
  const readPage = pageReader(store);
  for (const { bytes } of pages.slice(0, count / 4)) await readPage(bytes);

  const parsing = processorTime();
  for (const { bytes } of pages) JSON.parse(bytes.toString());
  const floor = parsing() / count;
  let microseconds = 0;
  let fresh = 0;
  for (const { bytes, older } of pages) {
    // The known records were on the page of the previous poll.
    await readPage(older);
    const reading = processorTime();
    fresh += await readPage(bytes);
    microseconds += reading();
  }
  const taken = microseconds / count;
  if ((fresh === 0) !== (share === 0)) throw new Error(`Of a page that is ${what}, ${fresh} were new.`);
  const parameters = { page: size, records: what };
  record({ name: 'bytes to news', value: taken, unit: 'µs', parameters });
  record({ name: 'JSON.parse', value: floor, unit: 'µs', parameters });
  const goal = share === 0 ? { goal: { atMost: GOAL_RATIO } } : {};
  record({ name: 'bytes to news ÷ JSON.parse', value: taken / floor, unit: '×', parameters, ...goal });
}

export const detectNew: Bench = {
  name: 'detect',
  describe:
    'Detecting new records of a feed page, from bytes to alerts with the store’s queries, compared with JSON.parse alone.',
  async run(context) {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-detect-'));
    await using store = await openStore(path.join(folder.path, 'gavel.db'));
    for (let number = 0; number < KNOWN_BEFORE / 500; number += 1) {
      await markSeen(store, pageBytes(500 * (number + 1), 500));
    }
    context.progress(`${KNOWN_BEFORE} earlier records are remembered`);
    for (let repeat = 1; repeat <= context.repeats; repeat += 1) {
      for (const size of SIZES) for (const share of SHARES) await measure(store, size, share, context);
      context.progress(`repeat ${repeat}`);
    }
  },
};
