import { describe, expect, it } from 'vitest';
import type { PendingImport } from '../../../src/discord/subscription-file/import-plan.ts';
import { createPendingImports } from '../../../src/discord/subscription-file/pending-imports.ts';

const HOUR_MS = 3_600_000;
const OWNER = { guildId: '1', requester: '2' };
const source: PendingImport['source'] = {
  file: { format: 'gavel-alerts', version: 1, exportedAt: '', channels: [] },
  mode: 'add',
  chosen: new Map(),
};
const plan: PendingImport = { ...OWNER, alerts: [], removals: [], settings: [], source };

/** Imports that wait, with a clock that a test turns. */
function waiting() {
  const clock = { now: 0 };
  return { clock, imports: createPendingImports({ now: () => clock.now }) };
}

describe('an import that waits for its confirmation', () => {
  it('is handed out once, to the one who began it, in the server where that was', () => {
    const { imports } = waiting();
    const id = imports.keep(plan);
    expect(imports.take(id, { ...OWNER, requester: '3' })).toBeNull();
    expect(imports.take(id, { ...OWNER, guildId: '3' })).toBeNull();
    expect(imports.take(id, OWNER)).toBe(plan);
    expect(imports.take(id, OWNER)).toBeNull();
  });

  it('waits for less than an hour', () => {
    const { imports, clock } = waiting();
    const [early, late] = [imports.keep(plan), imports.keep(plan)];
    clock.now = HOUR_MS - 1;
    expect(imports.take(early, OWNER)).toBe(plan);
    clock.now = HOUR_MS;
    expect(imports.take(late, OWNER)).toBeNull();
  });

  it('makes room for others: the oldest of more than fifty is over', () => {
    const { imports } = waiting();
    const [first, second] = Array.from({ length: 51 }, () => imports.keep(plan));
    expect(imports.take(first ?? '', OWNER)).toBeNull();
    expect(imports.take(second ?? '', OWNER)).toBe(plan);
  });

  it('is forgotten with its server, and not with another', () => {
    const { imports } = waiting();
    const [mine, theirs] = [imports.keep(plan), imports.keep({ ...plan, guildId: '9' })];
    imports.forget('1');
    expect(imports.take(mine, OWNER)).toBeNull();
    expect(imports.take(theirs, { ...OWNER, guildId: '9' })).not.toBeNull();
  });
});
