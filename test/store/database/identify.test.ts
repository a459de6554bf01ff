import { expect, it } from 'vitest';
import { createIdentifyStore } from '#src/store/identify.ts';
import { describeEachDatabase } from './each-database.ts';

const SPACING_MS = 5_000;
const DAY_MS = 86_400_000;

describeEachDatabase('identifies', (kind) => {
  async function opened() {
    const held = new AsyncDisposableStack();
    const place = held.use(await kind.create());
    const clock = { now: 1_000_000 };
    const database = held.use(await place.open({ now: () => clock.now }));
    return {
      clock,
      identifies: createIdentifyStore(database),
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  }

  it('of one bucket are spaced, those of another bucket are not', async () => {
    await using given = await opened();
    const { identifies, clock } = given;
    expect(await identifies.takeIdentify(0, SPACING_MS)).toEqual({ waitMs: 0, reason: null, budget: null });
    expect(await identifies.takeIdentify(1, SPACING_MS)).toMatchObject({ waitMs: 0 });
    clock.now += 1_000;
    expect(await identifies.takeIdentify(0, SPACING_MS)).toMatchObject({
      waitMs: 4_500,
      reason: 'another shard',
    });
    clock.now += 4_500;
    expect(await identifies.takeIdentify(0, SPACING_MS)).toMatchObject({ waitMs: 0 });
  });

  it('that are asked for at once get one permit', async () => {
    await using given = await opened();
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => given.identifies.takeIdentify(0, SPACING_MS)),
    );
    expect(asked.filter(({ waitMs }) => waitMs === 0)).toHaveLength(1);
  });

  it('wait for one whose transaction began later and took the permit first', async () => {
    await using given = await opened();
    const { identifies, clock } = given;
    await identifies.takeIdentify(0, SPACING_MS);
    // The time is that of the beginning, and the slot is locked after it.
    clock.now -= 10;
    expect(await identifies.takeIdentify(0, SPACING_MS)).toMatchObject({
      waitMs: 5_500,
      reason: 'another shard',
    });
  });

  it('do not wait for longer than ever needed when the clock was set back', async () => {
    await using given = await opened();
    const { identifies, clock } = given;
    await identifies.takeIdentify(0, SPACING_MS);
    clock.now -= 60_000;
    expect(await identifies.takeIdentify(0, SPACING_MS)).toMatchObject({ waitMs: 0 });
  });

  it('are refused from 95 % of the day on, until it begins anew', async () => {
    await using given = await opened();
    const { identifies, clock } = given;
    await identifies.noteStartLimit({ total: 100, remaining: 7, resetAfterMs: 3_600_000 });
    for (const used of [94, 95]) {
      expect(await identifies.takeIdentify(0, 0)).toMatchObject({ waitMs: 0, budget: { used } });
      clock.now += SPACING_MS;
    }
    expect(await identifies.takeIdentify(0, 0)).toMatchObject({
      waitMs: 3_600_000 - 2 * SPACING_MS,
      reason: 'the limit of a day',
    });
    clock.now += 3_600_000;
    expect(await identifies.takeIdentify(0, 0)).toMatchObject({
      waitMs: 0,
      budget: { total: 100, used: 1, resetsAt: clock.now + DAY_MS },
    });
  });

  it('are counted as Discord counts them, or as we do where that is more', async () => {
    await using given = await opened();
    const { identifies, clock } = given;
    const said = (remaining: number, resetAfterMs = 3_600_000) =>
      identifies.noteStartLimit({ total: 1_000, remaining, resetAfterMs });
    expect(await said(990)).toMatchObject({ used: 10 });
    await identifies.takeIdentify(0, SPACING_MS);
    expect(await said(990)).toMatchObject({ used: 11 });
    expect(await said(900)).toMatchObject({ used: 100 });
    expect(await said(1_000, DAY_MS)).toMatchObject({ used: 0 });
    expect(await identifies.takeIdentify(1, 0)).toMatchObject({
      budget: { total: 1_000, used: 1, resetsAt: clock.now + DAY_MS },
    });
  });
});
