import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { createEditThrottle } from '#src/outbox/edit-throttle.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import { auctionAlert } from '../support/build-alert.ts';

const liveMessage = (id: number, change: Partial<AuctionAlert> = {}): StaleMessage => ({
  ...{ id, channelId: '1', messageId: '1', nonce: 'n', pingRoleIds: [], changes: 1, isLive: true },
  layout: 'card',
  alerts: [auctionAlert(change)],
});

describe('the edit throttle', () => {
  it('allows an edit at once, and the next two seconds later', () => {
    let now = 10_000;
    const pace = createEditThrottle({ now: () => now, monotonic: () => now });
    expect(pace.nextEditAt(liveMessage(1))).toBe(0);
    pace.recordEdit(liveMessage(1));
    expect(pace.nextEditAt(liveMessage(1))).toBe(12_000);
    expect(pace.nextEditAt(liveMessage(2))).toBe(0);
    now = 12_000;
    pace.recordEdit(liveMessage(2));
    expect(pace.nextEditAt(liveMessage(1))).toBe(0);
  });

  it('remembers an edit for two seconds, whatever is edited meanwhile', () => {
    let now = 10_000;
    const pace = createEditThrottle({ now: () => now, monotonic: () => now });
    pace.recordEdit(liveMessage(1));
    now = 11_999;
    pace.recordEdit(liveMessage(2));
    expect(pace.nextEditAt(liveMessage(1))).toBe(12_000);
    expect(pace.nextEditAt(liveMessage(2))).toBe(13_999);
    pace.recordEdit(liveMessage(1));
    expect(pace.nextEditAt(liveMessage(1))).toBe(13_999);
  });

  it.each(['ended', 'sold', 'unsold', 'cancelled'] as const)(
    'does not delay the end of an auction (%s)',
    (status) => {
      const pace = createEditThrottle({ now: () => 10_000, monotonic: () => 0 });
      pace.recordEdit(liveMessage(1));
      expect(pace.nextEditAt(liveMessage(1, { status }))).toBe(0);
    },
  );
});
