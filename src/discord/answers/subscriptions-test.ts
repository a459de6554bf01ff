import type { MarketAlert } from '../../domain/alert.ts';
import { GavelError } from '../../domain/errors.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { lackText } from '../setup/channel-lack.ts';
import { demandWriting } from '../setup/person-lack.ts';
import { UserError } from '../user-error.ts';
import { sampleAlert } from './subscriptions-sample.ts';

interface Example {
  readonly alert: MarketAlert;
  readonly about: string;
}

/** The newest alert that fits the rule, else one that is made up. */
async function exampleFor(subscription: Subscription, { services }: AnswerContext): Promise<Example> {
  const madeUp = (why: string): Example => ({
    alert: sampleAlert(subscription, services.now(), services.view),
    about: `a made-up example, because ${why}`,
  });
  try {
    const { matching, auctionsOnly } = await services.rehearsal.preview(subscription);
    const newest = matching.at(-1);
    if (newest !== undefined) return { alert: newest, about: 'the newest of what fits it' };
    return madeUp(auctionsOnly ? 'auctions are told as they happen' : 'nothing that fits it happened lately');
  } catch (error) {
    if (error instanceof GavelError) return madeUp('the marketplace does not answer right now');
    throw error;
  }
}

/**
 * Posts an example of what a subscription tells into its channel, without pings.
 * @returns what was posted, as a sentence
 * @throws UserError with what is wrong and what to do about it
 */
export async function postTest(subscription: Subscription, context: AnswerContext): Promise<string> {
  const { id, channelId, pausedAt } = subscription;
  const { services } = context;
  await demandWriting(channelId, context);
  const lack = lackText(channelId, services);
  if (lack !== null) throw new UserError(lack);
  const { alert, about } = await exampleFor(subscription, context);
  const refusal = await services.rehearsal.post(channelId, alert);
  if (refusal !== null) throw new UserError(refusal);
  const paused = pausedAt === null ? '' : ' The alert itself is paused; `/alerts resume` lets it go on.';
  return `🧪 I posted a test of alert #${id} in <#${channelId}>: ${about}.${paused}`;
}
