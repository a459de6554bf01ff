import { describe, expect, it } from 'vitest';
import { NotFound, Unavailable } from '#src/marketplace/errors.ts';
import { createAnswerCache, type LookupOutcome } from '#src/marketplace/lookups/answer-cache.ts';
import { silentLog } from '../support/silent-log.ts';

const FRESH_MS = 60_000;

function cache() {
  const time = { now: 1_800_000_000_000 };
  const ends: LookupOutcome[] = [];
  const answers = createAnswerCache<string>({
    policy: { freshMs: FRESH_MS, revalidateMs: FRESH_MS, maxEntries: 10, maxBytes: 10_000 },
    now: () => time.now,
    log: silentLog,
    onOutcome: (end) => void ends.push(end),
  });
  return { time, ends, answers };
}

describe('the source of the answer to a lookup', () => {
  it('is its own request, one that was under way, or the cache', async () => {
    const { ends, answers } = cache();
    const ask = () => Promise.resolve('one');
    await Promise.all([answers.get('a', ask), answers.get('a', ask)]);
    await answers.get('a', ask);
    expect(ends).toEqual(['miss', 'shared', 'hit']);
  });

  it('is stale while a newer one is being fetched, or cannot be fetched', async () => {
    const { time, ends, answers } = cache();
    await answers.get('a', () => Promise.resolve('one'));
    time.now += FRESH_MS + 1_000;
    await answers.get('a', () => Promise.reject(new Unavailable('down')));
    time.now += 3 * FRESH_MS;
    await answers.get('a', () => Promise.reject(new Unavailable('down')));
    expect(ends).toEqual(['miss', 'stale', 'stale']);
  });

  it('is failed when there is none', async () => {
    const { ends, answers } = cache();
    const asked = answers.get('a', () => Promise.reject(new Unavailable('down')));
    await expect(asked).rejects.toBeInstanceOf(Unavailable);
    expect(ends).toEqual(['failed']);
  });

  it('is the cache too for what does not exist', async () => {
    const { ends, answers } = cache();
    const ask = () => Promise.reject(new NotFound('collection', null));
    await expect(answers.get('a', ask)).rejects.toBeInstanceOf(NotFound);
    await expect(answers.get('a', ask)).rejects.toBeInstanceOf(NotFound);
    expect(ends).toEqual(['miss', 'hit']);
  });
});
