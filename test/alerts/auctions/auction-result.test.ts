import { describe, expect, it } from 'vitest';
import { endedAt, latenessOf } from '#src/alerts/auctions/auction-result.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** When the bid was made, epoch seconds. */
const MADE = 1_767_225_600;
const MADE_MS = MADE * SECOND_MS;
const bid = { bidder: null, amount: 1n, at: MADE, txHash: null };

describe('how late a bid was shown', () => {
  const lateness = (beforeMs: number, atMs: number) =>
    latenessOf(bid, null, { before: MADE_MS + beforeMs, at: MADE_MS + atMs });

  it('is the time from the bid to the snapshot that shows it', () => {
    expect(lateness(30 * SECOND_MS, 45 * SECOND_MS)).toBe(45 * SECOND_MS);
  });

  it('is at most a minute more than to the snapshot before', () => {
    expect(lateness(30 * SECOND_MS, 10 * MINUTE_MS)).toBe(90 * SECOND_MS);
  });

  it('is at most five minutes', () => {
    expect(lateness(9 * MINUTE_MS, 9.5 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  });

  it('is nothing where the snapshot before may have come before the bid', () => {
    expect(lateness(-SECOND_MS, 45 * SECOND_MS)).toBe(0);
    expect(lateness(SECOND_MS - 1, 45 * SECOND_MS)).toBe(0);
    expect(lateness(SECOND_MS, 45 * SECOND_MS)).toBe(45 * SECOND_MS);
  });

  it('counts from the end of the auction where the time of the bid is unknown', () => {
    const undated = { ...bid, at: null };
    const snapshots = { before: MADE_MS + 2 * SECOND_MS, at: MADE_MS + 5 * SECOND_MS };
    expect(latenessOf(undated, MADE, snapshots)).toBe(5 * SECOND_MS);
    expect(latenessOf(undated, null, snapshots)).toBe(0);
  });
});

describe('the end of an auction', () => {
  it('is its end time, or its settlement if that was earlier or is all that is known', () => {
    expect(endedAt({ endTime: 10, finalizedAt: null })).toBe(10);
    expect(endedAt({ endTime: 10, finalizedAt: 12 })).toBe(10);
    expect(endedAt({ endTime: 10, finalizedAt: 8 })).toBe(8);
    expect(endedAt({ endTime: null, finalizedAt: 8 })).toBe(8);
    expect(endedAt({ endTime: null, finalizedAt: null })).toBeNull();
  });
});
