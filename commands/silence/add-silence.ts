import { MAX_SILENCES, type NewSilence } from '#src/alerts/silences/silence.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { silencedName, silenceEnd } from '#src/discord/views/silences.ts';

/**
 * Adds a silence of the server, or of the user's own watches.
 * @returns the result, as sentences
 * @throws UserError if there are too many
 */
export async function addSilence(
  wanted: Pick<NewSilence, 'scope' | 'target' | 'channelId' | 'endsAt'>,
  { guildId, requester, services }: Pick<AnswerContext, 'guildId' | 'requester' | 'services'>,
): Promise<string> {
  const saved = await services.silences.add({ ...wanted, guildId, createdBy: requester });
  if (saved === 'full') throw new UserError(({ silences }) => silences.full(MAX_SILENCES));
  const { silences: words } = services.view.messages;
  return `${words.added(silencedName(saved, services.view), silenceEnd(saved))} ${words.endEarlier}`;
}
