import type { Choices } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { ruleLabel } from '#src/discord/views/rule-words.ts';
import { yieldEvery } from '#src/discord/yield-every.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';

/** Discord: at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;
/** Number of rules that are rendered before yielding to the event loop. */
const CHUNK_SIZE = 100;

/** Rank of a match by number: equal, prefix, other; lower is better. */
function matchRank(id: number, typed: string): number {
  const number = typed.replace(/^#/, '');
  if (number === String(id)) return 0;
  return number !== '' && String(id).startsWith(number) ? 1 : 2;
}

/**
 * Autocomplete choices of the server's subscriptions, found by number, channel or any word of the rule. Matches by
 * number come first, so that each can be reached however many there are. Parsed by `resolveSubscription`.
 */
export async function subscriptionChoices(
  typed: string,
  guildId: string,
  { store, serverDirectory, view }: Pick<CommandServices, 'store' | 'serverDirectory' | 'view'>,
): Promise<Choices> {
  const { alertCommands: words } = view.messages;
  const wanted = normaliseText(typed);
  const yieldToEventLoop = yieldEvery(CHUNK_SIZE);
  const found: { readonly id: number; readonly text: string }[] = [];
  for (const one of await store.subscriptionsOf(guildId)) {
    await yieldToEventLoop();
    const channel = serverDirectory.channel(guildId, one.channelId)?.name ?? words.deletedChannel;
    const write = one.pausedAt === null ? words.choice : words.pausedChoice;
    const text = write(`#${one.id}`, channel, ruleLabel(one, view));
    if (normaliseText(text).includes(wanted)) found.push({ id: one.id, text });
  }
  return found
    .toSorted((a, b) => matchRank(a.id, typed.trim()) - matchRank(b.id, typed.trim()) || a.id - b.id)
    .slice(0, MAX_CHOICES)
    .map((one) => ({ name: sanitizeLine(one.text, CHOICE_LENGTH), value: String(one.id) }));
}
