import { describe, expect, it } from 'vitest';
import { createTickerResumer } from '#src/discord/access/ticker-resumer.ts';
import type { Ticker } from '#src/store/model/ticker.ts';
import { address } from '../support/build-activity.ts';

const GUILD = '800000000000000001';
const VOICE = '900000000000000009';

const STOPPED: Ticker = {
  guildId: GUILD,
  channelId: VOICE,
  collection: address(0xc0),
  createdBy: '700000000000000001',
  createdAt: 0,
  shownName: null,
  stopped: { at: 0, code: 50_013 },
};

/** A stopped ticker; `missing`: the permissions that its channel lacks, `null` while they are unknown. */
function createScene(missing: readonly string[] | null) {
  let lacks = missing;
  const retried: string[] = [];
  const resumer = createTickerResumer({
    channelAccess: { missingForTicker: () => lacks },
    store: {
      stoppedIn: async () => [STOPPED],
      retry: async (channelId) => void retried.push(channelId),
    },
  });
  return {
    retried,
    check: () => resumer.checkServers([GUILD]),
    lack(names: readonly string[] | null) {
      lacks = names;
    },
  };
}

describe('a stopped ticker', () => {
  it.each([['lacks a permission', ['Manage Channels']] as const, ['is unknown', null] as const])(
    'waits while its channel %s',
    async (_, missing) => {
      const scene = createScene(missing);
      await scene.check();
      expect(scene.retried).toEqual([]);
    },
  );

  it('is tried again once when nothing is missing, because Discord may refuse for another reason', async () => {
    const scene = createScene([]);
    for (let change = 0; change < 5; change += 1) await scene.check();
    expect(scene.retried).toEqual([VOICE]);
  });

  it('is tried again each time that a permission comes back', async () => {
    const scene = createScene([]);
    await scene.check();
    scene.lack(['Manage Channels']);
    await scene.check();
    scene.lack([]);
    await scene.check();
    expect(scene.retried).toEqual([VOICE, VOICE]);
  });
});
