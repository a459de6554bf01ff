import type { Silence } from '#src/alerts/silences/silence.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { activeSilencesText } from '#src/discord/views/silences.ts';

const isIn =
  (wanted: string) =>
  ({ channelId }: Silence): boolean =>
    channelId === null || channelId === wanted;

/**
 * Says how many silences of the server are active, for a screen about its alerts; empty for none.
 * @param channelId only those that apply in this channel
 */
export async function activeSilences(
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
  channelId: string | null = null,
): Promise<string> {
  const { silences, view } = services;
  const all = await silences.of(guildId);
  return activeSilencesText(channelId === null ? all : all.filter(isIn(channelId)), silences.now(), view);
}
