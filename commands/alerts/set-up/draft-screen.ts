import { type APIStringSelectComponent, ComponentType } from 'discord-api-types/v10';
import { CALM_A_DAY, type Flood } from '#src/alerts/backtest/flood.ts';
import { readRoundPrice, roundPriceText } from '#src/alerts/backtest/price-counts.ts';
import { textPricedFrom } from '#src/alerts/filters/price.ts';
import { type MarketAlert, TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Draft, Rule, Subscription } from '#src/alerts/subscription.ts';
import { nearestTemplate } from '#src/alerts/templates/alert-template.ts';
import { requireChangeAccess, requirePings } from '#src/discord/access/member-permissions.ts';
import type { Answer, AnswerPart, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField, savedField, textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { UserError } from '#src/discord/user-error.ts';
import { draftText } from '#src/discord/views/draft.ts';
import { amountText } from '#src/discord/views/price.ts';
import { alertName, plainAlertName } from '#src/discord/views/rule-words.ts';
import { nameOfTopic } from '#src/discord/views/topic-choices.ts';
import { loadSubscription } from '../alert-option.ts';
import { requireRoomFor } from '../cap-text.ts';
import { changedRule } from '../rule-input/rule-texts.ts';
import { type Assessment, assessDraft } from './check-rule.ts';
import { confirmDraft } from './confirm-draft.ts';
import { type CountedDraft, countDraft } from './count-draft.ts';
import { findDraft, keepDraft, takeDraft } from './drafts.ts';
import { extrasLink, extrasModal, extrasTypedLink, typedExtras } from './extras-modal.ts';
import {
  filterModal,
  labelOf,
  MODAL_LINKS,
  modalsFor,
  modalWith,
  modalWords,
  textsIn,
  typedLink,
} from './filter-modals.ts';
import { draftInputs } from './option-fields.ts';
import { chosenRoles, pingsLink, pingsModal, pingsTypedLink } from './pings-modal.ts';

/** Starts a draft that changes an alert. */
export const editLink = defineLink('alerts-edit', { alert: idField }, 'asker');

const draft = { draft: savedField };

const confirmLink = defineLink('draft-confirm', draft, 'asker');
const cancelLink = defineLink('draft-cancel', draft, 'asker');
/** Raises the minimum price of a draft, to one that `roundPriceText` writes. */
const narrowLink = defineLink('draft-narrow', { ...draft, from: textField(5) }, 'asker');
const topicsLink = defineLink('draft-kinds', draft, 'asker');
/** One of several menus for options, written by `menuOf`. */
const optionLink = defineLink('draft-option', { menu: textField(14) }, 'asker');

/** A menu of a draft: components of a message differ in their ids. */
const menuOf = (draftId: string, position: number): string =>
  position === 0 ? draftId : `${draftId}~${position}`;

/** The draft of such a menu. */
const draftOfMenu = (menu: string): string => menu.split('~')[0] ?? menu;

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

/** The button that raises the minimum price of a rule that would flood; none if no price helps. */
function narrowButton(draftId: string, { from }: Flood, context: AnswerContext) {
  if (from === null) return [];
  const { view } = context.services;
  const label = view.messages.backtest.narrower(amountText(from, view), CALM_A_DAY);
  return [button(label, narrowLink.to({ draft: draftId, from: roundPriceText(from) }), context, 'primary')];
}

/** The screen of a draft: the rule in words, the alerts that it would have posted, warnings, and buttons. */
export async function showDraft(
  kept: Draft,
  { draft: assessed, preview, present, warnings, highVolume, postsNothing }: Assessment,
  context: AnswerContext,
): Promise<Answer> {
  const draft = { ...assessed, id: kept.id };
  const { services } = context;
  const { setUp: words } = services.view.messages;
  const example = preview?.example ?? null;
  const sample = example === null ? null : await showExample(draft, example.alert, services);
  const { isUnchanged, same, other } = present;
  const shown = { isUnchanged, preview, warnings };
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
  const room = (MAX_ROWS - rows.length) * BUTTONS_PER_ROW;
  const componentsWith = (more: typeof buttons) => {
    const extra = more.slice(0, Math.max(0, room - buttons.length));
    return [...buttonRows([...buttons, ...extra]), ...rows];
  };

  function showCounted({ lines: counted, flood }: CountedDraft): AnswerPart {
    const { backtest: figures } = services.view.messages;
    if (flood === null) return { content: draftText(draft, { ...shown, counted }, services.view) };
    // The count replaces the estimate from the last hour.
    const others = warnings.filter((warning) => warning !== highVolume);
    const flooding = [...others, figures.flood(Math.round(flood.aDay))];
    return {
      content: draftText(draft, { ...shown, counted, warnings: flooding }, services.view),
      components: componentsWith([...narrowButton(kept.id, flood, context), ...editOther]),
    };
  }

  return {
    content: draftText(draft, shown, services.view),
    embeds: sample?.embeds ?? [],
    files: sample?.files ?? [],
    components: componentsWith(editOther),
    ...(postsNothing ? {} : { afterwards: countDraft(draft, showCounted, context) }),
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
  await takeDraft(id, context);
  return answer;
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
      await takeDraft(draft.id, context);
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
  defineComponent(narrowLink, {
    requires,
    async run(values, context) {
      const draft = await findDraft(values.draft, context);
      const { services } = context;
      const from = readRoundPrice(values.from);
      if (from === null) throw new UserError(({ setUp }) => setUp.over);
      const texts = textPricedFrom(from, services.view.currency);
      return showChanged(draft, await changedRule(draft, texts, services), context);
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
