import { describe, expect, it } from 'vitest';
import { NotFound, Unavailable } from '../../src/marketplace/errors.ts';
import { createAnswerCache, type LookupEnd } from '../../src/marketplace/lookups/answer-cache.ts';
import { silentLog } from '../support/silent-log.ts';

const FRESH_MS = 60_000;

function cache() {
  const time = { now: 1_800_000_000_000 };
  const ends: LookupEnd[] = [];
  const answers = createAnswerCache<string>({
    keeping: { freshMs: FRESH_MS, revalidateMs: FRESH_MS, most: 10, mostBytes: 10_000 },
    now: () => time.now,
    log: silentLog,
    onEnd: (end) => void ends.push(end),
  });
  return { time, ends, answers };
}

describe('where the answer to a lookup came from', () => {
  it('is a request of its own, one that was under way, or memory', async () => {
    const { ends, answers } = cache();
    const ask = () => Promise.resolve('one');
    await Promise.all([answers.get('a', ask), answers.get('a', ask)]);
    await answers.get('a', ask);
    expect(ends).toEqual(['miss', 'shared', 'hit']);
  });

  it('is stale where a newer one is only being fetched, or cannot be had', async () => {
    const { time, ends, answers } = cache();
    await answers.get('a', () => Promise.resolve('one'));
    time.now += FRESH_MS + 1_000;
    await answers.get('a', () => Promise.reject(new Unavailable('down')));
    time.now += 3 * FRESH_MS;
    await answers.get('a', () => Promise.reject(new Unavailable('down')));
    expect(ends).toEqual(['miss', 'stale', 'stale']);
  });

  it('is nowhere when there is none', async () => {
    const { ends, answers } = cache();
    const asked = answers.get('a', () => Promise.reject(new Unavailable('down')));
    await expect(asked).rejects.toBeInstanceOf(Unavailable);
    expect(ends).toEqual(['failed']);
  });

  it('is memory too for what does not exist', async () => {
    const { ends, answers } = cache();
    const ask = () => Promise.reject(new NotFound('collection', null));
    await expect(answers.get('a', ask)).rejects.toBeInstanceOf(NotFound);
    await expect(answers.get('a', ask)).rejects.toBeInstanceOf(NotFound);
    expect(ends).toEqual(['miss', 'hit']);
  });
});
