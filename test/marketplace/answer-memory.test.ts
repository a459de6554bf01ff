import { describe, expect, it } from 'vitest';
import { createAnswerMemory } from '#src/marketplace/answer-memory.ts';

const FEED = '/api/activities';
const ANSWER = { etag: null, body: { activities: [] }, text: '{"activities":[]}' };

describe('the answer to a repeated request', () => {
  it('is parsed once while its text stays the same', () => {
    const memory = createAnswerMemory({ now: () => 0 });
    expect(memory.same(FEED, ANSWER.text)).toBeNull();
    memory.set(FEED, ANSWER);
    expect(memory.same(FEED, ANSWER.text)).toBe(ANSWER.body);
    expect(memory.same('/api/auctions', ANSWER.text)).toBeNull();
  });

  it('is parsed again once its text is another one, also of the same length', () => {
    const memory = createAnswerMemory({ now: () => 0 });
    memory.set(FEED, ANSWER);
    expect(memory.same(FEED, ANSWER.text.replace('[]', '{}'))).toBeNull();
  });

  it.each([
    ['without an ETag', null, 0, null],
    ['with an empty one', '', 0, null],
    ['with one', '"a"', 59_999, { etag: '"a"', body: ANSWER.body }],
    ['with one, after a minute', '"a"', 60_000, null],
  ])('%s is offered for If-None-Match as it may be', (_, etag, at, offered) => {
    let now = 0;
    const memory = createAnswerMemory({ now: () => now });
    memory.set(FEED, { ...ANSWER, etag });
    now = at;
    expect(memory.get(FEED)).toEqual(offered);
  });
});
