import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '../../../src/domain/alert.ts';
import type { StaleCard } from '../../../src/domain/topic.ts';
import { createEditPace } from '../../../src/pipeline/delivery/edit-pace.ts';
import { auctionAlert } from '../../support/build-alert.ts';

const card = (deliveryId: number, change: Partial<AuctionAlert> = {}): StaleCard => ({
  deliveryId,
  messageId: '1',
  kind: 'auction_started',
  alertKey: 'k',
  state: auctionAlert(change),
  revision: 2,
});

describe('the pace of edits', () => {
  it('lets a card be edited at once, and again two seconds later', () => {
    let now = 10_000;
    const pace = createEditPace({ now: () => now, monotonic: () => now });
    expect(pace.dueAt(card(1))).toBe(0);
    pace.note(card(1));
    expect(pace.dueAt(card(1))).toBe(12_000);
    expect(pace.dueAt(card(2))).toBe(0);
    now = 12_000;
    pace.note(card(2));
    expect(pace.dueAt(card(1))).toBe(0);
  });

  it.each(['ended', 'sold', 'unsold', 'cancelled'] as const)('lets nobody wait for an end (%s)', (status) => {
    const pace = createEditPace({ now: () => 10_000, monotonic: () => 0 });
    pace.note(card(1));
    expect(pace.dueAt(card(1, { status }))).toBe(0);
  });
});
