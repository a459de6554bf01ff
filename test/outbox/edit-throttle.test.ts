import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { createEditThrottle } from '#src/outbox/edit-throttle.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import { auctionAlert } from '../support/build-alert.ts';

const liveMessage = (id: number, change: Partial<AuctionAlert> = {}): StaleMessage => ({
  ...{ id, channelId: '1', messageId: '1', nonce: 'n', pingRoleIds: [], changes: 1, isLive: true },
  layout: 'card',
  firstTryAt: 10_000,
  alerts: [auctionAlert(change)],
});

/** One that has outlived the requests of an earlier process. */
function createPace() {
  let now = 10_000;
  const pace = createEditThrottle({ now: () => now, monotonic: () => now });
  const advance = (ms: number): void => {
    now += ms;
  };
  advance(7_000);
  return { ...pace, advance, since: (ms: number) => () => now - ms };
}

describe('the edit throttle', () => {
  it('allows an edit at once, and the next two seconds later', () => {
    const pace = createPace();
    expect(pace.nextEditAt(liveMessage(1))).toBe(0);
    pace.recordEdit(liveMessage(1), null);
    expect(pace.nextEditAt(liveMessage(1))).toBe(19_000);
    expect(pace.nextEditAt(liveMessage(2))).toBe(0);
    pace.advance(2_000);
    pace.recordEdit(liveMessage(2), null);
    expect(pace.nextEditAt(liveMessage(1))).toBe(0);
  });

  it('remembers an edit for two seconds, whatever is edited meanwhile', () => {
    const pace = createPace();
    pace.recordEdit(liveMessage(1), null);
    pace.advance(1_999);
    pace.recordEdit(liveMessage(2), null);
    expect(pace.nextEditAt(liveMessage(1))).toBe(19_000);
    expect(pace.nextEditAt(liveMessage(2))).toBe(20_999);
    pace.recordEdit(liveMessage(1), null);
    expect(pace.nextEditAt(liveMessage(1))).toBe(20_999);
  });

  it.each(['ended', 'sold', 'unsold', 'cancelled'] as const)(
    'does not delay the end of an auction (%s)',
    (status) => {
      const pace = createPace();
      pace.recordEdit(liveMessage(1), null);
      expect(pace.nextEditAt(liveMessage(1, { status }))).toBe(0);
    },
  );

  it('waits after its start until no request of an earlier process can be running', () => {
    let now = 10_000;
    const pace = createEditThrottle({ now: () => now, monotonic: () => now });
    expect(pace.nextEditAt(liveMessage(1, { status: 'sold' }))).toBe(17_000);
    now = 16_999;
    expect(pace.nextEditAt(liveMessage(1))).toBe(17_000);
    now = 17_000;
    expect(pace.nextEditAt(liveMessage(1))).toBe(0);
  });

  it('repeats an edit without an answer, but waits with a newer one until that cannot arrive', () => {
    const pace = createPace();
    const newer = { ...liveMessage(1, { status: 'sold' }), changes: 2 };
    pace.recordEdit(liveMessage(1), pace.since(17_000));
    pace.advance(3_000);
    expect(pace.nextEditAt(liveMessage(1))).toBe(0);
    expect(pace.nextEditAt(newer)).toBe(24_000);
    // The repeated one has an answer, and the first may still arrive.
    pace.recordEdit(liveMessage(1), null);
    expect(pace.nextEditAt(newer)).toBe(24_000);
    pace.advance(4_000);
    expect(pace.nextEditAt(newer)).toBe(0);
  });
});
