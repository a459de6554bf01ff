import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import { CHANNEL_ROLE_ONLY } from '#src/alerts/ping.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { nextStep } from '#src/outbox/next-step.ts';
import { type PersonTarget, UNKNOWN_TARGET } from '#src/store/model/channel-facts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { Delivery } from '#src/store/model/delivery.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import { auctionAlert, saleAlert } from '../support/build-alert.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;
const LUNCH = { from: 11 * 60, to: 13 * 60 };

const delivery = (alert: Alert, summarised = false): Delivery => ({
  id: 1,
  alert,
  alone: false,
  summarised,
  pings: CHANNEL_ROLE_ONLY,
});

function work(change: Partial<QueueWork> = {}): QueueWork {
  return {
    target: UNKNOWN_TARGET,
    state: 'open',
    notBefore: 0,
    waitMs: null,
    unsettled: null,
    pending: [],
    waiting: 0,
    toSummarise: 0,
    staleMessages: [],
    unpublished: null,
    postsLastHour: 0,
    nextExpiryAt: null,
    oldestPostOfHour: null,
    lastPings: new Map(),
    ...change,
  };
}
const waiting = (count: number, change: Partial<QueueWork> = {}) =>
  work({ pending: [delivery(saleAlert(1), (change.toSummarise ?? 0) > 0)], waiting: count, ...change });

const step = (of: QueueWork, settings: Partial<ChannelSettings> = {}, timeZone = 'UTC') =>
  nextStep(of, { settings: { ...DEFAULT_CHANNEL_SETTINGS, ...settings }, timeZone }, NOON);

describe('the next step of a channel queue', () => {
  it('is none when it is stopped', () => {
    expect(step(waiting(1, { state: 'paused' }))).toEqual({ do: 'stop' });
  });

  it('is to wait without end when nothing is pending', () => {
    expect(step(work())).toEqual({ do: 'wait', until: null });
  });

  it('is to post what waits', () => {
    expect(step(waiting(30))).toEqual({ do: 'post', layout: 'card', urgent: false });
  });

  it('is urgent when an auction is about to end', () => {
    const ending = delivery(auctionAlert({ topic: 'auction_ending' }));
    expect(step(waiting(1, { pending: [ending] }))).toMatchObject({ do: 'post', urgent: true });
  });

  it('is to wait until Discord accepts messages again', () => {
    expect(step(waiting(1, { notBefore: NOON + 1 }))).toEqual({ do: 'wait', until: NOON + 1 });
    expect(step(waiting(1, { notBefore: NOON }))).toMatchObject({ do: 'post' });
  });

  describe('with a backlog', () => {
    it('of more than thirty is to summarise it', () => {
      expect(step(waiting(31))).toEqual({ do: 'summarise', because: 'backlog', includeUrgent: false });
    });

    it('that is marked for it is posted as a summary', () => {
      expect(step(waiting(400, { toSummarise: 400 }))).toEqual({
        do: 'post',
        layout: 'summary',
        urgent: false,
      });
    });

    it('that is marked for a summary is posted before later alerts, which are posted by themselves', () => {
      expect(step(waiting(405, { toSummarise: 400 }))).toMatchObject({ do: 'post', layout: 'summary' });
      expect(step(waiting(5))).toMatchObject({ do: 'post', layout: 'card' });
    });

    it('that is marked for a summary waits for an auction about to end', () => {
      const ending = delivery(auctionAlert({ topic: 'auction_ending' }));
      expect(step(waiting(401, { toSummarise: 400, pending: [ending] }))).toEqual({
        do: 'post',
        layout: 'card',
        urgent: true,
      });
    });

    it('is not summarised before a few auctions about to end are posted', () => {
      const ending = delivery(auctionAlert({ topic: 'auction_ending' }));
      const few = [ending, ending, delivery(saleAlert(1))];
      expect(step(waiting(31, { pending: few }))).toEqual({ do: 'post', layout: 'card', urgent: true });
      expect(step(waiting(31, { pending: few, notBefore: NOON + 1 }))).toEqual({
        do: 'wait',
        until: NOON + 1,
      });
      expect(step(waiting(31, { pending: [ending, ending] }))).toEqual({
        do: 'summarise',
        because: 'backlog',
        includeUrgent: true,
      });
    });

    it('that grows while it is posted is summarised again', () => {
      expect(step(waiting(431, { toSummarise: 400 }))).toMatchObject({ do: 'summarise', because: 'backlog' });
    });
  });

  describe('in quiet hours', () => {
    it('is to summarise what is pending, then to wait until their end in the server’s time zone', () => {
      expect(step(waiting(1), { quiet: LUNCH })).toEqual({
        do: 'summarise',
        because: 'quiet hours',
        includeUrgent: true,
      });
      expect(step(waiting(1, { toSummarise: 1 }), { quiet: LUNCH })).toEqual({
        do: 'wait',
        until: NOON + HOUR,
      });
      expect(step(waiting(1), { quiet: LUNCH }, 'Asia/Tokyo')).toMatchObject({ do: 'post' });
    });

    it('holds auctions about to end as well', () => {
      const ending = delivery(auctionAlert({ topic: 'auction_ending' }));
      expect(step(waiting(1, { pending: [ending] }), { quiet: LUNCH })).toMatchObject({ do: 'summarise' });
    });

    it('waits without end when nothing is pending', () => {
      expect(step(work(), { quiet: LUNCH })).toEqual({ do: 'wait', until: null });
    });

    it('still verifies a message without an answer: it is posted already or must not get lost', () => {
      const unsettled = {
        id: 1,
        channelId: '1',
        state: 'ambiguous',
        layout: 'card',
        nonce: 'n',
        attempts: 1,
        firstTryAt: 0,
        lastTryAt: 0,
        confirmedAbsent: false,
        firstClockOffsetMs: null,
        lastClockOffsetMs: null,
        pingRoleIds: [],
        alerts: [saleAlert(1)],
      } as const;
      expect(step(waiting(1, { unsettled }), { quiet: LUNCH })).toMatchObject({ do: 'settle' });
    });
  });

  describe('with an hourly limit', () => {
    const hour = { postsLastHour: 5, oldestPostOfHour: NOON - HOUR + 60_000 };

    it('below it is to post', () => {
      expect(step(waiting(1, hour), { hourlyLimit: 6 })).toMatchObject({ do: 'post', layout: 'card' });
    });

    it('at it is to summarise, then to wait until the oldest message is an hour old', () => {
      expect(step(waiting(1, hour), { hourlyLimit: 5 })).toEqual({
        do: 'summarise',
        because: 'hourly limit',
        includeUrgent: true,
      });
      expect(step(waiting(1, { ...hour, toSummarise: 1 }), { hourlyLimit: 5 })).toEqual({
        do: 'wait',
        until: NOON + 60_000,
      });
    });

    it('never waits for zero time', () => {
      const over = { ...hour, oldestPostOfHour: NOON - HOUR, toSummarise: 1 };
      expect(step(waiting(1, over), { hourlyLimit: 5 })).toEqual({ do: 'wait', until: NOON + 1_000 });
    });
  });

  describe('with a person whose direct messages are not open', () => {
    const person: PersonTarget = {
      userId: '7',
      directChannelId: null,
      openedAt: null,
      reader: { own: [], watched: [] },
      watchesNothing: false,
    };
    const target = { ...UNKNOWN_TARGET, person };
    const open = { do: 'open', person, isDue: true };
    const stale: StaleMessage = {
      ...{ id: 1, channelId: '1', nonce: 'n', pingRoleIds: [], alerts: [saleAlert(1)] },
      layout: 'card',
      ...{ messageId: '5', changes: 1, isLive: false, firstTryAt: 0 },
    };
    const staleMessages = [stale];

    it('is to open them before a message, an edit or a second try', () => {
      expect(step(waiting(1, { target }))).toEqual(open);
      expect(step(work({ target, staleMessages }))).toEqual(open);
      expect(step(waiting(1, { target, staleMessages, toSummarise: 1 }), { quiet: LUNCH })).toEqual(open);
    });

    it('is to open them ahead, while there is nothing to send yet', () => {
      const ahead = { ...open, isDue: false };
      expect(step(work({ target }))).toEqual(ahead);
      expect(step(waiting(1, { target, toSummarise: 1 }), { quiet: LUNCH })).toEqual(ahead);
    });

    it('is not to open them while a step needs no request, while it is stopped, and for who watches nothing', () => {
      const gone = { ...target, person: { ...person, watchesNothing: true } };
      expect(step(work({ target: gone }))).toEqual({ do: 'wait', until: null });
      expect(step(waiting(1, { target }), { quiet: LUNCH })).toMatchObject({ do: 'summarise' });
      expect(step(waiting(1, { target, state: 'paused' }))).toEqual({ do: 'stop' });
    });

    it('is to wait as long as Discord asked, where it asked', () => {
      expect(step(waiting(1, { target, notBefore: NOON }))).toEqual(open);
      expect(step(work({ target, staleMessages, notBefore: NOON + 1 }))).toEqual({
        do: 'wait',
        until: NOON + 1,
      });
      expect(step(work({ target, notBefore: NOON + 1 }))).toEqual({ do: 'wait', until: NOON + 1 });
    });

    it('is as with a channel once they are open', () => {
      const opened = { ...target, person: { ...person, directChannelId: '9', openedAt: 1 } };
      expect(step(waiting(1, { target: opened }))).toMatchObject({ do: 'post' });
    });
  });
});
