import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/domain/alert.ts';
import type { Delivery } from '../../../src/domain/delivery.ts';
import type { LaneWork } from '../../../src/domain/lane.ts';
import { type ChannelSettings, PLAIN_CHANNEL } from '../../../src/domain/settings.ts';
import { nextStep } from '../../../src/pipeline/delivery/next-step.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;
const LUNCH = { from: 11 * 60, to: 13 * 60 };

const delivery = (alert: Alert, folded = false): Delivery => ({ id: 1, alert, alone: false, folded });

function work(change: Partial<LaneWork> = {}): LaneWork {
  return {
    state: 'open',
    notBefore: 0,
    unsettled: null,
    pending: [],
    waiting: 0,
    toFold: 0,
    staleCards: [],
    stalePost: null,
    unpublished: null,
    postsLastHour: 0,
    oldestPostOfHour: null,
    lastPingAt: null,
    ...change,
  };
}
const waiting = (count: number, change: Partial<LaneWork> = {}) =>
  work({ pending: [delivery(saleAlert(1), (change.toFold ?? 0) > 0)], waiting: count, ...change });

const step = (of: LaneWork, settings: Partial<ChannelSettings> = {}, timeZone = 'UTC') =>
  nextStep(of, { settings: { ...PLAIN_CHANNEL, ...settings }, timeZone }, NOON);

describe('the next step of a lane', () => {
  it('is none when it is stopped', () => {
    expect(step(waiting(1, { state: 'paused' }))).toEqual({ do: 'stop' });
  });

  it('is a rest without end when nothing waits', () => {
    expect(step(work())).toEqual({ do: 'rest', until: null });
  });

  it('is to post what waits', () => {
    expect(step(waiting(30))).toEqual({ do: 'post', form: 'rich', urgent: false });
  });

  it('is urgent when an auction is about to end', () => {
    const ending = delivery(auctionAlert({ kind: 'auction_ending' }));
    expect(step(waiting(1, { pending: [ending] }))).toMatchObject({ do: 'post', urgent: true });
  });

  it('is a rest until Discord takes messages again', () => {
    expect(step(waiting(1, { notBefore: NOON + 1 }))).toEqual({ do: 'rest', until: NOON + 1 });
    expect(step(waiting(1, { notBefore: NOON }))).toMatchObject({ do: 'post' });
  });

  describe('with a backlog', () => {
    it('of more than thirty is to fold it', () => {
      expect(step(waiting(31))).toEqual({ do: 'fold', because: 'backlog', urgentToo: false });
    });

    it('that is folded is a summary', () => {
      expect(step(waiting(400, { toFold: 400 }))).toEqual({ do: 'post', form: 'digest', urgent: false });
    });

    it('that is folded goes before what came since, which is told by itself then', () => {
      expect(step(waiting(405, { toFold: 400 }))).toMatchObject({ do: 'post', form: 'digest' });
      expect(step(waiting(5))).toMatchObject({ do: 'post', form: 'rich' });
    });

    it('that is folded waits for an auction that is about to end', () => {
      const ending = delivery(auctionAlert({ kind: 'auction_ending' }));
      expect(step(waiting(401, { toFold: 400, pending: [ending] }))).toEqual({
        do: 'post',
        form: 'rich',
        urgent: true,
      });
    });

    it('waits, unfolded, for a few auctions that are about to end', () => {
      const ending = delivery(auctionAlert({ kind: 'auction_ending' }));
      const few = [ending, ending, delivery(saleAlert(1))];
      expect(step(waiting(31, { pending: few }))).toEqual({ do: 'post', form: 'rich', urgent: true });
      expect(step(waiting(31, { pending: few, notBefore: NOON + 1 }))).toEqual({
        do: 'rest',
        until: NOON + 1,
      });
      expect(step(waiting(31, { pending: [ending, ending] }))).toEqual({
        do: 'fold',
        because: 'backlog',
        urgentToo: true,
      });
    });

    it('that grows while it is told is folded again', () => {
      expect(step(waiting(431, { toFold: 400 }))).toMatchObject({ do: 'fold', because: 'backlog' });
    });
  });

  describe('in quiet hours', () => {
    it('is to fold what waits, and then a rest until their end, in the server’s time zone', () => {
      expect(step(waiting(1), { quiet: LUNCH })).toEqual({
        do: 'fold',
        because: 'quiet hours',
        urgentToo: true,
      });
      expect(step(waiting(1, { toFold: 1 }), { quiet: LUNCH })).toEqual({ do: 'rest', until: NOON + HOUR });
      expect(step(waiting(1), { quiet: LUNCH }, 'Asia/Tokyo')).toMatchObject({ do: 'post' });
    });

    it('holds auctions about to end as well', () => {
      const ending = delivery(auctionAlert({ kind: 'auction_ending' }));
      expect(step(waiting(1, { pending: [ending] }), { quiet: LUNCH })).toMatchObject({ do: 'fold' });
    });

    it('wakes nobody when nothing waits', () => {
      expect(step(work(), { quiet: LUNCH })).toEqual({ do: 'rest', until: null });
    });

    it('finds out what became of a message all the same: it is there already or must not get lost', () => {
      const unsettled = {
        id: 1,
        channelId: '1',
        state: 'ambiguous',
        form: 'rich',
        nonce: 'n',
        attempts: 1,
        firstTryAt: 0,
        lastTryAt: 0,
        saidAbsent: false,
        firstAheadMs: null,
        lastAheadMs: null,
        pingRoleId: null,
        alerts: [saleAlert(1)],
      } as const;
      expect(step(waiting(1, { unsettled }), { quiet: LUNCH })).toMatchObject({ do: 'settle' });
    });
  });

  describe('with an hourly limit', () => {
    const hour = { postsLastHour: 5, oldestPostOfHour: NOON - HOUR + 60_000 };

    it('below it is to post', () => {
      expect(step(waiting(1, hour), { hourlyLimit: 6 })).toMatchObject({ do: 'post', form: 'rich' });
    });

    it('at it is to fold, and then a rest until the oldest message is an hour old', () => {
      expect(step(waiting(1, hour), { hourlyLimit: 5 })).toEqual({
        do: 'fold',
        because: 'hourly limit',
        urgentToo: true,
      });
      expect(step(waiting(1, { ...hour, toFold: 1 }), { hourlyLimit: 5 })).toEqual({
        do: 'rest',
        until: NOON + 60_000,
      });
    });

    it('never rests for no time at all', () => {
      const over = { ...hour, oldestPostOfHour: NOON - HOUR, toFold: 1 };
      expect(step(waiting(1, over), { hourlyLimit: 5 })).toEqual({ do: 'rest', until: NOON + 1_000 });
    });
  });
});
