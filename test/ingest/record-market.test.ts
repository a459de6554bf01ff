import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarketRecorder } from '#src/ingest/record-market.ts';
import type { CollectionReading } from '#src/marketplace/market-point.ts';
import { openStore } from '#src/store/open.ts';
import { address } from '../support/build-activity.ts';
import { silentLog } from '../support/silent-log.ts';

const PUNKS = address(0xc0);
const MINUTE = 60;
const START = Date.UTC(2026, 0, 1) / 1_000;

const reading = (floor: bigint, collection = PUNKS): CollectionReading => ({
  collection,
  floor,
  listed: 3,
  owners: 100,
  volume: null,
});

/** A recorder, and what it gave the store. */
function startRecorder() {
  const given: { readonly readings: readonly CollectionReading[]; readonly at: number }[] = [];
  const state = { isFailing: false };
  const recorder = createMarketRecorder({
    async recordMarket(readings, at) {
      if (state.isFailing) throw new Error('The disk is full.');
      given.push({ readings, at });
    },
  });
  return { recorder, given, state };
}

describe('what is recorded of a market', () => {
  it('is each collection at first, and then those that changed ten minutes later or more', async () => {
    const { recorder, given } = startRecorder();
    const other = reading(7n, address(0xc1));
    await recorder.record([reading(1n), other], START);
    await recorder.record([reading(1n), other], START + 20 * MINUTE);
    await recorder.record([reading(2n), other], START + 30 * MINUTE);
    await recorder.record([reading(3n), other], START + 39 * MINUTE);
    await recorder.record([reading(3n), other], START + 40 * MINUTE);
    expect(given).toEqual([
      { readings: [reading(1n), other], at: START },
      { readings: [reading(2n)], at: START + 30 * MINUTE },
      { readings: [reading(3n)], at: START + 40 * MINUTE },
    ]);
  });

  it('is given again when it could not be written', async () => {
    const { recorder, given, state } = startRecorder();
    state.isFailing = true;
    await expect(recorder.record([reading(1n)], START)).rejects.toThrow('The disk is full.');
    state.isFailing = false;
    await recorder.record([reading(1n)], START + MINUTE);
    expect(given).toEqual([{ readings: [reading(1n)], at: START + MINUTE }]);
  });

  it('goes on after the clock was set back', async () => {
    const { recorder, given } = startRecorder();
    await recorder.record([reading(1n)], START);
    await recorder.record([reading(2n)], START - 60 * MINUTE);
    expect(given.map(({ at }) => at)).toEqual([START, START - 60 * MINUTE]);
  });

  const anyReadings = fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 25 }),
      floor: fc.bigInt({ min: 1n, max: 3n }),
      restarts: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  );

  /** The points of the store after these readings, through the recorder, which a restart makes anew, and without it. */
  async function pointsOf(readings: readonly { after: number; floor: bigint; restarts: boolean }[]) {
    const open = () => openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => 0 });
    await using through = await open();
    await using direct = await open();
    let recorder = createMarketRecorder(through);
    let at = START;
    for (const { after, floor, restarts } of readings) {
      at += after * MINUTE;
      if (restarts) recorder = createMarketRecorder(through);
      await recorder.record([reading(floor)], at);
      await direct.recordMarket([reading(floor)], at);
    }
    const period = { from: START, to: at + 1 };
    return {
      recorded: await through.marketPoints(PUNKS, period),
      expected: await direct.marketPoints(PUNKS, period),
    };
  }

  it('is what the store would keep of every reading', async () => {
    await fc.assert(
      fc.asyncProperty(anyReadings, async (readings) => {
        const { recorded, expected } = await pointsOf(readings.map((one) => ({ ...one, restarts: false })));
        expect(recorded).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('ends with the last floor once that stands for some minutes, over any restarts', async () => {
    await fc.assert(
      fc.asyncProperty(anyReadings, async (readings) => {
        const last = { after: 11, floor: 9n, restarts: false };
        const { recorded } = await pointsOf([...readings, last, last]);
        expect(recorded.at(-1)?.floor).toBe(9n);
      }),
      { numRuns: 20 },
    );
  });
});
