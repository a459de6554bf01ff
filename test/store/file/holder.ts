/** A process that opens the store at the given URL, prints a line, and keeps it open until its input ends. */
import { pino } from 'pino';
import { openStore } from '#src/store/open.ts';

const [, , databaseUrl = ''] = process.argv;
const store = await openStore({ databaseUrl, log: pino({ level: 'silent' }), now: Date.now });
const channels = await store.ingest({
  at: Date.now(),
  seen: ['from the holder'],
  alerts: [],
  topics: [],
  trades: [],
  gap: null,
  newRecordsAfter: null,
});
// The reference prevents garbage collection, which would release the lock.
process.stdin.on('end', () => void store[Symbol.asyncDispose]());
process.stdin.resume();
process.stdout.write(`open ${channels.length}\n`);
