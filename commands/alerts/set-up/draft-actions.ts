import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import type { Draft, Rule } from '#src/alerts/subscription.ts';
import { requirePings } from '#src/discord/access/member-permissions.ts';
import type { Action, ActionInput } from '#src/discord/actions/action.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { changedRule, RULE_OPTIONS, type RuleTexts } from '../rule-input/rule-texts.ts';
import { confirmDraft } from './confirm-draft.ts';
import { filterModal, labelOf, modalWith } from './draft-modals.ts';
import { DRAFT, DRAFT_MODALS, draftOfOption } from './draft-names.ts';
import { showDraft } from './show-draft.ts';
import { keepDraft } from './start-draft.ts';

/**
 * Loads the draft of a button, for the member who started it.
 * @throws UserError if it was confirmed or changed since, has expired, or belongs to another member
 */
async function loadDraftOrThrow(
  id: string,
  { requester, guildId, services }: Pick<AnswerContext, 'requester' | 'guildId' | 'services'>,
): Promise<Draft> {
  const draft = await services.store.loadDraft(id);
  if (draft === null || draft.guildId !== guildId) {
    throw new UserError(({ setUp }) => setUp.over);
  }
  if (draft.userId !== requester) {
    throw new UserError(({ setUp }) => setUp.ofSomebodyElse);
  }
  return draft;
}

const requires = 'manage-alerts';

/** Shows the draft with another rule under a new id, which invalidates the buttons beside the old rule. */
async function showChanged(draft: Draft, rule: Rule, context: AnswerContext): Promise<Answer> {
  const { channelId, changes, id } = draft;
  const next = await keepDraft({ channelId, changes, rule }, context);
  const answer = await showDraft(next, context);
  await context.services.store.removeDraft(id);
  return answer;
}

function textsIn({ fields }: Pick<ActionInput, 'fields'>): RuleTexts {
  return Object.fromEntries(
    RULE_OPTIONS.flatMap((option) => {
      const text = fields.get(option)?.[0];
      return text === undefined ? [] : [[option, text]];
    }),
  );
}

/** Actions of the buttons, menus and forms of a set-up. */
export const draftActions: readonly Action[] = [
  {
    ...DRAFT.confirm,
    requires,
    answersBy: 'update',
    run: async ({ argument }, context) => confirmDraft(await loadDraftOrThrow(argument, context), context),
  },
  {
    ...DRAFT.cancel,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const draft = await loadDraftOrThrow(argument, context);
      await context.services.store.removeDraft(draft.id);
      const { setUp: words } = context.services.view.messages;
      return {
        content: draft.changes === null ? words.cancelled : words.changeCancelled(`#${draft.changes}`),
      };
    },
  },
  ...DRAFT_MODALS.map(
    (modal, position): Action => ({
      ...modal,
      requires,
      answersBy: 'form',
      run: async ({ argument }, context) =>
        filterModal(position, await loadDraftOrThrow(argument, context), context),
    }),
  ),
  {
    ...DRAFT.typed,
    requires,
    answersBy: 'update',
    async run(input, context) {
      const draft = await loadDraftOrThrow(input.argument, context);
      const rule = await changedRule(draft, textsIn(input), context.services, (option) =>
        labelOf(option, context.services.view.messages),
      );
      return showChanged(draft, rule, context);
    },
    async modal({ argument, fields }, context) {
      const texts = textsIn({ fields });
      const draft = await loadDraftOrThrow(argument, context);
      return filterModal(modalWith(texts, draft), draft, context, texts);
    },
  },
  {
    ...DRAFT.topics,
    requires,
    answersBy: 'update',
    async run({ argument, values }, context) {
      const draft = await loadDraftOrThrow(argument, context);
      const topics = TOPICS.filter((kind) => values.includes(kind));
      return showChanged(draft, { ...draft, topics: topics.length === 0 ? draft.topics : topics }, context);
    },
  },
  {
    ...DRAFT.option,
    requires,
    answersBy: 'update',
    async run({ argument, values: chosen }, context) {
      const draft = await loadDraftOrThrow(draftOfOption(argument), context);
      const texts = Object.fromEntries(chosen.map((one) => one.split('=')));
      return showChanged(draft, await changedRule(draft, texts, context.services), context);
    },
  },
  {
    ...DRAFT.roles,
    requires,
    answersBy: 'update',
    async run({ argument, values }, context) {
      const draft = await loadDraftOrThrow(argument, context);
      const rule = { ...draft, pingRoles: [...new Set(values)].toSorted().slice(0, MAX_PING_ROLES) };
      requirePings(draft.channelId, rule, context, draft.pingRoles);
      return showChanged(draft, rule, context);
    },
  },
];
