import { describe, expect, it } from 'vitest';
import { createNoticeTurns } from '#src/outbox/openings.ts';
import type { OpeningTurn } from '#src/store/model/people.ts';
import { createManualClock } from '../support/manual-clock.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

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
    expect(asked).toEqual([0, MINUTE_MS]);
    await clock.advance(SECOND_MS);
    await waiting;
    expect(asked).toEqual([0, MINUTE_MS]);
  });

  it('is at least a second after the one before, beside which messages use all other requests of a second', async () => {
    const { clock, turn } = turnsFrom(0);
    const start = clock.now();
    const openedAt: number[] = [];
    const all = (async () => {
      for (const user of ['ada', 'bob', 'eve']) {
        await turn(user, new AbortController().signal);
        openedAt.push(clock.now() - start);
      }
    })();
    await clock.advance(10 * SECOND_MS);
    await all;
    expect(openedAt).toEqual([SECOND_MS, 2 * SECOND_MS, 3 * SECOND_MS]);
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
