import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import type { Draft, Rule } from '#src/alerts/subscription.ts';
import { TOPICS } from '#src/alerts/topic.ts';
import { requirePings } from '#src/discord/access/member-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { changedRule, RULE_OPTIONS, type RuleTexts } from '../rule-input/rule-texts.ts';
import { confirmDraft } from './confirm-draft.ts';
import {
  cancelLink,
  confirmLink,
  draftOfMenu,
  MODAL_LINKS,
  optionLink,
  rolesLink,
  topicsLink,
  typedLink,
} from './draft-links.ts';
import { filterModal, labelOf, modalWith } from './draft-modals.ts';
import { drafts, findDraft, keepDraft } from './drafts.ts';
import { showDraft } from './show-draft.ts';

const requires = 'manage-alerts';

/** The draft with another rule, under another id; the buttons that stood beside the old rule are over. */
async function showChanged(draft: Draft, rule: Rule, context: AnswerContext): Promise<Answer> {
  const { channelId, changes, id } = draft;
  const next = await keepDraft({ channelId, changes, rule }, context);
  const answer = await showDraft(next, context);
  await drafts.take(id, context);
  return answer;
}

function textsIn(fields: Fields): RuleTexts {
  return Object.fromEntries(
    RULE_OPTIONS.flatMap((option) => {
      const text = fields.get(option)?.[0];
      return text === undefined ? [] : [[option, text]];
    }),
  );
}

/** What the buttons, menus and modals of a set-up lead to. */
export const draftComponents: readonly Component[] = [
  defineComponent(confirmLink, {
    requires,
    run: async ({ draft }, context) => confirmDraft(await findDraft(draft, context), context),
  }),
  defineComponent(cancelLink, {
    requires,
    async run(values, context) {
      const draft = await findDraft(values.draft, context);
      await drafts.take(draft.id, context);
      const { setUp: words } = context.services.view.messages;
      return {
        content: draft.changes === null ? words.cancelled : words.changeCancelled(`#${draft.changes}`),
      };
    },
  }),
  ...MODAL_LINKS.map((link, position) =>
    defineComponent(link, {
      requires,
      modal: async ({ draft }, context) => filterModal(position, await findDraft(draft, context), context),
    }),
  ),
  defineComponent(typedLink, {
    requires,
    async run(values, context, { fields }) {
      const draft = await findDraft(values.draft, context);
      const rule = await changedRule(draft, textsIn(fields), context.services, (option) =>
        labelOf(option, context.services.view.messages),
      );
      return showChanged(draft, rule, context);
    },
    async modal(values, context, fields) {
      const texts = textsIn(fields);
      const draft = await findDraft(values.draft, context);
      return filterModal(modalWith(texts, draft), draft, context, texts);
    },
  }),
  defineComponent(topicsLink, {
    requires,
    async run(values, context, { chosen }) {
      const draft = await findDraft(values.draft, context);
      const topics = TOPICS.filter((kind) => chosen.includes(kind));
      return showChanged(draft, { ...draft, topics: topics.length === 0 ? draft.topics : topics }, context);
    },
  }),
  defineComponent(optionLink, {
    requires,
    async run({ menu }, context, { chosen }) {
      const draft = await findDraft(draftOfMenu(menu), context);
      const texts = Object.fromEntries(chosen.map((one) => one.split('=')));
      return showChanged(draft, await changedRule(draft, texts, context.services), context);
    },
  }),
  defineComponent(rolesLink, {
    requires,
    async run(values, context, { chosen }) {
      const draft = await findDraft(values.draft, context);
      const rule = { ...draft, pingRoles: [...new Set(chosen)].toSorted().slice(0, MAX_PING_ROLES) };
      requirePings(draft.channelId, rule, context, draft.pingRoles);
      return showChanged(draft, rule, context);
    },
  }),
];
