import { describe, expect, it } from 'vitest';
import type { NoticeAlert } from '#src/alerts/alert.ts';
import { createNotices } from '#src/outbox/notices.ts';
import type { DueNotice, NoticeTarget, RefusedNotice } from '#src/store/model/notice-target.ts';
import type { NoticeStore } from '#src/store/notices.ts';

import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const MINUTE = 60_000;

const stopped = (channelId: string): DueNotice => ({
  guildId: 'g',
  channelId,
  code: 50_013,
  stoppedAt: 1_000,
  askers: ['ada', 'bob'],
  waiting: 3,
});

function createScenario(
  nearestPlace: (channelId: string) => string | null,
  wasNotifiedBefore: (channelId: string) => boolean = () => false,
  knows: (guildId: string) => boolean = () => true,
) {
  const clock = createManualClock();
  const due = new Map<string, DueNotice>();
  const sent: { readonly to: readonly NoticeTarget[]; readonly alert: NoticeAlert }[] = [];
  const woken: string[] = [];
  const refused: RefusedNotice[] = [];
  const rerouted: (readonly [alertId: number, channelId: string | null])[] = [];
  const world: { nearest: string | null; isStoreBroken: boolean } = { nearest: null, isStoreBroken: false };
  let readings = 0;
  const board: NoticeStore = {
    async dueNotices() {
      readings += 1;
      if (world.isStoreBroken) throw new Error('the database is locked');
      return [...due.values()];
    },
    async postNotice(channelId, notice) {
      due.delete(channelId);
      if (notice !== null) sent.push(notice);
    },
    refusedNotices: async () => refused,
    async rerouteNotice(alertId, channelId) {
      rerouted.push([alertId, channelId]);
      refused.splice(
        refused.findIndex((one) => one.alertId === alertId),
        1,
      );
    },
  };
  const notices = createNotices({
    store: board,
    tickers: { postNotice: async () => undefined },
    targets: {
      knows,
      async directMessages({ channelId }) {
        const place = nearestPlace(channelId);
        return place === null ? [] : [{ channelId: place, userId: 'ada' }];
      },
      nearestChannel: async () => world.nearest,
      missingIn: () => ['Send Messages'],
      wasNotifiedBefore: async ({ channelId }) => wasNotifiedBefore(channelId),
    },
    clock,
    random: () => 0.5,
    log: silentLog,
    wake: (channelIds) => woken.push(...channelIds),
  });
  return {
    clock,
    notices,
    due,
    sent,
    woken,
    /** Notices that none of their targets accepted. */
    refused,
    /** Where they went instead. */
    rerouted: rerouted as readonly (readonly [alertId: number, channelId: string | null])[],
    /** The nearest channel of the server, and whether the store can be read. */
    world,
    /** How often the due notices were read. */
    readings: () => readings,
    stop(channelId: string) {
      due.set(channelId, stopped(channelId));
      notices.check();
    },
    [Symbol.asyncDispose]: () => notices[Symbol.asyncDispose](),
  };
}

describe('a stopped channel', () => {
  it('causes one notice in the nearest channel to the authors of its rules', async () => {
    await using scenario = createScenario(() => 'near');
    scenario.stop('c1');
    await scenario.clock.advance(MINUTE);
    scenario.notices.check();
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent).toMatchObject([
      {
        to: [{ channelId: 'near', userId: 'ada' }],
        alert: { key: 'notice:c1:1000', channelId: 'c1', users: ['ada', 'bob'], missing: ['Send Messages'] },
      },
    ]);
    expect(scenario.woken).toEqual(['near']);
    // The clock stood at the second of the check.
    expect(scenario.sent[0]?.alert.occurredAt).toBe(Date.UTC(2026, 0, 1) / 1_000 + 2);
  });

  it('causes a notice in direct messages rather than in a channel', async () => {
    await using scenario = createScenario(() => 'direct');
    scenario.world.nearest = 'near';
    scenario.stop('c1');
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent.map(({ to }) => to)).toEqual([[{ channelId: 'direct', userId: 'ada' }]]);
  });

  it('causes a notice after a short delay, so that other channels that stop with it are known', async () => {
    const stoppedBy: string[] = [];
    await using scenario = createScenario(() => {
      stoppedBy.push([...scenario.due.keys()].join(' '));
      return 'near';
    });
    scenario.stop('c1');
    await scenario.clock.advance(500);
    scenario.stop('c2');
    await scenario.clock.advance(MINUTE);
    expect(stoppedBy[0]).toBe('c1 c2');
    expect(scenario.sent).toHaveLength(2);
  });

  it('that stops during another notice causes one too', async () => {
    await using scenario = createScenario((channelId) => {
      if (channelId === 'c1') scenario.stop('c2');
      return 'near';
    });
    scenario.stop('c1');
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent.map(({ alert }) => alert.channelId)).toEqual(['c1', 'c2']);
  });

  it('that only failed again causes no second notice', async () => {
    await using scenario = createScenario(
      () => 'near',
      (channelId) => channelId === 'c1',
    );
    scenario.due.set('c1', stopped('c1'));
    scenario.stop('c2');
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent.map(({ alert }) => alert.channelId)).toEqual(['c2']);
    expect(scenario.due.size).toBe(0);
  });

  it('of a server that another process knows is left to that one', async () => {
    await using scenario = createScenario(
      () => 'near',
      () => false,
      (guildId) => guildId !== 'g',
    );
    scenario.stop('c1');
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent).toEqual([]);
    expect([...scenario.due.keys()]).toEqual(['c1']);
  });

  it('without anybody to notify is not checked again', async () => {
    await using scenario = createScenario(() => null);
    scenario.stop('c1');
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent).toEqual([]);
    expect(scenario.due.size).toBe(0);
    expect(scenario.readings()).toBe(1);
  });

  it('causes its notice later when no channel can be found now, without delaying others', async () => {
    let reachable = false;
    await using scenario = createScenario((channelId) => {
      if (channelId === 'c1' && !reachable) throw new Error('the gateway has not reported the server yet');
      return 'near';
    });
    scenario.due.set('c1', stopped('c1'));
    scenario.stop('c2');
    await scenario.clock.advance(10_000);
    expect(scenario.sent.map(({ alert }) => alert.channelId)).toEqual(['c2']);
    reachable = true;
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent.map(({ alert }) => alert.channelId)).toEqual(['c2', 'c1']);
  });

  it('causes no notice on shutdown', async () => {
    const scenario = createScenario(() => 'near');
    scenario.stop('c1');
    await scenario.clock.advance(100);
    await scenario.notices[Symbol.asyncDispose]();
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent).toEqual([]);
    expect(scenario.due.size).toBe(1);
  });

  it('causes its notice in the nearest channel where no direct messages can be opened', async () => {
    await using scenario = createScenario(() => null);
    scenario.world.nearest = 'near';
    scenario.stop('c1');
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent.map(({ to }) => to)).toEqual([[{ channelId: 'near', userId: null }]]);
    expect(scenario.woken).toEqual(['near']);
  });

  it('causes its notice later when the store cannot be read now', async () => {
    await using scenario = createScenario(() => 'near');
    scenario.world.isStoreBroken = true;
    scenario.stop('c1');
    await scenario.clock.advance(20_000);
    scenario.world.isStoreBroken = false;
    await scenario.clock.advance(MINUTE);
    expect(scenario.sent).toHaveLength(1);
  });

  it('is tried again less and less often, up to every quarter of an hour', async () => {
    let tries = 0;
    await using scenario = createScenario(() => {
      tries += 1;
      throw new Error('the gateway has not reported the server yet');
    });
    scenario.stop('c1');
    // Half of one, two, four and eight minutes, as the test's chance has it, and the delays before each.
    await scenario.clock.advance(8 * MINUTE);
    expect(tries).toBe(5);
    await scenario.clock.advance(2 * 60 * MINUTE);
    expect(tries).toBeGreaterThanOrEqual(19);
    expect(tries).toBeLessThanOrEqual(21);
  });
});

describe('a notice that none of its targets accepted', () => {
  const notice = (alertId: number, guildId = 'g'): RefusedNotice => ({ alertId, guildId, channelId: 'c1' });

  it('goes to the nearest channel', async () => {
    await using scenario = createScenario(() => null);
    scenario.world.nearest = 'near';
    scenario.refused.push(notice(7));
    scenario.notices.check();
    await scenario.clock.advance(MINUTE);
    expect(scenario.rerouted).toEqual([[7, 'near']]);
    expect(scenario.woken).toEqual(['near']);
  });

  it('is given up where there is none', async () => {
    await using scenario = createScenario(() => null);
    scenario.refused.push(notice(7));
    scenario.notices.check();
    await scenario.clock.advance(MINUTE);
    expect(scenario.rerouted).toEqual([[7, null]]);
    expect(scenario.woken).toEqual([]);
  });

  it('of a server that another process knows is left to that one', async () => {
    await using scenario = createScenario(
      () => null,
      () => false,
      (guildId) => guildId !== 'g',
    );
    scenario.refused.push(notice(7), notice(8, 'h'));
    scenario.notices.check();
    await scenario.clock.advance(MINUTE);
    expect(scenario.rerouted).toEqual([[8, null]]);
  });
});
