import { createLeaseStore, fencedBy } from '#src/store/leases.ts';
import { createStore, openDatabase } from '#src/store/open.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { type Measured, sendMessages } from '../store/outbox.ts';

const HOUR_MS = 3_600_000;

/** What the sender asks of PostgreSQL for so many messages, one after the other, in transactions that its lease fences; without Discord. */
export async function sendFenced(databaseUrl: string, channels: number): Promise<Measured> {
  await using database = await openDatabase({ databaseUrl, log: silentLog, now: Date.now });
  const lease = await createLeaseStore(database).take('sender', 'bench', HOUR_MS);
  if (lease === null) throw new Error('Another process is the sender.');
  const lose = () => {
    throw new Error('The lease was lost.');
  };
  const store = createStore(fencedBy(lease, database, lose));
  return await sendMessages({ ...store, [Symbol.asyncDispose]: async () => undefined }, channels);
}
