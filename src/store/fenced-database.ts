import { GavelError } from '#src/chain/errors.ts';
import { reached } from '#src/chain/points.ts';
import type { Database } from './database/database.ts';
import { type Lease, requireLease } from './leases.ts';

/**
 * The database as the holder of a role sees it: each of its transactions first makes sure that nobody took the role, and keeps
 * others from taking it until the commit. Reads are not fenced. It stays the caller's to close.
 *
 * Transactions reject with GavelError LEASE_LOST once another process took the role, and nothing is written.
 * @param onLost called then, before the rejection
 */
export function fenced(database: Database, lease: Lease, onLost: () => void): Database {
  return {
    ...database,
    writeOne: (name) => Promise.reject(new Error(`“${name}” of a role must be a transaction.`)),
    async transaction(name, work) {
      try {
        return await database.transaction(name, async (transaction) => {
          await requireLease(transaction, lease);
          return work(transaction);
        });
      } catch (error) {
        if (error instanceof GavelError && error.code === 'LEASE_LOST') {
          reached('a write of a lost role is refused');
          onLost();
        }
        throw error;
      }
    },
  };
}
