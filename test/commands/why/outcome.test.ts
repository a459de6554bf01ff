import { describe, expect, it } from 'vitest';
import { hasChanged, outcomeOf } from '#commands/why/outcome.ts';
import type { EventDelivery, RuleVersion, StoredEvent } from '#src/store/model/detected-event.ts';
import { auctionAlert, saleAlert, soldItem } from '../../support/build-alert.ts';

const COIN = 10n ** 18n;
const facts = { isWhitelisted: () => true };

const version = (changes: Partial<RuleVersion> = {}): RuleVersion => ({
  ...{ subscriptionId: 3, topics: ['sale'], filter: {}, fromAt: 1_000, endsAt: null },
  ...{ isPaused: false, isRemoved: false },
  ...changes,
});

const event = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  ...{ id: 1, key: 'sale:1', missingDetails: { tokens: [], collections: [] }, dropped: null },
  alert: saleAlert(1, { item: soldItem({ price: 3n * COIN, rarity: null }) }),
  ...{ occurredAt: 5, detectedAt: 5_000, decidedAt: 5_000 },
  ...changes,
});

const delivery = (ruleIds: readonly number[]): EventDelivery => ({
  ...{ key: 'sale:1', topic: 'sale', ruleIds, state: 'sent', isAwaitingEdit: false, silenceId: null },
  ...{ createdAt: 5_000, occurredAt: 5, post: null },
});

const outcome = (
  versions: readonly RuleVersion[],
  {
    of = event(),
    to = null,
    isSpent = false,
    isOnce = isSpent,
  }: {
    readonly of?: StoredEvent;
    readonly to?: EventDelivery | null;
    readonly isSpent?: boolean;
    readonly isOnce?: boolean;
  } = {},
) => outcomeOf(of, 3, versions, { delivery: to, facts, isOnce, isSpent });

describe('what became of an event for a rule', () => {
  it('is its delivery, whatever the rule said', () => {
    expect(outcome([version({ isPaused: true })], { to: delivery([2, 3]) }).type).toBe('delivered');
  });

  it('is the delivery for another rule, if it matches', () => {
    expect(outcome([version()], { to: delivery([2]) }).type).toBe('byOther');
    expect(outcome([version({ topics: ['listing'] })], { to: delivery([2]) }).type).toBe('filtered');
  });

  it('is what the rule was when the event was decided, if facts were reported late', () => {
    const late = event({ decidedAt: 9_000 });
    const paused = version({ fromAt: 7_000, isPaused: true });
    expect(outcome([version(), paused], { of: late }).type).toBe('paused');
    expect(outcome([version(), version({ fromAt: 7_000, isRemoved: true })], { of: late }).type).toBe(
      'removed',
    );
    expect(outcome([version(), version({ fromAt: 9_500, isPaused: true })], { of: late }).type).toBe(
      'noRecord',
    );
    expect(outcome([version(), paused], { of: late, to: delivery([3]) }).type).toBe('delivered');
  });

  it('is that a rule that posts once had posted', () => {
    expect(outcome([version()], { isSpent: true }).type).toBe('once');
    expect(outcome([version()], { isSpent: true, to: delivery([2]) }).type).toBe('once');
    expect(outcome([version()], { isSpent: true, to: delivery([3]) }).type).toBe('delivered');
  });

  it('is that it had another event to post, also if that was given up since', () => {
    expect(outcome([version()], { isOnce: true }).type).toBe('once');
    expect(outcome([version()], { isOnce: true, to: delivery([2]) }).type).toBe('byOther');
  });

  it('is each condition that failed', () => {
    expect(outcome([version({ filter: { price_from: 5n * COIN } })])).toMatchObject({
      type: 'filtered',
      explanation: { failed: [{ seen: { prices: [3n * COIN] } }] },
    });
  });

  it('is decided by the rule as it was when the event was detected', () => {
    const dear = { price_from: 5n * COIN };
    expect(outcome([version({ filter: dear }), version({ fromAt: 6_000 })]).type).toBe('filtered');
    expect(outcome([version(), version({ fromAt: 6_000, filter: dear })]).type).toBe('noRecord');
  });

  it('is unknown if it matches without a delivery, unless a live message may show it', () => {
    expect(outcome([version()]).type).toBe('noRecord');
    const alert = auctionAlert({ liveKey: 'auction:a-1' });
    expect(outcome([version({ topics: [alert.topic] })], { of: event({ alert }) }).type).toBe('live');
  });

  it('is that the rule was not there, paused, over or removed', () => {
    expect(outcome([version({ fromAt: 6_000 })]).type).toBe('before');
    expect(outcome([version({ isPaused: true })]).type).toBe('paused');
    expect(outcome([version({ endsAt: 4_999 })]).type).toBe('ended');
    expect(outcome([version(), version({ fromAt: 4_000, isRemoved: true })]).type).toBe('removed');
  });

  it('is why the event was not matched at all', () => {
    expect(outcome([version()], { of: event({ dropped: 'stale' }) }).type).toBe('stale');
    expect(outcome([version()], { of: event({ dropped: 'late' }) }).type).toBe('late');
    expect(outcome([version()], { of: event({ dropped: 'reverted' }) }).type).toBe('reverted');
  });

  it('is undecided while details are missing, and then given up', () => {
    const ranked = [version({ filter: { rank: 5 } })];
    const open = event({ missingDetails: null, decidedAt: null });
    expect(outcome(ranked, { of: open }).type).toBe('undecided');
    expect(outcome(ranked, { of: { ...open, dropped: 'undecided' } }).type).toBe('givenUp');
  });

  it('is unknown for an event whose content was too large to be kept', () => {
    expect(outcome([version()], { of: event({ alert: null }) }).type).toBe('tooLarge');
  });

  it('notes that the rule has changed since, but not that it was paused', () => {
    expect(hasChanged([version(), version({ fromAt: 6_000, filter: { amount: 5n } })], 5_000)).toBe(true);
    expect(hasChanged([version(), version({ fromAt: 6_000, isPaused: true })], 5_000)).toBe(false);
    expect(hasChanged([version()], 5_000)).toBe(false);
  });
});
