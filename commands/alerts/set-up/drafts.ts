import { z } from 'zod';
import { orderedTopics, ruleSchema } from '#src/alerts/canonical-rule.ts';
import type { Draft, Rule } from '#src/alerts/subscription.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { savedInput } from '#src/discord/components/saved-input.ts';
import { UserError } from '#src/discord/user-error.ts';

/** Rules that wait for their confirmation. */
export const drafts = savedInput(
  { name: 'draft', keptFor: DAY_MS, limit: 50 },
  ruleSchema.and(z.object({ channelId: z.string(), changes: z.number().nullable() })),
  ({ channelId }) => channelId,
);

/** Saves a draft under a new id, so that a button confirms exactly the draft that it was shown with. */
export async function keepDraft(
  proposal: { readonly channelId: string; readonly rule: Rule; readonly changes: number | null },
  context: AnswerContext,
): Promise<Draft> {
  const { channelId, changes } = proposal;
  const { topics, filter, pingRoles, extras } = proposal.rule;
  const draft = { channelId, changes, topics: orderedTopics(topics), filter, pingRoles, extras };
  return { ...draft, id: await drafts.save(draft, context), guildId: context.guildId };
}

/** Deletes a draft that was confirmed, changed or cancelled, so that its message is edited no more. */
export async function takeDraft(id: string, context: AnswerContext): Promise<void> {
  await drafts.take(id, context);
  await context.services.backtests.stop(id);
}

/**
 * Finds the draft of a button, for the member who started it.
 * @throws UserError if it was confirmed or changed since, or is too old
 */
export async function findDraft(id: string, context: AnswerContext): Promise<Draft> {
  const found = await drafts.find(id, context);
  if (found === null) throw new UserError(({ setUp }) => setUp.over);
  return { ...found, id, guildId: context.guildId };
}
