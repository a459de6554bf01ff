import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { describeStore } from './conformance.ts';

const log = pino({ level: 'silent' });

describeStore('in an SQLite file', {
  durable: true,
  randomSequences: 25,
  async createLocation() {
    const folder = await mkdtemp(join(tmpdir(), 'gavel-store-'));
    return {
      open: (now) => openSqliteStore({ databaseUrl: `sqlite:${join(folder, 'data', 'gavel.db')}`, log, now }),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
    };
  },
});
