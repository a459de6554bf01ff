import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChannelNames, createTickers, type NameOutcome } from '#src/outbox/tickers.ts';
import { RENAME_WINDOW_MS, RENAMES_IN_WINDOW } from '#src/store/model/ticker.ts';
import { openStore, type Store } from '#src/store/open.ts';
import { address } from '../support/build-activity.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const GUILD = '800000000000000001';
const VOICE = '900000000000000009';
const FOXES = address(0xc0);
const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;

/** What happens to a request: it is answered, or its answer is lost before or after it had its effect. */
type Fate = 'answered' | 'lost before' | 'lost after' | 'refused' | 'unexplained' | 'limited';

const LATER: NameOutcome = { type: 'later', retryAfterMs: null, mayArrive: true };

/** A channel as Discord has it, with its limit. */
function createChannel(clock: ManualClock) {
  const renames: { readonly name: string; readonly at: number }[] = [];
  const state = { name: 'Voice', fate: 'answered' as Fate, limited: 0 };
  const names: ChannelNames = {
    async read() {
      if (state.fate === 'lost before') return LATER;
      if (state.fate === 'refused') return { type: 'stopped', code: 50_001, detail: '' };
      return { type: 'done', name: state.name };
    },
    async rename(_channelId, name) {
      if (state.fate === 'refused') return { type: 'stopped', code: 50_013, detail: '' };
      if (state.fate === 'unexplained') return { type: 'unexplained', code: 40_999, detail: '' };
      if (state.fate === 'limited') return { type: 'later', retryAfterMs: 9 * MINUTE_MS, mayArrive: false };
      if (state.fate === 'lost before') return LATER;
      const recent = renames.filter(({ at }) => clock.monotonic() - at < WINDOW_MS);
      if (recent.length >= RENAMES_IN_WINDOW) {
        state.limited += 1;
        return { type: 'later', retryAfterMs: WINDOW_MS, mayArrive: false };
      }
      renames.push({ name, at: clock.monotonic() });
      state.name = name;
      return state.fate === 'lost after' ? LATER : { type: 'done', name };
    },
  };
  return { names, renames, state };
}

let clock = createManualClock();
let store: Store | null = null;

beforeEach(async () => {
  clock = createManualClock();
  store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
});
afterEach(async () => {
  await store?.[Symbol.asyncDispose]();
});

async function startTicker() {
  if (store === null) throw new Error('no store');
  const { tickers } = store;
  await tickers.save({ guildId: GUILD, channelId: VOICE, collection: FOXES, createdBy: '1' });
  const channel = createChannel(clock);
  const stops: number[] = [];
  const create = () =>
    createTickers({
      store: tickers,
      names: channel.names,
      nameOf: ({ floor }) => `Floor: ${floor ?? 'none'}`,
      mayRequest: () => true,
      onStopped: () => stops.push(clock.now()),
      clock,
      log: silentLog,
    });
  let pass = create();
  return {
    ...channel,
    stops,
    tickers,
    pass: () => pass(),
    /** Another process takes over. */
    restart() {
      pass = create();
    },
    setFloor: (floor: bigint | null) =>
      tickers.noteFloors([{ collection: FOXES, floor, listed: 1, owners: 1, volume: null }], clock.now()),
    named: () => channel.renames.map(({ name }) => name),
  };
}

describe('a ticker', () => {
  it('renames its channel on a change of the floor, and only then', async () => {
    const ticker = await startTicker();
    for (const floor of [5n, 5n, 6n, 6n]) {
      await ticker.setFloor(floor);
      await ticker.pass();
    }
    expect(ticker.named()).toEqual(['Floor: 5', 'Floor: 6']);
  });

  it('shows the latest floor once Discord’s window allows a third name', async () => {
    const ticker = await startTicker();
    for (const floor of [5n, 6n, 7n, 8n]) {
      await ticker.setFloor(floor);
      await ticker.pass();
    }
    expect(ticker.named()).toEqual(['Floor: 5', 'Floor: 6']);
    await clock.advance(RENAME_WINDOW_MS);
    await ticker.pass();
    expect(ticker.named()).toEqual(['Floor: 5', 'Floor: 6', 'Floor: 8']);
  });

  it('makes no request for a floor that came back meanwhile', async () => {
    const ticker = await startTicker();
    for (const floor of [5n, 6n]) {
      await ticker.setFloor(floor);
      await ticker.pass();
    }
    await ticker.setFloor(7n);
    await ticker.setFloor(6n);
    await clock.advance(RENAME_WINDOW_MS);
    await ticker.pass();
    expect(ticker.named()).toEqual(['Floor: 5', 'Floor: 6']);
  });

  it('does not rename again if only the answer was lost, over a restart', async () => {
    const ticker = await startTicker();
    ticker.state.fate = 'lost after';
    await ticker.setFloor(5n);
    await ticker.pass();
    ticker.restart();
    ticker.state.fate = 'answered';
    await clock.advance(MINUTE_MS);
    await ticker.pass();
    expect(ticker.named()).toEqual(['Floor: 5']);
    expect(await ticker.tickers.ofGuild(GUILD)).toMatchObject([{ shownName: 'Floor: 5' }]);
  });

  it('renames again if the request was lost', async () => {
    const ticker = await startTicker();
    ticker.state.fate = 'lost before';
    await ticker.setFloor(5n);
    await ticker.pass();
    ticker.state.fate = 'answered';
    await clock.advance(MINUTE_MS);
    await ticker.pass();
    expect(ticker.named()).toEqual(['Floor: 5']);
  });

  it('shows the newer floor after an answer about an older one was lost', async () => {
    const ticker = await startTicker();
    ticker.state.fate = 'lost after';
    await ticker.setFloor(5n);
    await ticker.pass();
    ticker.state.fate = 'answered';
    await ticker.setFloor(6n);
    await clock.advance(MINUTE_MS);
    await ticker.pass();
    expect(ticker.named()).toEqual(['Floor: 5', 'Floor: 6']);
  });

  it('waits as long as Discord asks with a 429', async () => {
    const ticker = await startTicker();
    ticker.state.fate = 'limited';
    await ticker.setFloor(5n);
    await ticker.pass();
    ticker.state.fate = 'answered';
    await clock.advance(9 * MINUTE_MS - 1);
    await ticker.pass();
    expect(ticker.named()).toEqual([]);
    await clock.advance(1);
    await ticker.pass();
    expect(ticker.named()).toEqual(['Floor: 5']);
  });

  it('is stopped by a refusal, and tried again after an hour', async () => {
    const ticker = await startTicker();
    ticker.state.fate = 'refused';
    await ticker.setFloor(5n);
    for (let minute = 0; minute < 59; minute += 1) {
      await ticker.pass();
      await clock.advance(MINUTE_MS);
    }
    expect(ticker.stops).toHaveLength(1);
    expect(await ticker.tickers.ofGuild(GUILD)).toMatchObject([{ stopped: { code: 50_013 } }]);
    ticker.state.fate = 'answered';
    await clock.advance(MINUTE_MS);
    await ticker.pass();
    expect(await ticker.tickers.ofGuild(GUILD)).toMatchObject([{ stopped: null, shownName: 'Floor: 5' }]);
  });

  it('is not stopped by a refusal that Discord does not explain, unless it lasts', async () => {
    const ticker = await startTicker();
    ticker.state.fate = 'unexplained';
    await ticker.setFloor(5n);
    const passFor = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await ticker.pass();
        await clock.advance(MINUTE_MS);
      }
    };
    await passFor(4);
    expect(ticker.stops).toEqual([]);
    expect(await ticker.tickers.ofGuild(GUILD)).toMatchObject([{ stopped: null }]);
    await passFor(10);
    expect(ticker.stops).toHaveLength(1);
    expect(await ticker.tickers.ofGuild(GUILD)).toMatchObject([{ stopped: { code: 40_999 } }]);
  });

  it('forgets an unexplained refusal once Discord accepts a name', async () => {
    const ticker = await startTicker();
    for (const floor of [5n, 6n, 7n]) {
      ticker.state.fate = 'unexplained';
      await ticker.setFloor(floor);
      await ticker.pass();
      ticker.state.fate = 'answered';
      await clock.advance(RENAME_WINDOW_MS);
      await ticker.pass();
    }
    expect(ticker.named()).toEqual(['Floor: 5', 'Floor: 6', 'Floor: 7']);
    expect(ticker.stops).toEqual([]);
  });

  it('makes no change twice, and shows the floor in the end, whatever happens', async () => {
    const step = fc.record({
      floor: fc.option(fc.integer({ min: 1, max: 3 })),
      fate: fc.constantFrom<Fate>(
        'answered',
        'answered',
        'lost before',
        'lost after',
        'refused',
        'unexplained',
        'limited',
      ),
      waitMs: fc.constantFrom(15_000, MINUTE_MS, 4 * MINUTE_MS, 61 * MINUTE_MS),
      setClockMs: fc.constantFrom(0, 0, 0, 20 * MINUTE_MS, -20 * MINUTE_MS),
      isRestart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        await store?.[Symbol.asyncDispose]();
        clock = createManualClock();
        store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
        const ticker = await startTicker();
        let floor: bigint | null = null;
        for (const { floor: next, fate, waitMs, setClockMs, isRestart } of steps) {
          floor = next === null ? null : BigInt(next);
          await ticker.setFloor(floor);
          ticker.state.fate = fate;
          clock.set(setClockMs);
          if (isRestart) ticker.restart();
          await ticker.pass();
          await clock.advance(waitMs);
        }
        ticker.state.fate = 'answered';
        for (let minute = 0; minute < 150; minute += 1) {
          await ticker.pass();
          await clock.advance(MINUTE_MS);
        }
        expect(ticker.state.name).toBe(`Floor: ${floor ?? 'none'}`);
        const repeated = ticker.named().filter((name, at) => name === ticker.named()[at - 1]);
        expect(repeated).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
