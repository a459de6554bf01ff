import type { DirectoryStore } from '../../store.ts';
import type { DirectoryTable } from '../tables/directory.ts';
import type { TransactionFactory } from './transaction-factory.ts';

/** The transactions of the local copy of the collection list. */
export function createDirectoryTransactions(
  transactions: TransactionFactory,
  directory: DirectoryTable,
): DirectoryStore {
  return {
    loadCollections: transactions.read(() => directory.load()),
    saveCollections: transactions.write((collections) => directory.replace(collections)),
  };
}
