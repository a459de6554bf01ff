import { hash } from 'node:crypto';
import { canonicalRule } from '#src/alerts/canonical-rule.ts';
import { chosenCollections } from '#src/alerts/filters/collection.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { idField, textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { UserError } from '#src/discord/user-error.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import { requireRoomFor } from '../cap-text.ts';
import { testLink } from '../list.ts';
import { type Assessment, assessDraft } from './check-rule.ts';
import { addAlert, alreadyThereText } from './confirm-draft.ts';
import { wouldFlood } from './count-draft.ts';
import { editLink, showDraft } from './draft-screen.ts';
import { keepDraft } from './drafts.ts';

/** Characters of a rule's hash that tell whether the rule was changed since. */
const FINGERPRINT_LENGTH = 12;

const undoLink = defineLink('alerts-undo', { alert: idField, rule: textField(FINGERPRINT_LENGTH) }, 'asker');

const fingerprintOf = (rule: Rule): string =>
  hash('sha256', canonicalRule(rule), 'base64url').slice(0, FINGERPRINT_LENGTH);

/** The one collection of a rule; `null` for several, or for all. */
export function onlyCollectionOf({ filter }: Rule): Address | null {
  const [collection, ...others] = chosenCollections(filter) ?? [];
  return collection === undefined || others.length > 0 ? null : collection;
}

/** Returns whether nothing needs to be decided before the alert is saved. An identical alert changes nothing either. */
function needsNoDecision({ preview, present, warnings, postsNothing }: Assessment): boolean {
  // Without a preview, nobody knows how many messages there would be.
  if (preview === null || postsNothing) return false;
  const { same } = present;
  return same === null ? warnings.length === 0 : warnings.length === present.sentences.length;
}

function answerSaved(
  { id, channelId }: Subscription,
  { rule, collection }: { readonly rule: Rule; readonly collection: Address },
  context: AnswerContext,
): Answer {
  const { view } = context.services;
  const { oneStep: words } = view.messages;
  const alert = String(id);
  return {
    content: words.saved(`<#${channelId}>`, collectionTitle(collection, view)),
    components: buttonRows([
      button(words.test, testLink.to({ alert }), context),
      button(words.edit, editLink.to({ alert }), context),
      button(words.undo, undoLink.to({ alert, rule: fingerprintOf(rule) }), context),
    ]),
  };
}

/** The answer for an alert that was there before, which this command must not offer to undo. */
function answerPresent(subscription: Subscription, context: AnswerContext): Answer {
  const { messages } = context.services.view;
  const alert = String(subscription.id);
  return {
    content: alreadyThereText(subscription, messages),
    components: buttonRows([
      button(messages.oneStep.test, testLink.to({ alert }), context),
      button(messages.oneStep.edit, editLink.to({ alert }), context),
    ]),
  };
}

/**
 * Saves a new alert for one collection at once if nothing warns and it would not flood the channel; otherwise it starts
 * a draft, as `startNewDraft` does. A command that is delivered twice, or repeated because its answer came late, adds
 * nothing: a channel never has the same rule twice.
 * @throws UserError as `startNewDraft`
 */
export async function addAtOnce(
  {
    channelId,
    rule,
    collection,
  }: {
    readonly channelId: string;
    readonly rule: Rule;
    readonly collection: Address;
  },
  context: AnswerContext,
): Promise<Answer> {
  await requireRoomFor({ channelId, rule }, context);
  const proposal = { ...rule, guildId: context.guildId, channelId, changes: null };
  const assessment = await assessDraft(proposal, context);
  if (!needsNoDecision(assessment) || (await wouldFlood(proposal, context)))
    return showDraft(await keepDraft({ channelId, rule, changes: null }, context), assessment, context);
  const { created, subscription } = await addAlert(proposal, context);
  return created
    ? answerSaved(subscription, { rule, collection }, context)
    : answerPresent(subscription, context);
}

/** Removes an alert that was saved at once, unless it was changed since. A second press changes nothing. */
export const undo = defineComponent(undoLink, {
  requires: 'manage-alerts',
  async run({ alert, rule }, { guildId, services }) {
    const { oneStep: words } = services.view.messages;
    const all = await services.store.subscriptionsOf(guildId);
    const found = all.find(({ id }) => String(id) === alert);
    if (found === undefined) return { content: words.goneAlready(`#${alert}`) };
    if (fingerprintOf(found) !== rule)
      throw new UserError(({ oneStep }) => oneStep.changedSince(alertName(found)));
    await services.subscriptions.remove(guildId, found.id);
    return { content: words.undone(alertName(found), `<#${found.channelId}>`) };
  },
});
