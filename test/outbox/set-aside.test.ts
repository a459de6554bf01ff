import { describe, expect, it } from 'vitest';
import { CHANNEL_ROLE_ONLY } from '#src/alerts/ping.ts';
import { createSetAside } from '#src/outbox/set-aside.ts';
import { UNKNOWN_TARGET } from '#src/store/model/channel-facts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import { saleAlert } from '../support/build-alert.ts';

const SECOND = 1_000;

const work: QueueWork = {
  target: UNKNOWN_TARGET,
  state: 'open',
  notBefore: 0,
  waitMs: null,
  unsettled: null,
  pending: [1, 2].map((id) => ({
    id,
    alert: saleAlert(id),
    alone: false,
    summarised: false,
    pings: CHANNEL_ROLE_ONLY,
  })),
  waiting: 2,
  toSummarise: 0,
  staleMessages: [],
  unpublished: null,
  postsLastHour: 0,
  nextExpiryAt: null,
  oldestPostOfHour: null,
  lastPings: new Map(),
};

/** The first alert of the work is set aside, and time passes. */
function setFirstAside(passes: number) {
  let now = 0;
  const setAside = createSetAside(() => now);
  setAside.add(saleAlert(1).key, 50_035);
  const rest = setAside.without(work);
  now += passes;
  return { setAside, rest };
}

describe('an alert that Discord refused in every layout', () => {
  it('is left out, so that the next one of its channel is tried', () => {
    const { rest } = setFirstAside(0);
    expect(rest.pending.map(({ id }) => id)).toEqual([2]);
    expect(rest.waiting).toBe(1);
  });

  it('is given up if the next one is accepted right after it', () => {
    const { setAside } = setFirstAside(5 * SECOND);
    expect(setAside.decided()).toEqual([{ deliveryId: 1, code: 50_035 }]);
    expect(setAside.size()).toBe(0);
  });

  it('is tried again if the next one is accepted later, because Discord may have recovered', () => {
    const { setAside } = setFirstAside(5 * SECOND + 1);
    expect(setAside.decided()).toEqual([]);
    expect(setAside.without(work)).toBe(work);
  });
});
