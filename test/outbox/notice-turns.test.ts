import { describe, expect, it } from 'vitest';
import { createNoticeTurns } from '../../src/outbox/openings.ts';
import type { OpeningTurn } from '../../src/store/openings.ts';
import { createManualClock } from '../support/manual-clock.ts';

const MINUTE_MS = 60_000;

/** Turns of which the first is at this time, ms after the start. */
function turnsFrom(free: number) {
  const clock = createManualClock();
  const start = clock.now();
  const asked: number[] = [];
  const turn = createNoticeTurns({
    clock,
    people: {
      async claimNoticeOpening(_userId, at): Promise<OpeningTurn> {
        asked.push(at - start);
        return at >= start + free ? { type: 'granted' } : { type: 'later', at: start + free };
      },
    },
  });
  return { clock, turn, asked };
}

describe('the opening of direct messages for a notice', () => {
  it('waits for its turn among all openings', async () => {
    const { clock, turn, asked } = turnsFrom(MINUTE_MS);
    const waiting = turn('ada', new AbortController().signal);
    await clock.advance(MINUTE_MS - 1);
    expect(asked).toEqual([0]);
    await clock.advance(1);
    await waiting;
    expect(asked).toEqual([0, MINUTE_MS]);
  });

  it('ends with the process', async () => {
    const { clock, turn, asked } = turnsFrom(MINUTE_MS);
    const ending = new AbortController();
    const waiting = turn('ada', ending.signal).catch((error: unknown) => error);
    await clock.advance(1);
    ending.abort();
    await expect(waiting).resolves.toMatchObject({ name: 'AbortError' });
    await clock.advance(MINUTE_MS);
    expect(asked).toEqual([0]);
  });
});
