import type { MarketAlert } from '../../alerts/alert.ts';
import type { Subscription } from '../../alerts/subscription.ts';
import { GavelError } from '../../chain/errors.ts';
import type { AnswerContext } from '../answer.ts';
import { requireWriteAccess } from '../setup/member-permissions.ts';
import { missingPermissionsText } from '../setup/missing-permissions.ts';
import { UserError } from '../user-error.ts';
import { madeUpAlert } from './subscriptions-sample.ts';

interface Example {
  readonly alert: MarketAlert;
  readonly about: string;
}

/** The newest alert that matches the rule, else one with a token that does, else a made-up one. */
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
 * Posts an example alert of a subscription into its channel, without pings.
 * @returns what was posted, as a sentence
 * @throws UserError with the problem and its solution
 */
export async function postTestAlert(subscription: Subscription, context: AnswerContext): Promise<string> {
  const { id, channelId, pausedAt } = subscription;
  const { services } = context;
  await requireWriteAccess(channelId, context);
  const missing = missingPermissionsText(channelId, services);
  if (missing !== null) throw new UserError(missing);
  const { alert, about } = await exampleFor(subscription, context);
  const refusal = await services.previews.post(channelId, alert);
  if (refusal !== null) throw new UserError(refusal);
  const { alertList: words } = services.view.messages;
  const paused = pausedAt === null ? '' : words.testedPaused;
  return `${words.tested(`#${id}`, `<#${channelId}>`, about)}${paused}`;
}
