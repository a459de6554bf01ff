import type { Guild } from 'discord.js';
import type { Choices } from '../../src/discord/command.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import { plainLine } from '../../src/discord/text.ts';
import { ruleLabel } from '../../src/discord/views/rule-words.ts';
import { foldText } from '../../src/domain/finding.ts';

/** Discord: at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** The server's subscriptions, found by number, channel or any word of the rule. `namedSubscription` reads the choice. */
export async function subscriptionChoices(
  typed: string,
  { id, channels }: Pick<Guild, 'id' | 'channels'>,
  { subscriptions, view }: Pick<CommandServices, 'subscriptions' | 'view'>,
): Promise<Choices> {
  const wanted = foldText(typed);
  return (await subscriptions.of(id))
    .map((one) => {
      const channel = channels.cache.get(one.channelId)?.name ?? 'deleted channel';
      const paused = one.pausedAt === null ? '' : ' (paused)';
      return { id: one.id, text: `#${one.id} in ${channel}${paused}: ${ruleLabel(one, view)}` };
    })
    .filter(({ text }) => foldText(text).includes(wanted))
    .slice(0, MAX_CHOICES)
    .map((one) => ({ name: plainLine(one.text, CHOICE_LENGTH), value: String(one.id) }));
}
