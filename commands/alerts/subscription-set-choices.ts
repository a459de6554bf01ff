import type { Choices } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import { allOfChannel } from './resolve-subscriptions.ts';
import { subscriptionChoices } from './subscription-choices.ts';

/** Discord: 100 characters a choice. */
const CHOICE_LENGTH = 100;
/** Maximum number of channel choices. */
const MAX_CHANNELS = 5;

/** Autocomplete choices of the server's subscriptions, and one choice for each channel with several of them. */
export async function subscriptionSetChoices(
  typed: string,
  guildId: string,
  services: Pick<CommandServices, 'store' | 'serverDirectory' | 'view'>,
): Promise<Choices> {
  const { alertCommands: words } = services.view.messages;
  const counts = new Map<string, number>();
  for (const { channelId } of await services.store.subscriptionsOf(guildId)) {
    counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  }
  const wanted = normaliseText(typed);
  const whole = [...counts]
    .filter(([, count]) => count > 1)
    .map(([channelId, count]) => {
      const channel = services.serverDirectory.channel(guildId, channelId)?.name ?? words.deletedChannel;
      return {
        name: sanitizeLine(words.choiceOfAll(count, channel), CHOICE_LENGTH),
        value: allOfChannel(channelId),
      };
    })
    .filter(({ name }) => normaliseText(name).includes(wanted))
    .slice(0, MAX_CHANNELS);
  return [...(await subscriptionChoices(typed, guildId, services)).slice(0, 25 - whole.length), ...whole];
}
