import type { Database } from 'better-sqlite3';
import { GavelError } from '../../../chain/errors.ts';
import { isDamage, storeFailure } from '../failures.ts';
import type { WriteMonitor } from '../write-monitor.ts';

/** Turns synchronous work on the database into asynchronous methods. */
export interface TransactionFactory {
  /** For work that only reads. */
  read<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R>;
  /** Runs the work in one transaction, which is rolled back when the work throws. */
  write<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R>;
}

/**
 * The methods reject with GavelError STORE_UNUSABLE when the disk or the file fails or the store is closed, and with a
 * plain Error when they are called against their contract.
 * @param watch.onDamage called with the error of the rejection when the file is damaged; `writes` records every outcome
 */
export function createTransactionFactory(
  db: Database,
  file: string,
  { onDamage, writes }: { readonly onDamage: (error: GavelError) => void; readonly writes: WriteMonitor },
): TransactionFactory {
  async function attempt<R>(work: () => R): Promise<R> {
    if (!db.open) throw new GavelError('STORE_UNUSABLE', `The database ${file} is closed.`);
    try {
      return work();
    } catch (error) {
      const failure = storeFailure(error, file);
      if (isDamage(error) && failure instanceof GavelError) onDamage(failure);
      throw failure;
    }
  }

  return {
    read:
      (work) =>
      (...args) =>
        attempt(() => work(...args)),
    write:
      (work) =>
      (...args) =>
        attempt(() => {
          try {
            const result = db.transaction(() => work(...args)).immediate();
            writes.succeeded(work);
            return result;
          } catch (error) {
            writes.failed(work, error);
            throw error;
          }
        }),
  };
}
