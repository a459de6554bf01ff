import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { migrate } from '../../../src/store/sqlite/schema.ts';
import { ITEM, only, ruleFor, send, waitingKeys } from '../samples.ts';
import { openFile, type TemporaryFolder, temporaryFolder } from './folder.ts';
import { BUSY, DERPS, GUILD, LEFT, PAUSED, writeVersion1 } from './version-1.ts';

function openVersion1(folder: TemporaryFolder) {
  writeVersion1(folder.path('gavel.db'));
  return openFile(folder.path('gavel.db'));
}

describe('a database of the first Gavel', () => {
  it('keeps its rules, which now leave open what could not be asked for', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    const usual = { guildId: GUILD, kinds: ['sale'], endingLead: 10, pausedAt: null, lastMatchAt: null };
    expect(await store.allSubscriptions()).toEqual([
      {
        ...usual,
        id: 1,
        channelId: BUSY,
        filter: EVERYTHING,
        createdBy: '700000000000000001',
        createdAt: 10,
      },
      {
        ...usual,
        id: 2,
        channelId: PAUSED,
        filter: only(DERPS),
        createdBy: '700000000000000002',
        createdAt: 20,
      },
    ]);
  });

  it('knows its rules again when they are added once more', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    for (const rule of [ruleFor(BUSY), ruleFor(PAUSED, { filter: only(DERPS) })]) {
      await expect(store.addSubscription(rule)).resolves.toMatchObject({ created: false });
    }
  });

  it('never gives the id of a rule that was taken away to another', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    const { subscription } = await store.addSubscription(ruleFor(LEFT));
    expect(subscription.id).toBe(10);
  });

  it('keeps the state of its lanes, and why they were stopped', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    expect(await store.laneStatuses([BUSY, PAUSED])).toEqual([
      { channelId: BUSY, state: 'open', problemCode: null, lastPostAt: 500, waiting: 2, lastProblem: null },
      {
        channelId: PAUSED,
        state: 'paused',
        problemCode: 50_013,
        lastPostAt: null,
        waiting: 1,
        lastProblem: { at: 600, code: 50_013 },
      },
    ]);
    expect(await store.noticesDue()).toEqual([]);
  });

  it('settles the message that was under way and delivers what waited, in its order', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    await store.recover();
    const { unsettled } = await store.laneWork(BUSY, 10);
    expect(unsettled).toMatchObject({ id: 2, state: 'ambiguous', form: 'rich', nonce: 'two', attempts: 3 });
    expect(unsettled?.alerts.map(({ key }) => key)).toEqual(['sale:2']);
    await store.markSent(2, { messageId: 'm2', at: 700, publish: false });
    expect(await waitingKeys(store, BUSY)).toEqual(['sweep:3', 'sale:4']);
    const third = await send(store, BUSY, 1);
    const item = { ...ITEM, image: null };
    expect(third.alerts).toEqual([
      {
        type: 'sweep',
        kind: 'sale',
        key: 'sweep:3',
        topic: null,
        buyer: null,
        txHash: null,
        occurredAt: 1_000,
        items: [item, { ...item, currency: DERPS, price: null }],
      },
    ]);
    await send(store, BUSY, 1);
    await store.addSubscription(ruleFor(PAUSED));
    await send(store, PAUSED, 1);
    expect(await store.lanesWithWork()).toEqual([]);
  });

  it('holds no reference that leads nowhere, and refuses new ones', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    await store.memory();
    const db = new Database(folder.path('gavel.db'));
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(() => db.exec('UPDATE deliveries SET post_id = 99 WHERE id = 1')).toThrow(/FOREIGN KEY/);
    db.close();
  });

  it('forgets the channel of a server together with the server', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion1(folder);
    await store.eraseGuild(GUILD);
    expect(await store.allSubscriptions()).toEqual([]);
    expect(await waitingKeys(store, BUSY)).toEqual([]);
    expect(await waitingKeys(store, PAUSED)).toEqual([]);
  });
});

describe('a migration that loses what others refer to', () => {
  it('is refused and leaves the database as it was', () => {
    const db = new Database(':memory:');
    const first = {
      name: 'first',
      sql: `CREATE TABLE one (id INTEGER PRIMARY KEY); CREATE TABLE two (one INTEGER REFERENCES one (id));
            INSERT INTO one VALUES (1); INSERT INTO two VALUES (1)`,
    };
    const bad = { name: 'bad', sql: 'DELETE FROM one' };
    migrate(db, [first]);
    expect(() => migrate(db, [first, bad])).toThrow(
      expect.objectContaining({ code: 'STORE_UNUSABLE', message: expect.stringContaining('(bad)') }),
    );
    expect(db.prepare('SELECT id FROM one').pluck().all()).toEqual([1]);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  });
});
