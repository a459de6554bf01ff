import type { GapStore } from '../../gap-store.ts';
import type { GapTables } from '../tables/gaps.ts';
import type { TransactionFactory } from './transaction-factory.ts';

/** The transactions of gap sizes. */
export function createGapTransactions(transactions: TransactionFactory, gaps: GapTables): GapStore {
  return {
    noteSales: transactions.write((reading) => gaps.noteSales(reading)),
    openGaps: transactions.read(() => gaps.open()),
    gapEvidence: transactions.read((span) => gaps.evidence(span)),
    closeGaps: transactions.write((gapIds, sizes) => gaps.close(gapIds, sizes)),
  };
}
