import { MAX_SILENCES, type NewSilence } from '#src/alerts/silences/silence.ts';
import { isPerson } from '#src/alerts/target.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { silencedName, silenceEnd } from '#src/discord/views/silences.ts';

/**
 * Adds a silence of the server, or of the user's own watches.
 * @returns the result, as sentences
 * @throws UserError if there are too many
 */
export async function addSilence(
  wanted: Pick<NewSilence, 'guildId' | 'scope' | 'target' | 'channelId' | 'endsAt' | 'isSummarised'>,
  { requester, services }: Pick<AnswerContext, 'requester' | 'services'>,
): Promise<string> {
  const { guildId } = wanted;
  const saved = await services.silences.add({ ...wanted, createdBy: requester });
  if (saved === 'full') throw new UserError(({ silences }) => silences.full(MAX_SILENCES));
  const rules = await services.store.subscriptionsOf(guildId);
  const { silences: words } = services.view.messages;
  const endEarlier = isPerson(guildId) ? words.watchesEndEarlier : words.endEarlier;
  return [
    words.added(silencedName(saved, rules, services.view), silenceEnd(saved)),
    ...(saved.isSummarised ? [words.willBeSummarised] : []),
    endEarlier,
  ].join(' ');
}
