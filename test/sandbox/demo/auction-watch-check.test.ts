import { beforeEach, describe, expect, it } from 'vitest';
import { personTarget } from '../../../sandbox/demo/scenario.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { alert, first, MINUTE_MS, useCheckScene } from './check-scene.ts';

const scene = useCheckScene();

describe('the check of who is outbid or wins', () => {
  let start: LedgerRecord;
  let bidder: string;
  let userId: string;

  /** From now on the person watches for being outbid, or for winning. */
  function watch(wallets: readonly string[], event: 'outbid' | 'won' = 'outbid'): void {
    const target = personTarget(userId);
    const rules = [{ kinds: [], collections: null, filter: null, [event]: wallets }];
    const delaysAlerts = false;
    scene.check.rules.changeRead([target], new Map([[target, { rules, delaysAlerts }]]));
    scene.advance(1_000);
  }

  async function tell(): Promise<void> {
    const { id } = scene.discord.openDirectMessage(userId, scene.scenario.applicationId);
    await scene.ask('POST', `${id}/messages`, [alert(start, 'You were outbid')]);
  }

  const untold = () => scene.check.result().missing.filter((words) => words.startsWith('@cleo'));

  beforeEach(() => {
    userId = scene.scenario.watcherId;
    start = first(scene.marketplace.cause.auction({ endsInMs: 5 * MINUTE_MS, settlesAfterMs: null }));
    scene.advance(1_000);
    bidder = first(scene.marketplace.cause.bid()).buyer ?? '';
    scene.advance(1_000);
  });

  it('finds a bid of which nobody was told, until they are', async () => {
    watch([bidder]);
    const lost = scene.check.result().lost;
    first(scene.marketplace.cause.bid());
    expect(untold()).toEqual([expect.stringMatching(/^@cleo: 0x.* outbid in /)]);
    expect(scene.check.result().lost).toBe(lost + 1);

    await tell();
    expect(untold()).toEqual([]);
  });

  it('does not take a message from before the bid for it', async () => {
    watch([bidder]);
    await tell();
    scene.advance(1_000);
    first(scene.marketplace.cause.bid());

    expect(untold()).toHaveLength(1);
  });

  it('expects nothing for other wallets, and for bids from before the watch', () => {
    first(scene.marketplace.cause.bid());
    scene.advance(1_000);
    watch([bidder]);
    expect(untold()).toEqual([]);
    watch(['0x0000000000000000000000000000000000000001']);
    first(scene.marketplace.cause.bid());

    expect(untold()).toEqual([]);
  });

  it('expects nothing of a bid right before the end, which is told instead', () => {
    watch([bidder]);
    scene.advance(5 * MINUTE_MS - 10_000);
    first(scene.marketplace.cause.bid({ extensionMs: 0 }));

    expect(untold()).toEqual([]);
  });

  it('finds an auction that was won and of which nobody was told since it is over, settled or not', async () => {
    watch([bidder], 'won');
    const lost = scene.check.result().lost;
    scene.advance(4 * MINUTE_MS);
    await tell();
    expect(untold()).toEqual([]);
    scene.advance(2 * MINUTE_MS);
    expect(untold()).toEqual([expect.stringMatching(/^@cleo: 0x.* won 0x/)]);
    scene.marketplace.cause.settle();
    expect(untold()).toHaveLength(1);
    expect(scene.check.result().lost).toBeGreaterThan(lost);

    await tell();
    expect(untold()).toEqual([]);
  });

  it('expects nothing of an auction that somebody else wins, that is cancelled, or that is over after the end', () => {
    watch([bidder], 'won');
    first(scene.marketplace.cause.bid());
    scene.marketplace.cause.cancelAuction();
    const other = scene.marketplace.cause.auction({ endsInMs: MINUTE_MS, settlesAfterMs: null });
    scene.marketplace.cause.bid({ auction: first(other).auctionId ?? '', bidder });
    scene.check.end();
    scene.advance(2 * MINUTE_MS);

    expect(untold()).toEqual([]);
  });
});
