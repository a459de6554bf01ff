import type { MarketAlert } from '#src/alerts/alert.ts';
import { sampleAlert, sampleFacts } from '#src/alerts/sample.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { nearestTemplate } from '#src/alerts/templates/alert-template.ts';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import { GavelError } from '#src/chain/errors.ts';
import { requireWriteAccess } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import { alertOption, resolveSubscription, subscriptionChoices } from './alert-option.ts';

/**
 * Builds a sample alert of the rule's first topic that matches its conditions. The name of its token says that it is an
 * example.
 * @param now epoch ms
 */
export function madeUpAlert(rule: Rule, now: number, context: ViewContext): MarketAlert {
  const { alertList: words } = context.messages;
  const { collection = ZERO_ADDRESS, rank, traits = [] } = sampleFacts(rule);
  const token = {
    collection,
    collectionName: context.collectionName(collection) ?? words.madeUpCollection,
    tokenId: '1',
    tokenName: words.madeUpToken,
    image: null,
    rarity: rank === undefined ? null : { rank, total: null },
    attributes: traits.map((trait) => ({ ...trait, rarity: null })),
    quantity: 1n,
  };
  return sampleAlert(rule, token, { now, price: 10n ** BigInt(context.currency.decimals) });
}

/** `/alerts test`: posts an example alert to the channel, marked as a test and without pings. */
export const test: Subcommand = {
  name: 'test',
  definition: (messages) => ({
    description: messages.alertCommands.testDescription,
    options: [alertOption(messages)],
  }),
  example: 'alert:3',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const typed = interaction.options.getString('alert', true);
    const subscription = await resolveSubscription(typed, context.guildId, context.services);
    return { content: await postTestAlert(subscription, context) };
  },
  autocomplete: (interaction, services, { guildId }) =>
    subscriptionChoices(interaction.options.getFocused().value, guildId, services),
};

interface Example {
  readonly alert: MarketAlert;
  readonly about: string;
}

/** Returns the newest alert that matches the rule, else one with a matching token, else an invented one. */
async function exampleFor(subscription: Subscription, { services }: AnswerContext): Promise<Example> {
  const { alertList: words } = services.view.messages;
  const madeUp = (about: string): Example => ({
    alert: madeUpAlert(subscription, services.now(), services.view),
    about,
  });
  try {
    const { example } = await services.previews.preview(subscription);
    if (example === null) return madeUp(words.exampleWithoutMatches);
    const { alert, happened } = example;
    return { alert, about: happened ? words.newestExample : words.tokenExample };
  } catch (error) {
    if (error instanceof GavelError) return madeUp(words.exampleWithoutMarketplace);
    throw error;
  }
}

/**
 * Posts an example alert of a subscription to its channel, without pings.
 * @returns a sentence about what was posted
 * @throws UserError with the problem and its solution
 */
export async function postTestAlert(subscription: Subscription, context: AnswerContext): Promise<string> {
  const { channelId, pausedAt } = subscription;
  const { services } = context;
  await requireWriteAccess(channelId, context);
  const missing = missingPermissionsText(channelId, services);
  if (missing !== null) throw new UserError(missing);
  const { alert, about } = await exampleFor(subscription, context);
  const templates = await services.store.templates.ofGuild(subscription.guildId);
  const wanted = { topic: alert.topic, channelId, ruleIds: [subscription.id] };
  const template = nearestTemplate(templates, wanted)?.template ?? null;
  const refusal = await services.previews.post(channelId, alert, template);
  if (refusal !== null) throw new UserError(refusal);
  const { alertList: words } = services.view.messages;
  const paused = pausedAt === null ? '' : words.testedPaused;
  return `${words.tested(alertName(subscription), `<#${channelId}>`, about)}${paused}`;
}
