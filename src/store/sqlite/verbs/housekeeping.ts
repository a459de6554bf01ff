import { setImmediate } from 'node:timers/promises';
import type { HousekeepingStore, PruneStep } from '../../store.ts';
import type { TransactionFactory } from './transaction-factory.ts';

/** The transactions that delete expired rows and return space to the disk. */
export function createHousekeepingTransactions(
  transactions: TransactionFactory,
  {
    pass,
    releaseSpace,
    truncateLog,
  }: {
    readonly pass: (now: number) => PruneStep;
    /** Returns whether there is more to release. */
    readonly releaseSpace: () => boolean;
    readonly truncateLog: () => void;
  },
): HousekeepingStore {
  const releaseStep = transactions.read(releaseSpace);
  const empty = transactions.read(truncateLog);

  return {
    prune: transactions.write(pass),
    async reclaimSpace() {
      while (await releaseStep()) await setImmediate();
      await empty();
    },
  };
}
