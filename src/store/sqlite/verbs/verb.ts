import type { Database } from 'better-sqlite3';
import { GavelError } from '../../../domain/errors.ts';
import { isDamage, storeFailure } from '../failures.ts';
import type { WriteWatch } from '../write-watch.ts';

/** Turns synchronous work on the database into asynchronous verbs. */
export interface VerbMaker {
  /** Only reads. */
  read<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R>;
  /** Runs in one transaction: when the work throws, nothing of it is kept. */
  write<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R>;
}

/**
 * The verbs reject with GavelError STORE_UNUSABLE when the disk or the file fails or the store is closed, and with a
 * plain Error when they are called against their contract.
 * @param watch.onDamage called with what a verb rejects with when the file itself is broken; `writes` hears how they end
 */
export function createVerbMaker(
  db: Database,
  file: string,
  { onDamage, writes }: { readonly onDamage: (error: GavelError) => void; readonly writes: WriteWatch },
): VerbMaker {
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
