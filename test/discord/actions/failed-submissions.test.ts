import { describe, expect, it } from 'vitest';
import { createFailedSubmissions } from '../../../src/discord/actions/failed-submissions.ts';

const HOUR_MS = 3_600_000;
const WHO = { guildId: '1', requester: '2' };
const SUBMISSION = { ...WHO, action: 'draft-typed', argument: 'a', fields: new Map([['rank', ['first']]]) };

describe('a refused modal', () => {
  it('is kept for the one who submitted it, for an hour', () => {
    let now = 0;
    const submissions = createFailedSubmissions({ now: () => now });
    const id = submissions.keep(SUBMISSION);
    now = HOUR_MS - 1;
    expect(submissions.find(id, WHO)).toBe(SUBMISSION);
    expect(submissions.find(id, { ...WHO, requester: '3' })).toBeNull();
    expect(submissions.find(id, { ...WHO, guildId: '3' })).toBeNull();
    now = HOUR_MS;
    expect(submissions.find(id, WHO)).toBeNull();
  });

  it('gives way to later ones, and is forgotten with its server', () => {
    const submissions = createFailedSubmissions({ now: () => 0 });
    const [first = '', ...others] = Array.from({ length: 201 }, () => submissions.keep(SUBMISSION));
    expect(submissions.find(first, WHO)).toBeNull();
    expect(submissions.find(others[0] ?? '', WHO)).toBe(SUBMISSION);
    const elsewhere = submissions.keep({ ...SUBMISSION, guildId: '9' });
    submissions.forget('1');
    expect(others.filter((id) => submissions.find(id, WHO) !== null)).toEqual([]);
    expect(submissions.find(elsewhere, { ...WHO, guildId: '9' })).not.toBeNull();
  });
});
