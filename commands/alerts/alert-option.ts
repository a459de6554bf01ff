import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Choices } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { plainAlertName, ruleLabel } from '#src/discord/views/rule-words.ts';
import { isEnded, isSpent } from '#src/discord/views/subscriptions.ts';
import { yieldEvery } from '#src/discord/yield-every.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Defines the option for an alert; parsed by `resolveSubscription`. */
export const alertOption = ({ alertCommands }: Messages): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.String,
  name: 'alert',
  description: alertCommands.alert,
  required: true,
  autocomplete: true,
  max_length: 100,
});

/** Defines the option for one alert, or all of a channel; parsed by `resolveSubscriptions`. */
export const alertSetOption = (messages: Messages): APIApplicationCommandBasicOption => ({
  ...alertOption(messages),
  description: messages.alertCommands.alertOrChannel,
});

/** Discord allows at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;
/** Number of rules that are rendered before yielding to the event loop. */
const CHUNK_SIZE = 100;

/** Returns the rank of a match by number: equal, prefix, other; lower is better. */
function matchRank(id: number, typed: string): number {
  const number = typed.replace(/^#/, '');
  if (number === String(id)) return 0;
  return number !== '' && String(id).startsWith(number) ? 1 : 2;
}

/**
 * Builds the autocomplete choices of the server's subscriptions, found by number, channel or any word of the rule.
 * Matches by number come first, so that each subscription can be reached regardless of their number. Parsed by
 * `resolveSubscription`.
 */
export async function subscriptionChoices(
  typed: string,
  guildId: string,
  { store, serverDirectory, view, now }: Pick<CommandServices, 'store' | 'serverDirectory' | 'view' | 'now'>,
): Promise<Choices> {
  const { alertCommands: words } = view.messages;
  const wanted = normaliseText(typed);
  const yieldToEventLoop = yieldEvery(CHUNK_SIZE);
  const rules = await store.subscriptionsOf(guildId);
  const states = {
    now: now(),
    once: await store.oncePosts(rules.flatMap(({ onceDeliveryId }) => onceDeliveryId ?? [])),
  };
  function writeOf(one: Subscription) {
    if (one.pausedAt !== null) return words.pausedChoice;
    if (isSpent(one, states)) return words.spentChoice;
    return isEnded(one, states) ? words.endedChoice : words.choice;
  }
  const bestFirst = rules.toSorted(
    (a, b) => matchRank(a.id, typed.trim()) - matchRank(b.id, typed.trim()) || a.id - b.id,
  );
  // A full server has 500 rules, and putting one into words takes longer than everything else here.
  const choices: Choices[number][] = [];
  for (const one of bestFirst) {
    if (choices.length === MAX_CHOICES) break;
    await yieldToEventLoop();
    const channel = serverDirectory.channel(guildId, one.channelId)?.name ?? words.deletedChannel;
    const text = writeOf(one)(plainAlertName(one), channel, ruleLabel(one, view));
    if (normaliseText(text).includes(wanted))
      choices.push({ name: sanitizeLine(text, CHOICE_LENGTH), value: String(one.id) });
  }
  return choices;
}

/**
 * Resolves the option to a subscription of the server by its number, with or without `#`.
 * @throws UserError if the server has no such subscription
 */
export async function resolveSubscription(
  typed: string,
  guildId: string,
  { store }: Pick<CommandServices, 'store'>,
): Promise<Subscription> {
  const number = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  const all = number === undefined ? [] : await store.subscriptionsOf(guildId);
  const found = all.find(({ id }) => id === Number(number));
  if (found === undefined) {
    throw new UserError(({ alertList }) => alertList.noSuchAlert);
  }
  return found;
}

const ALL_OF = 'all:';

/** Returns the choice value for all subscriptions of a channel. */
export const allOfChannel = (channelId: string): string => `${ALL_OF}${channelId}`;

/** One subscription of the server, or all of one of its channels. */
export type ResolvedSubscriptions =
  | { readonly type: 'one'; readonly subscription: Subscription }
  | {
      readonly type: 'channel';
      readonly channelId: string;
      /** At least one. */
      readonly subscriptions: readonly Subscription[];
    };

function channelIn(typed: string, here: string): string | null {
  if (/^all$/i.test(typed)) return here;
  return /^(?:all:|<#)(\d{15,20})>?$/.exec(typed)?.[1] ?? null;
}

/**
 * Resolves the option: a number, the choice for all of a channel, a channel, or `all` for the current channel.
 * @throws UserError if the server has no such subscription
 */
export async function resolveSubscriptions(
  typed: string,
  { guildId, channelId: here, services }: Pick<AnswerContext, 'guildId' | 'channelId' | 'services'>,
): Promise<ResolvedSubscriptions> {
  const channelId = channelIn(typed.trim(), here);
  if (channelId === null) {
    return { type: 'one', subscription: await resolveSubscription(typed, guildId, services) };
  }
  const all = await services.store.subscriptionsOf(guildId);
  const subscriptions = all.filter((one) => one.channelId === channelId);
  if (subscriptions.length === 0) {
    throw new UserError(({ alertList }) => alertList.channelHasNone);
  }
  return { type: 'channel', channelId, subscriptions };
}

/** Maximum number of channel choices. */
const MAX_CHANNELS = 5;

/**
 * Builds the autocomplete choices of the server's subscriptions, and one choice for each channel with several of them.
 */
export async function subscriptionSetChoices(
  typed: string,
  guildId: string,
  services: Pick<CommandServices, 'store' | 'serverDirectory' | 'view' | 'now'>,
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

/**
 * Loads a subscription of the server by its number from a button or choice.
 * @param number untrusted: a client can forge it
 * @throws UserError when the server has no such subscription
 */
export async function loadSubscription(
  number: string,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const all = await services.store.subscriptionsOf(guildId);
  const found = all.find(({ id }) => String(id) === number);
  if (found === undefined) {
    throw new UserError(({ alertList }) => alertList.removedMeanwhile);
  }
  return found;
}
