import { describe, expect, it } from 'vitest';
import type { NoticeAlert } from '../../../src/domain/alert.ts';
import { createNotices } from '../../../src/pipeline/notices/notices.ts';
import type { NoticeBoard, StoppedChannel } from '../../../src/pipeline/ports.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';

const MINUTE = 60_000;

const stopped = (channelId: string): StoppedChannel => ({
  guildId: 'g',
  channelId,
  code: 50_013,
  stoppedAt: 1_000,
  askers: ['ada', 'bob'],
  waiting: 3,
});

function createScene(
  nearestPlace: (channelId: string) => string | null,
  toldBefore: (channelId: string) => boolean = () => false,
) {
  const clock = createManualClock();
  const due = new Map<string, StoppedChannel>();
  const told: { readonly to: readonly string[]; readonly alert: NoticeAlert }[] = [];
  const woken: string[] = [];
  const board: NoticeBoard = {
    noticesDue: async () => [...due.values()],
    async postNotice(channelId, notice) {
      due.delete(channelId);
      if (notice !== null) told.push(notice);
    },
    refusedNotices: async () => [],
    rerouteNotice: async () => undefined,
  };
  const notices = createNotices({
    board,
    places: {
      async directMessages({ channelId }) {
        const place = nearestPlace(channelId);
        return place === null ? [] : [place];
      },
      nearestChannel: async () => null,
      missingIn: () => ['Send Messages'],
      toldBefore: async ({ channelId }) => toldBefore(channelId),
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
    told,
    woken,
    stop(channelId: string) {
      due.set(channelId, stopped(channelId));
      notices.look();
    },
    [Symbol.asyncDispose]: () => notices[Symbol.asyncDispose](),
  };
}

describe('a stopped channel', () => {
  it('is told of once, in the nearest place, to those who made its rules', async () => {
    await using scene = createScene(() => 'near');
    scene.stop('c1');
    await scene.clock.advance(MINUTE);
    scene.notices.look();
    await scene.clock.advance(MINUTE);
    expect(scene.told).toMatchObject([
      {
        to: ['near'],
        alert: { key: 'notice:c1:1000', channelId: 'c1', askers: ['ada', 'bob'], missing: ['Send Messages'] },
      },
    ]);
    expect(scene.woken).toEqual(['near']);
  });

  it('is told of a moment later, so that others that stop with it are known to be stopped', async () => {
    const stoppedBy: string[] = [];
    await using scene = createScene(() => {
      stoppedBy.push([...scene.due.keys()].join(' '));
      return 'near';
    });
    scene.stop('c1');
    await scene.clock.advance(500);
    scene.stop('c2');
    await scene.clock.advance(MINUTE);
    expect(stoppedBy[0]).toBe('c1 c2');
    expect(scene.told).toHaveLength(2);
  });

  it('that stops while another is told of is told of too', async () => {
    await using scene = createScene((channelId) => {
      if (channelId === 'c1') scene.stop('c2');
      return 'near';
    });
    scene.stop('c1');
    await scene.clock.advance(MINUTE);
    expect(scene.told.map(({ alert }) => alert.channelId)).toEqual(['c1', 'c2']);
  });

  it('that was only tried again, in vain, is told of to nobody', async () => {
    await using scene = createScene(
      () => 'near',
      (channelId) => channelId === 'c1',
    );
    scene.due.set('c1', stopped('c1'));
    scene.stop('c2');
    await scene.clock.advance(MINUTE);
    expect(scene.told.map(({ alert }) => alert.channelId)).toEqual(['c2']);
    expect(scene.due.size).toBe(0);
  });

  it('of which nobody can be told is not asked about again', async () => {
    await using scene = createScene(() => null);
    scene.stop('c1');
    await scene.clock.advance(MINUTE);
    expect(scene.told).toEqual([]);
    expect(scene.due.size).toBe(0);
  });

  it('is told of later when no place can be found now, and keeps nobody else from theirs', async () => {
    let reachable = false;
    await using scene = createScene((channelId) => {
      if (channelId === 'c1' && !reachable) throw new Error('the gateway has not told of the server yet');
      return 'near';
    });
    scene.due.set('c1', stopped('c1'));
    scene.stop('c2');
    await scene.clock.advance(10_000);
    expect(scene.told.map(({ alert }) => alert.channelId)).toEqual(['c2']);
    reachable = true;
    await scene.clock.advance(MINUTE);
    expect(scene.told.map(({ alert }) => alert.channelId)).toEqual(['c2', 'c1']);
  });

  it('is not told of once everything stops', async () => {
    const scene = createScene(() => 'near');
    scene.stop('c1');
    await scene.clock.advance(100);
    await scene.notices[Symbol.asyncDispose]();
    await scene.clock.advance(MINUTE);
    expect(scene.told).toEqual([]);
    expect(scene.due.size).toBe(1);
  });
});
