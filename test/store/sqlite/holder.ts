/** A process that opens the store at the URL given, says so, and holds it until it is ended. */
import { pino } from 'pino';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';

const [, , databaseUrl = ''] = process.argv;
const store = await openSqliteStore({ databaseUrl, log: pino({ level: 'silent' }), now: Date.now });
const channels = await store.intake({
  at: Date.now(),
  seen: ['from the holder'],
  alerts: [],
  topics: [],
  trades: [],
  gap: null,
  newsAfter: null,
});
// What nobody refers to any more is garbage-collected, and its lock with it.
process.stdin.on('end', () => void store[Symbol.asyncDispose]());
process.stdin.resume();
process.stdout.write(`open ${channels.length}\n`);
