import type { Guild } from 'discord.js';
import type { Choices } from '../../src/discord/command.ts';
import { pauseEvery } from '../../src/discord/event-loop-pauses.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import { plainLine } from '../../src/discord/text.ts';
import { ruleLabel } from '../../src/discord/views/rule-words.ts';
import { foldText } from '../../src/domain/finding.ts';

/** Discord: at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;
/** Alerts that are put into words before others have the event loop. */
const LABELLED_AT_ONCE = 100;

/** How well a number fits what was typed: it is it, begins so, or does not; less is better. */
function distance(id: number, typed: string): number {
  const number = typed.replace(/^#/, '');
  if (number === String(id)) return 0;
  return number !== '' && String(id).startsWith(number) ? 1 : 2;
}

/**
 * The server's subscriptions, found by number, channel or any word of the rule; those first whose number was typed, so that
 * each can be reached however many there are. `namedSubscription` reads the choice.
 */
export async function subscriptionChoices(
  typed: string,
  { id, channels }: Pick<Guild, 'id' | 'channels'>,
  { subscriptions, view }: Pick<CommandServices, 'subscriptions' | 'view'>,
): Promise<Choices> {
  const wanted = foldText(typed);
  const pause = pauseEvery(LABELLED_AT_ONCE);
  const found: { readonly id: number; readonly text: string }[] = [];
  for (const one of await subscriptions.of(id)) {
    await pause();
    const channel = channels.cache.get(one.channelId)?.name ?? 'deleted channel';
    const paused = one.pausedAt === null ? '' : ' (paused)';
    const text = `#${one.id} in ${channel}${paused}: ${ruleLabel(one, view)}`;
    if (foldText(text).includes(wanted)) found.push({ id: one.id, text });
  }
  return found
    .toSorted((a, b) => distance(a.id, typed.trim()) - distance(b.id, typed.trim()) || a.id - b.id)
    .slice(0, MAX_CHOICES)
    .map((one) => ({ name: plainLine(one.text, CHOICE_LENGTH), value: String(one.id) }));
}
