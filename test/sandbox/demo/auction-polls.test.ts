import { describe, expect, it } from 'vitest';
import { createAuctionPolls } from '../../../sandbox/demo/auction-polls.ts';

const asked = (askedAtMs: number, query: Readonly<Record<string, string>> = {}) => ({
  ...{ path: '/api/auctions', status: 200, askedAtMs },
  query: { status: 'active', page: '1', ...query },
});

describe('the finished polls of the auctions', () => {
  it('are all polls of a bot that was never stopped', () => {
    const polls = createAuctionPolls();
    polls.note(asked(1));
    expect(polls.finished()).toBeNull();
  });

  it('are those after which the same process asked twice more, because one request may be a lookup’s', () => {
    const polls = createAuctionPolls();
    for (const at of [1, 2, 3, 4]) polls.note(asked(at));
    polls.stopped();
    for (const at of [5, 6]) polls.note(asked(at));
    polls.stopped();
    expect(polls.finished()).toEqual([1, 2]);
  });

  it('begin with the first page of the running auctions', () => {
    const polls = createAuctionPolls();
    for (const query of [{}, { page: '2' }, { status: 'completed' }, {}, {}]) polls.note(asked(7, query));
    polls.stopped();
    expect(polls.finished()).toEqual([7]);
  });
});
