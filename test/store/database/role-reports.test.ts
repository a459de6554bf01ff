import { expect, it } from 'vitest';
import { createIdentifyStore } from '#src/store/identify.ts';
import { createLeaseStore } from '#src/store/leases.ts';
import { createRoleReportStore, housekeeperReportJson } from '#src/store/role-reports.ts';
import { describePostgres } from './each-database.ts';

const LIFE_MS = 10_000;

describePostgres('what the holder of a role reports', (kind) => {
  async function opened() {
    const held = new AsyncDisposableStack();
    const place = held.use(await kind.create());
    const clock = { now: 1_000 };
    const database = held.use(await place.open({ now: () => clock.now }));
    return {
      clock,
      leases: createLeaseStore(database),
      reports: createRoleReportStore(database),
      identifies: createIdentifyStore(database),
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  }

  it('is read with who holds it and for how long, and is replaced by the next', async () => {
    await using given = await opened();
    const { leases, reports, clock } = given;
    const lease = await leases.take('poller', 'a', LIFE_MS);
    await leases.take('sender', 'b', LIFE_MS);
    if (lease === null) throw new Error('The role was not free.');
    await reports.report(lease, '1');
    clock.now += 3_000;
    await reports.report(lease, '2');
    clock.now += 500;
    expect(await reports.roleBoard()).toEqual({
      shardCount: null,
      loginsRefusedForMs: null,
      held: [
        { role: 'poller', holder: 'a', heldForMs: 3_500, report: { text: '2', ageMs: 500 } },
        { role: 'sender', holder: 'b', heldForMs: 3_500, report: null },
      ],
    });
  });

  it('is read with for how long logins are refused: from 95 % of those of the day on', async () => {
    await using given = await opened();
    const { reports, identifies, clock } = given;
    const refusedForMs = async () => (await reports.roleBoard()).loginsRefusedForMs;
    await identifies.noteStartLimit({ total: 100, remaining: 6, resetAfterMs: 60_000 });
    expect(await refusedForMs()).toBeNull();
    await identifies.takeIdentify(0, 0);
    clock.now += 10_000;
    expect(await refusedForMs()).toBe(50_000);
    clock.now += 50_000;
    expect(await refusedForMs()).toBeNull();
  });

  it('is known of the housekeeper after its lease, since the ids of commands stay', async () => {
    await using given = await opened();
    const { leases, reports, clock } = given;
    expect(await reports.housekeeperReport()).toBeNull();
    const lease = await leases.take('housekeeper', 'a', LIFE_MS);
    if (lease === null) throw new Error('The role was not free.');
    const report = { commands: 'registered', ids: { help: '7' } } as const;
    await reports.report(lease, housekeeperReportJson.write(report));
    clock.now += LIFE_MS;
    expect(await reports.housekeeperReport()).toEqual(report);
  });

  it('says nothing of the next holder, and nobody is named once the lease has expired', async () => {
    await using given = await opened();
    const { leases, reports, clock } = given;
    const lease = await leases.take('poller', 'a', LIFE_MS);
    if (lease === null) throw new Error('The role was not free.');
    await reports.report(lease, '1');
    clock.now += LIFE_MS;
    expect((await reports.roleBoard()).held).toEqual([]);
    await leases.take('poller', 'b', LIFE_MS);
    expect((await reports.roleBoard()).held).toEqual([
      { role: 'poller', holder: 'b', heldForMs: 0, report: null },
    ]);
  });
});
