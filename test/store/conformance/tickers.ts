import { describe, expect, it } from 'vitest';
import { type DueTicker, MAX_TICKERS, RENAME_WINDOW_MS } from '#src/store/model/ticker.ts';
import { address } from '../../support/build-activity.ts';
import { noticeAlert } from '../../support/build-alert.ts';
import { GENERAL, noticeTo, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const GUILD = '800000000000000001';
const VOICE = '900000000000000009';
const ADA = '700000000000000001';
const FOXES = address(0xc0);
const AT = 5_000_000;

const reading = (floor: bigint | null, collection = FOXES) => ({
  collection,
  floor,
  listed: 3,
  owners: 2,
  volume: null,
});

/** The contract of `TickerStore`. */
export function describeTickers(harness: StoreHarness): void {
  describe('a ticker', () => {
    const given = storeForEachTest(harness);

    const save = (channelId = VOICE, collection = FOXES) =>
      given.store.tickers.save({ guildId: GUILD, channelId, collection, createdBy: ADA });

    async function due(at = AT): Promise<DueTicker> {
      const [ticker] = await given.store.tickers.due(at);
      if (ticker === undefined) throw new Error('No ticker is due.');
      return ticker;
    }

    /** A ticker whose floor is 5 wei. */
    async function ticker(): Promise<DueTicker> {
      await save();
      await given.store.tickers.noteFloors([reading(5n)], AT);
      return due();
    }

    async function rename(name: string, at: number): Promise<void> {
      const one = await due(at);
      expect(await given.store.tickers.beginRename(one, name, at)).toBe(true);
      await given.store.tickers.endRename(one, name, { type: 'renamed', isCurrent: true });
    }

    const stop = async (at = AT, code = 50_013) =>
      given.store.tickers.endRename(await due(at), 'Floor', {
        type: 'stopped',
        code,
        at,
        until: at + 10,
        isUnknown: false,
      });

    it('is due once its floor was read, and again after each change of it', async () => {
      await save();
      expect(await given.store.tickers.due(AT)).toEqual([]);
      await given.store.tickers.noteFloors([reading(9n, address(0xc1)), reading(5n)], AT);
      expect(await due()).toEqual({
        guildId: GUILD,
        channelId: VOICE,
        floor: 5n,
        shownName: null,
        askedName: null,
      });
      await rename('Floor: 5', AT);
      await given.store.tickers.noteFloors([reading(5n)], AT);
      expect(await given.store.tickers.due(AT)).toEqual([]);
      await given.store.tickers.noteFloors([reading(null)], AT);
      expect(await due()).toMatchObject({ floor: null, shownName: 'Floor: 5' });
    });

    it('is due as long as its floor changes during a request', async () => {
      const one = await ticker();
      await given.store.tickers.beginRename(one, 'Floor: 5', AT);
      await given.store.tickers.noteFloors([reading(6n)], AT);
      await given.store.tickers.endRename(one, 'Floor: 5', { type: 'renamed', isCurrent: true });
      expect(await due()).toMatchObject({ floor: 6n, shownName: 'Floor: 5' });
    });

    it('remembers a request before it is made, over a restart', async () => {
      const one = await ticker();
      await given.store.tickers.beginRename(one, 'Floor: 5', AT);
      await given.reopen();
      expect(await due()).toMatchObject({ askedName: 'Floor: 5', shownName: null });
    });

    it('is requested at most twice in Discord’s window, over a restart', async () => {
      await ticker();
      await rename('Floor: 5', AT);
      await given.store.tickers.noteFloors([reading(6n)], AT);
      await rename('Floor: 6', AT + 1_000);
      await given.store.tickers.noteFloors([reading(7n)], AT);
      await given.reopen();
      const almost = AT + RENAME_WINDOW_MS - 1;
      const third = await due(almost);
      expect(await given.store.tickers.beginRename(third, 'Floor: 7', almost)).toBe(false);
      expect(await given.store.tickers.due(almost)).toEqual([]);
      await rename('Floor: 7', AT + RENAME_WINDOW_MS);
    });

    it('waits no longer than the window after the clock was set back', async () => {
      const LATER = AT + 100 * RENAME_WINDOW_MS;
      await ticker();
      await rename('Floor: 5', LATER);
      await given.store.tickers.noteFloors([reading(6n)], LATER);
      await rename('Floor: 6', LATER);
      await given.store.tickers.noteFloors([reading(7n)], LATER);
      expect(await given.store.tickers.beginRename(await due(), 'Floor: 7', AT)).toBe(false);
      await rename('Floor: 7', AT + RENAME_WINDOW_MS);
    });

    it('waits as long as Discord asked', async () => {
      const one = await ticker();
      const until = AT + 500_000;
      await given.store.tickers.endRename(one, 'Floor: 5', { type: 'later', until, isUnknown: false });
      expect(await given.store.tickers.due(until - 1)).toEqual([]);
      expect(await due(until)).toMatchObject({ askedName: null });
    });

    it('is not requested with a floor that has changed, nor after it was removed', async () => {
      const one = await ticker();
      await given.store.tickers.noteFloors([reading(6n)], AT);
      expect(await given.store.tickers.beginRename(one, 'Floor: 5', AT)).toBe(false);
      const other = await due();
      expect(await given.store.tickers.remove(GUILD, VOICE)).toBe(true);
      expect(await given.store.tickers.beginRename(other, 'Floor: 6', AT)).toBe(false);
      expect(await given.store.tickers.remove(GUILD, VOICE)).toBe(false);
    });

    it('has a notice once, when Discord first refuses it', async () => {
      await ticker();
      await stop();
      expect(await given.store.hasNotices()).toBe(true);
      expect(await given.store.dueNotices()).toEqual([
        {
          ...{ guildId: GUILD, channelId: VOICE, code: 50_013, stoppedAt: AT },
          ...{ askers: [ADA], waiting: 0, isTicker: true },
        },
      ]);
      const notice = { alert: noticeAlert({ channelId: VOICE, isTicker: true }), to: [noticeTo(GENERAL)] };
      for (let turn = 0; turn < 2; turn += 1) await given.store.tickers.postNotice(VOICE, notice);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['notice:1']);
      await stop(AT + 10);
      expect(await given.store.hasNotices()).toBe(false);
      const [shown] = await given.store.tickers.ofGuild(GUILD);
      expect(shown?.stopped).toEqual({ code: 50_013, at: AT });
    });

    it('has its notice rerouted to another channel if no direct message is accepted', async () => {
      await ticker();
      await stop();
      const alert = noticeAlert({ channelId: VOICE, isTicker: true });
      await given.store.tickers.postNotice(VOICE, { alert, to: [noticeTo('910000000000000001')] });
      await given.store.stopQueue('910000000000000001', { state: 'paused', code: 50_007 });
      const [refused] = await given.store.refusedNotices();
      expect(refused).toMatchObject({ guildId: GUILD, channelId: VOICE });
      await given.store.rerouteNotice(refused?.alertId ?? 0, GENERAL);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['notice:1']);
    });

    it('is no longer stopped once it was renamed, and tells nobody then', async () => {
      await ticker();
      await stop();
      await rename('Floor: 5', AT + 10);
      expect(await given.store.tickers.stoppedIn([GUILD])).toEqual([]);
      expect(await given.store.dueNotices()).toEqual([]);
    });

    it('is due at once when it is resumed', async () => {
      await ticker();
      await stop();
      expect(await given.store.tickers.due(AT)).toEqual([]);
      expect(await given.store.tickers.stoppedIn([GUILD, '1'])).toHaveLength(1);
      await given.store.tickers.retry(VOICE);
      expect(await due()).toMatchObject({ channelId: VOICE });
    });

    it('starts anew with another collection, but keeps to Discord’s window', async () => {
      await ticker();
      await rename('Floor: 5', AT);
      await given.store.tickers.noteFloors([reading(6n)], AT);
      await rename('Floor: 6', AT);
      expect(await save(VOICE, address(0xc1))).toBe('saved');
      expect(await given.store.tickers.collections()).toEqual([address(0xc1)]);
      await given.store.tickers.noteFloors([reading(8n, address(0xc1))], AT);
      expect(await given.store.tickers.beginRename(await due(), 'Floor: 8', AT)).toBe(false);
    });

    it('is one of at most five in a server', async () => {
      for (let number = 0; number < MAX_TICKERS; number += 1)
        expect(await save(`91000000000000000${number}`)).toBe('saved');
      expect(await save()).toBe('full');
      expect(await save('910000000000000000', address(0xc1))).toBe('saved');
      expect(await given.store.tickers.ofGuild(GUILD)).toHaveLength(MAX_TICKERS);
    });

    it('is deleted with the data of its server, and its notice', async () => {
      await ticker();
      await stop();
      await given.store.tickers.postNotice(VOICE, {
        alert: noticeAlert({ channelId: VOICE, isTicker: true }),
        to: [noticeTo(GENERAL)],
      });
      await given.store.eraseGuild(GUILD);
      expect(await given.store.tickers.ofGuild(GUILD)).toEqual([]);
      expect(await waitingKeys(given.store, GENERAL)).toEqual([]);
    });
  });
}
