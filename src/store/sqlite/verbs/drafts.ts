import type { Draft } from '../../../domain/subscription.ts';
import type { SubscriptionStore } from '../../store.ts';
import type { DraftTable } from '../tables/drafts.ts';
import type { VerbMaker } from './verb.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The verbs of set-ups that wait for their confirmation.
 * @param now epoch ms
 */
export function createDraftVerbs(
  verb: VerbMaker,
  drafts: DraftTable,
  now: () => number,
): Pick<SubscriptionStore, 'saveDraft' | 'loadDraft' | 'draftsOf' | 'removeDraft'> {
  const isKept = ({ createdAt }: Draft) => createdAt >= now() - DAY_MS;

  return {
    saveDraft: verb.write((draft) => {
      drafts.removeBefore(now() - DAY_MS);
      drafts.save(draft);
    }),
    loadDraft: verb.read((id) => {
      const draft = drafts.load(id);
      return draft === null || !isKept(draft) ? null : draft;
    }),
    draftsOf: verb.read((guildId) => drafts.ofGuild(guildId).filter(isKept)),
    removeDraft: verb.write((id) => drafts.remove(id)),
  };
}
