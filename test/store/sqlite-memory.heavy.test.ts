import { pino } from 'pino';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { describeStore } from './conformance.ts';

const log = pino({ level: 'silent' });

describeStore('in SQLite’s memory', {
  durable: false,
  randomSequences: 100,
  createLocation: async () => ({
    open: (now) => openSqliteStore({ databaseUrl: 'sqlite::memory:', log, now }),
    async [Symbol.asyncDispose]() {},
  }),
});
