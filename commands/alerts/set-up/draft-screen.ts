import { type APIStringSelectComponent, ComponentType } from 'discord-api-types/v10';
import { fields } from '#src/alerts/filters/index.ts';
import { type MarketAlert, TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Draft, Rule, Subscription } from '#src/alerts/subscription.ts';
import { nearestTemplate } from '#src/alerts/templates/alert-template.ts';
import { requireChangeAccess, requirePings } from '#src/discord/access/member-permissions.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField, savedField, textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, type ModalField, modalFor } from '#src/discord/components/modal.ts';
import { draftText } from '#src/discord/views/draft.ts';
import { alertName, plainAlertName } from '#src/discord/views/rule-words.ts';
import { nameOfTopic } from '#src/discord/views/topic-choices.ts';
import type { Messages } from '#src/messages/messages.ts';
import { loadSubscription } from '../alert-option.ts';
import { requireRoomFor } from '../cap-text.ts';
import { changedRule, presentTexts, RULE_OPTIONS, type RuleTexts } from '../rule-input/rule-texts.ts';
import { type Assessment, assessDraft } from './check-rule.ts';
import { confirmDraft } from './confirm-draft.ts';
import { drafts, findDraft, keepDraft } from './drafts.ts';
import { extrasLink, extrasModal, extrasTypedLink, typedExtras } from './extras-modal.ts';
import { draftInputs } from './option-fields.ts';
import { chosenRoles, pingsLink, pingsModal, pingsTypedLink } from './pings-modal.ts';

/** Starts a draft that changes an alert. */
export const editLink = defineLink('alerts-edit', { alert: idField }, 'asker');

const draft = { draft: savedField };

/** The modals with filters, in their order; the last is for what a rule excludes. */
export const MODAL_LINKS = [
  defineLink('draft-filter', draft, 'asker'),
  defineLink('draft-tokens', draft, 'asker'),
  defineLink('draft-more', draft, 'asker'),
  defineLink('draft-rest', draft, 'asker'),
  defineLink('draft-exclude', draft, 'asker'),
] as const;
const EXCLUDE = MODAL_LINKS.length - 1;

const confirmLink = defineLink('draft-confirm', draft, 'asker');
const cancelLink = defineLink('draft-cancel', draft, 'asker');
const typedLink = defineLink('draft-typed', draft, 'asker');
const topicsLink = defineLink('draft-kinds', draft, 'asker');
/** One of several menus for options, written by `menuOf`. */
const optionLink = defineLink('draft-option', { menu: textField(14) }, 'asker');

/** A menu of a draft: components of a message differ in their ids. */
const menuOf = (draftId: string, position: number): string =>
  position === 0 ? draftId : `${draftId}~${position}`;

/** The draft of such a menu. */
const draftOfMenu = (menu: string): string => menu.split('~')[0] ?? menu;

/** Discord: 4,000 characters a text input. */
const MAX_TEXT_LENGTH = 4_000;

/** What an option of a rule is called in the modals. */
function labelOf(option: string, { filters: messages }: Messages): string {
  return fields.find(({ key }) => key === option)?.messages(messages).label ?? option;
}

/** The inputs of a modal; none if the draft does not need it. */
function inputsAt(position: number, draft: Draft) {
  const { modals, excluded } = draftInputs(draft);
  return position === EXCLUDE ? excluded : (modals[position] ?? []);
}

/** The positions of the modals that a draft needs. */
export const modalsFor = (draft: Draft): readonly number[] =>
  [...MODAL_LINKS.keys()].filter((position) => inputsAt(position, draft).length > 0);

/** What a modal is called, and the button that opens it. */
function modalWords(
  position: number,
  draft: Draft,
  { filters: messages }: Messages,
): ReturnType<Messages['filters']['modal']> {
  if (position === EXCLUDE) return messages.excludeModal;
  const [first, ...others] = inputsAt(position, draft);
  const alone = others.length === 0 ? first?.messages(messages).alone : undefined;
  return alone ?? messages.modal(position);
}

/** The position of the modal that asks for these options. */
function modalWith(texts: RuleTexts, draft: Draft): number {
  const asks = (position: number) => inputsAt(position, draft).some(({ key }) => texts[key] !== undefined);
  return modalsFor(draft).find(asks) ?? 0;
}

/**
 * Some of the conditions of a draft, as they are now.
 * @param position from 0
 * @param typed shown instead of what they are now
 */
export function filterModal(
  position: number,
  draft: Draft,
  context: AnswerContext,
  typed: RuleTexts = {},
): Modal {
  const { services } = context;
  const { filters: messages } = services.view.messages;
  const present = { ...presentTexts(draft, services), ...typed };
  const lines = inputsAt(position, draft).flatMap((field): readonly ModalField[] => {
    const { key, ask } = field;
    const value = present[key] ?? '';
    // What does not fit is left out of the modal, and so stays as it is.
    if (value.length > MAX_TEXT_LENGTH) return [];
    const { label, about } = field.messages(messages);
    const height = ask.type === 'list' ? 'several' : 'one';
    return [{ name: key, label, about, value, lines: height, maxLength: MAX_TEXT_LENGTH }];
  });
  return modalFor(
    modalWords(position, draft, services.view.messages).title,
    typedLink.to({ draft: draft.id }),
    lines,
    context,
  );
}

/** Discord: rows of a message, and buttons of a row. */
const MAX_ROWS = 5;
const BUTTONS_PER_ROW = 5;

function menuRow(menu: Omit<APIStringSelectComponent, 'type'>): Row {
  return { type: ComponentType.ActionRow, components: [{ type: ComponentType.StringSelect, ...menu }] };
}

/** Menus for topics and the options of their kinds, with the present choices. */
function menus(draft: Draft, context: AnswerContext): readonly Row[] {
  const { setUp: words, topics: topicWords } = context.services.view.messages;
  const topics = menuRow({
    custom_id: writeCustomId(topicsLink.to({ draft: draft.id }), context),
    placeholder: words.topics,
    min_values: 1,
    max_values: TOPICS.length,
    options: TOPICS.map((topic) => ({
      label: nameOfTopic(topic, topicWords),
      value: topic,
      default: draft.topics.includes(topic),
    })),
  });
  return [topics, ...optionMenus(draft, context)];
}

/** Menus for the options that kinds of alerts have of their own, if the rule asks for such alerts. */
function optionMenus(draft: Draft, context: AnswerContext): readonly Row[] {
  const { collections, view } = context.services;
  const messages = view.messages.filters;
  return draftInputs(draft).menus.flatMap((field, position): readonly Row[] => {
    const { key, ask } = field;
    if (ask.type !== 'choice') return [];
    const { menu = String } = field.messages(messages);
    const present = field.write(draft.filter, { currency: view.currency, collections, messages });
    return [
      menuRow({
        custom_id: writeCustomId(optionLink.to({ menu: menuOf(draft.id, position) }), context),
        options: ask.choices.map((choice) => ({
          label: menu(choice),
          value: `${key}=${choice}`,
          default: present === choice,
        })),
      }),
    ];
  });
}

/** Shows an alert as the channel of the draft would show it, with the template that it would get there. */
async function showExample(
  { guildId, channelId, changes }: Draft,
  alert: MarketAlert,
  { previews, store }: AnswerContext['services'],
) {
  const ruleIds = changes === null ? [] : [changes];
  const templates = await store.templates.ofGuild(guildId);
  const saved = nearestTemplate(templates, { topic: alert.topic, channelId, ruleIds });
  return previews.show(channelId, alert, saved?.template);
}

/** The screen of a draft: the rule in words, the alerts that it would have posted, warnings, and buttons. */
export async function showDraft(
  kept: Draft,
  { draft: assessed, preview, present, warnings, postsNothing }: Assessment,
  context: AnswerContext,
): Promise<Answer> {
  const draft = { ...assessed, id: kept.id };
  const { services } = context;
  const { setUp: words } = services.view.messages;
  const example = preview?.example ?? null;
  const sample = example === null ? null : await showExample(draft, example.alert, services);
  const { isUnchanged, same, other } = present;
  const rows = menus(draft, context);
  const needed = modalsFor(draft);
  const confirm = draft.changes === null ? words.confirm : words.save;
  const buttons = [
    {
      ...button(confirm, confirmLink.to({ draft: draft.id }), context, 'success'),
      ...(isUnchanged || postsNothing || same !== null ? { disabled: true } : {}),
    },
    ...MODAL_LINKS.flatMap((link, position) =>
      needed.includes(position)
        ? [
            button(
              modalWords(position, draft, services.view.messages).button,
              link.to({ draft: draft.id }),
              context,
            ),
          ]
        : [],
    ),
    button(words.pings.button, pingsLink.to({ draft: draft.id }), context),
    button(words.extras.button, extrasLink.to({ draft: draft.id }), context),
    button(words.cancel, cancelLink.to({ draft: draft.id }), context, 'danger'),
  ];
  const editOther =
    other === null
      ? []
      : [button(words.editOther(plainAlertName(other)), editLink.to({ alert: String(other.id) }), context)];
  // The sentence names the alert where there is no room for the button.
  const hasRoom = rows.length + Math.ceil((buttons.length + editOther.length) / BUTTONS_PER_ROW) <= MAX_ROWS;
  return {
    content: draftText(draft, { isUnchanged, preview, warnings }, services.view),
    embeds: sample?.embeds ?? [],
    files: sample?.files ?? [],
    components: [...buttonRows(hasRoom ? [...buttons, ...editOther] : buttons), ...rows],
  };
}

const previewDraft = async (kept: Draft, context: AnswerContext): Promise<Answer> =>
  showDraft(kept, await assessDraft(kept, context), context);

/**
 * Starts a draft of a new alert: shows what it would do; nothing changes until it is confirmed. The caller has checked
 * that the requester may manage alerts.
 * @throws UserError when they, or the bot, may not post in the channel, or it has the maximum number of alerts
 */
export async function startNewDraft(
  proposal: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<Answer> {
  await requireRoomFor(proposal, context);
  return previewDraft(await keepDraft({ ...proposal, changes: null }, context), context);
}

/**
 * Starts a draft that changes a subscription of the requester's server, as `startNewDraft` does. If the bot cannot post
 * in the channel, the draft says so, but the rule can still be changed.
 * @throws UserError when they may not post in the channel
 */
export async function startEditDraft(
  { id, channelId, pingRoles }: Pick<Subscription, 'id' | 'channelId' | 'pingRoles'>,
  rule: Rule,
  context: AnswerContext,
): Promise<Answer> {
  await requireChangeAccess(channelId, rule, context, pingRoles);
  return previewDraft(await keepDraft({ channelId, rule, changes: id }, context), context);
}

/** The draft with another rule, under another id; the buttons that stood beside the old rule are over. */
async function showChanged(draft: Draft, rule: Rule, context: AnswerContext): Promise<Answer> {
  const { channelId, changes, id } = draft;
  const next = await keepDraft({ channelId, changes, rule }, context);
  const answer = await previewDraft(next, context);
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

const requires = 'manage-alerts';

/** What the buttons, menus and modals of a set-up lead to. */
export const draftComponents: readonly Component[] = [
  defineComponent(editLink, {
    requires,
    async run(values, context) {
      const subscription = await loadSubscription(values.alert, context);
      return startEditDraft(subscription, subscription, context);
    },
  }),
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
        content:
          draft.changes === null
            ? words.cancelled
            : words.changeCancelled(alertName({ ...draft, id: draft.changes })),
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
  defineComponent(extrasLink, {
    requires,
    modal: async ({ draft }, context) => extrasModal(await findDraft(draft, context), context),
  }),
  defineComponent(extrasTypedLink, {
    requires,
    async run(values, context, { fields }) {
      const draft = await findDraft(values.draft, context);
      return showChanged(draft, { ...draft, extras: typedExtras(draft, fields, context) }, context);
    },
    modal: async ({ draft }, context, fields) =>
      extrasModal(await findDraft(draft, context), context, fields),
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
  defineComponent(pingsLink, {
    requires,
    modal: async ({ draft }, context) => pingsModal(await findDraft(draft, context), context),
  }),
  defineComponent(pingsTypedLink, {
    requires,
    async run(values, context, { fields }) {
      const draft = await findDraft(values.draft, context);
      const { services } = context;
      const called = (option: string) => labelOf(option, services.view.messages);
      const changed = await changedRule(draft, textsIn(fields), services, called);
      const rule = { ...changed, pingRoles: chosenRoles(fields) };
      requirePings(draft.channelId, rule, context, draft.pingRoles);
      return showChanged(draft, rule, context);
    },
    modal: async ({ draft }, context, fields) => pingsModal(await findDraft(draft, context), context, fields),
  }),
];
