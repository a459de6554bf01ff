import type { Draft } from '../../../alerts/subscription.ts';
import type { SubscriptionStore } from '../../store.ts';
import type { DraftTable } from '../tables/drafts.ts';
import type { TransactionFactory } from './transaction-factory.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The transactions of drafts: rules that wait for confirmation.
 * @param now epoch ms
 */
export function createDraftTransactions(
  transactions: TransactionFactory,
  drafts: DraftTable,
  now: () => number,
): Pick<SubscriptionStore, 'saveDraft' | 'loadDraft' | 'draftsOf' | 'removeDraft'> {
  const isKept = ({ createdAt }: Draft) => createdAt >= now() - DAY_MS;

  return {
    saveDraft: transactions.write((draft) => {
      drafts.removeBefore(now() - DAY_MS);
      drafts.save(draft);
    }),
    loadDraft: transactions.read((id) => {
      const draft = drafts.load(id);
      return draft === null || !isKept(draft) ? null : draft;
    }),
    draftsOf: transactions.read((guildId) => drafts.ofGuild(guildId).filter(isKept)),
    removeDraft: transactions.write((id) => drafts.remove(id)),
  };
}
