import { CARD_PARTS } from '#src/alerts/settings.ts';
import { type AlertTemplate, MAX_TEMPLATES } from '#src/alerts/templates/alert-template.ts';
import { checkTemplate, type TemplateCheck } from '#src/alerts/templates/check-template.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { UserError } from '#src/discord/user-error.ts';
import { pointAt, templateProblem } from '#src/discord/views/template-problem.ts';
import { type Place, requirePlace } from './place.ts';
import { templateDrafts } from './template-drafts.ts';
import { templateModal, typedTemplate } from './template-modal.ts';
import {
  againLink,
  discardLink,
  editLink,
  findTemplates,
  partsLink,
  resetLink,
  templateScreen,
  titleOf,
  typedLink,
} from './template-screen.ts';

type Problems = Extract<TemplateCheck, { ok: false }>['problems'];

/** Says what is wrong in each part, beside the words that it is in. */
function problemText(template: AlertTemplate, problems: Problems, { services }: AnswerContext): string {
  const { messages } = services.view;
  const { templates: words } = messages;
  const reasons = problems.map(({ part, problem }) => {
    const reason = words.inPart(words.parts[part], templateProblem(problem, messages));
    return 'at' in problem ? `${reason}\n${pointAt(template[part] ?? '', problem.at)}` : reason;
  });
  return words.notSaved(reasons.join('\n'));
}

/** The screen of a template that cannot be saved: the reasons, and a button that opens it again as it was typed. */
async function refusedScreen(
  place: Place,
  template: AlertTemplate,
  problems: Problems,
  context: AnswerContext,
): Promise<Answer> {
  const { templates: words } = context.services.view.messages;
  const { topic, scope, target, channelId } = place;
  const draft = await templateDrafts.save({ topic, scope, target, channelId, template }, context);
  return {
    content: `${titleOf(place, context)}\n${problemText(template, problems, context)}`,
    components: buttonRows([
      button(words.editAgain, againLink.to({ draft }), context, 'primary'),
      button(words.discard, discardLink.to(place), context),
    ]),
  };
}

/** Saves a template that was typed. @throws UserError if the server has the maximum */
async function saveTyped(place: Place, template: AlertTemplate, context: AnswerContext): Promise<Answer> {
  const { services } = context;
  const { templates: words } = services.view.messages;
  const check = checkTemplate(place.topic, template);
  if (!check.ok) return refusedScreen(place, template, check.problems, context);
  const { guildId, topic, scope, target } = place;
  const saved = await services.store.templates.save({ guildId, topic, scope, target }, template);
  if (saved === 'full') throw new UserError(({ templates }) => templates.full(MAX_TEMPLATES));
  return templateScreen(place, context, words.saved);
}

const requires = 'manage-alerts';

/** What the buttons, the menu and the modal of `/template` lead to. */
export const templateComponents: readonly Component[] = [
  defineComponent(editLink, {
    requires,
    async modal(written, context) {
      const place = await requirePlace(written, context);
      const { nearest } = await findTemplates(place, context);
      return templateModal(place, nearest?.template ?? null, typedLink.to(place), context);
    },
  }),
  defineComponent(typedLink, {
    requires,
    async run(written, context, { fields }) {
      return saveTyped(await requirePlace(written, context), typedTemplate(fields), context);
    },
    async modal(written, context, fields) {
      const place = await requirePlace(written, context);
      return templateModal(place, typedTemplate(fields), typedLink.to(place), context);
    },
  }),
  defineComponent(againLink, {
    requires,
    async modal({ draft }, context) {
      const found = await templateDrafts.find(draft, context);
      if (found === null) throw new UserError(({ templates }) => templates.draftOver);
      const place = await requirePlace(found, context);
      return templateModal(place, found.template, typedLink.to(place), context);
    },
  }),
  defineComponent(discardLink, {
    requires,
    run: async (written, context) => templateScreen(await requirePlace(written, context), context),
  }),
  defineComponent(resetLink, {
    requires,
    async run(written, context) {
      const place = await requirePlace(written, context);
      const { guildId, topic, scope, target } = place;
      const { templates: words } = context.services.view.messages;
      const isRemoved = await context.services.store.templates.remove({ guildId, topic, scope, target });
      return templateScreen(place, context, isRemoved ? words.removed : words.alreadyReset);
    },
  }),
  defineComponent(partsLink, {
    requires,
    async run(written, context, { chosen }) {
      const place = await requirePlace(written, context);
      const { settings, view } = context.services;
      const { channelId } = place;
      if (channelId === null) throw new UserError(({ permissions }) => permissions.noSuchChannel);
      const hiddenParts = CARD_PARTS.filter((part) => !chosen.includes(part));
      await settings.saveChannel(place.guildId, channelId, { ...settings.channel(channelId), hiddenParts });
      return templateScreen(place, context, view.messages.templates.partsChanged);
    },
  }),
];
