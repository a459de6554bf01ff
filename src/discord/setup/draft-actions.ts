import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import { type Draft, ENDING_LEADS, type Rule } from '../../domain/subscription.ts';
import type { Action, ActionInput } from '../actions/action.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { RULE_OPTIONS, type RuleTexts } from '../rule-input/rule-options.ts';
import { changedRule } from '../rule-input/rule-texts.ts';
import { keepDraft } from './begin-draft.ts';
import { confirmDraft } from './confirm-draft.ts';
import { filterForm, labelOf, tokensForm } from './draft-forms.ts';
import { DRAFT } from './draft-names.ts';
import { knownDraft } from './known-draft.ts';
import { showDraft } from './show-draft.ts';

const requires = 'manage-alerts';

/** The draft with another rule, under another id; the buttons that stood beside the old rule are over. */
async function showChanged(draft: Draft, rule: Rule, context: AnswerContext): Promise<Answer> {
  const { channelId, changes, id } = draft;
  const next = await keepDraft({ channelId, changes, rule }, context);
  const answer = await showDraft(next, context);
  await context.services.subscriptions.removeDraft(id);
  return answer;
}

function textsIn({ fields }: ActionInput): RuleTexts {
  return Object.fromEntries(
    RULE_OPTIONS.flatMap((option) => {
      const text = fields.get(option)?.[0];
      return text === undefined ? [] : [[option, text]];
    }),
  );
}

/** What the buttons, menus and forms of a set-up do. */
export const draftActions: readonly Action[] = [
  {
    ...DRAFT.confirm,
    requires,
    answersBy: 'update',
    run: async ({ argument }, context) => confirmDraft(await knownDraft(argument, context), context),
  },
  {
    ...DRAFT.cancel,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const draft = await knownDraft(argument, context);
      await context.services.subscriptions.removeDraft(draft.id);
      return {
        content:
          draft.changes === null
            ? 'Nothing was set up. `/alerts add` begins anew.'
            : `Alert #${draft.changes} stays as it was.`,
      };
    },
  },
  {
    ...DRAFT.filter,
    requires,
    answersBy: 'form',
    run: async ({ argument }, context) => filterForm(await knownDraft(argument, context), context),
  },
  {
    ...DRAFT.tokens,
    requires,
    answersBy: 'form',
    run: async ({ argument }, context) => tokensForm(await knownDraft(argument, context), context),
  },
  {
    ...DRAFT.typed,
    requires,
    answersBy: 'update',
    async run(input, context) {
      const draft = await knownDraft(input.argument, context);
      const rule = await changedRule(draft, textsIn(input), context.services, labelOf);
      return showChanged(draft, rule, context);
    },
  },
  {
    ...DRAFT.kinds,
    requires,
    answersBy: 'update',
    async run({ argument, values }, context) {
      const draft = await knownDraft(argument, context);
      const kinds = ALERT_KINDS.filter((kind) => values.includes(kind));
      return showChanged(draft, { ...draft, kinds: kinds.length === 0 ? draft.kinds : kinds }, context);
    },
  },
  {
    ...DRAFT.lead,
    requires,
    answersBy: 'update',
    async run({ argument, values }, context) {
      const draft = await knownDraft(argument, context);
      const endingLead = ENDING_LEADS.find((lead) => values.includes(String(lead))) ?? draft.endingLead;
      return showChanged(draft, { ...draft, endingLead }, context);
    },
  },
];
