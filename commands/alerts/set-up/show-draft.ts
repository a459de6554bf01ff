import {
  type APIStringSelectComponent,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord-api-types/v10';
import { hasChart, TOPICS } from '#src/alerts/kinds/registry.ts';
import { MAX_PING_ROLES, rolesPingedBy } from '#src/alerts/ping.ts';
import { sameRule } from '#src/alerts/rule-overlap.ts';
import type { Draft, Subscription } from '#src/alerts/subscription.ts';
import { withExistingRoles } from '#src/discord/access/existing-roles.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import { writeActionId } from '#src/discord/actions/action-id.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import type { Row } from '#src/discord/components/row.ts';
import type { RulePreview } from '#src/discord/services.ts';
import { draftText } from '#src/discord/views/draft.ts';
import { overlapSentences } from '#src/discord/views/overlaps.ts';
import { MANAGE_ACTIONS } from '../action-names.ts';
import { checkCap } from '../cap-text.ts';
import { nameOfTopic } from '../rule-input/topics.ts';
import { previewRule } from './check-rule.ts';
import { modalsFor } from './draft-modals.ts';
import { DRAFT, DRAFT_MODALS, optionArgument } from './draft-names.ts';
import { draftInputs } from './option-fields.ts';

/** With fewer examples, the hourly rate is not estimated. */
const FEWEST_EXAMPLES = 10;
const SECONDS_AN_HOUR = 3_600;
/** A warning is shown if more messages an hour are expected. */
const MANY_AN_HOUR = 30;

/** Estimates the messages an hour of the rule; `null` unless there are many. */
export function estimateHighVolume({ matching }: Pick<RulePreview, 'matching'>): number | null {
  if (matching.length < FEWEST_EXAMPLES) return null;
  const times = matching.map(({ occurredAt }) => occurredAt);
  const seconds = Math.max(1, Math.max(...times) - Math.min(...times));
  const anHour = ((matching.length - 1) * SECONDS_AN_HOUR) / seconds;
  return anHour >= MANY_AN_HOUR ? Math.round(anHour) : null;
}

/** Discord's limit of component rows per message. */
const MAX_ROWS = 5;

function menuRow(menu: Omit<APIStringSelectComponent, 'type'>): Row {
  return { type: ComponentType.ActionRow, components: [{ type: ComponentType.StringSelect, ...menu }] };
}

/** Builds the menu for pinged roles, with the current choice. */
function rolesMenu(draft: Draft, { requester, services }: AnswerContext): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.RoleSelect,
        custom_id: writeActionId({ name: DRAFT.roles.name, requester, argument: draft.id }),
        placeholder: services.view.messages.setUp.pingRoles,
        min_values: 0,
        max_values: MAX_PING_ROLES,
        default_values: draft.pingRoles.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
      },
    ],
  };
}

/** Builds the menus for topics, lead times and pinged roles, with the current choices. */
function menus(draft: Draft, context: AnswerContext): readonly Row[] {
  const { setUp: words, topics: topicWords } = context.services.view.messages;
  const topics = menuRow({
    custom_id: writeActionId({ name: DRAFT.topics.name, requester: context.requester, argument: draft.id }),
    placeholder: words.topics,
    min_values: 1,
    max_values: TOPICS.length,
    options: TOPICS.map((topic) => ({
      label: nameOfTopic(topic, topicWords),
      value: topic,
      default: draft.topics.includes(topic),
    })),
  });
  return [topics, ...optionMenus(draft, context), rolesMenu(draft, context)];
}

/** Builds the menus for options that are specific to kinds, if the rule has such topics. */
function optionMenus(
  draft: Draft,
  { requester, services: { collections, view } }: AnswerContext,
): readonly Row[] {
  const messages = view.messages.filters;
  return draftInputs(draft).menus.flatMap((field, position): readonly Row[] => {
    const { key, ask } = field;
    if (ask.type !== 'choice') return [];
    const { menu = String } = field.messages(messages);
    const present = field.write(draft.filter, { currency: view.currency, collections, messages });
    return [
      menuRow({
        custom_id: writeActionId({
          name: DRAFT.option.name,
          requester,
          argument: optionArgument(draft.id, position),
        }),
        options: ask.choices.map((choice) => ({
          label: menu(choice),
          value: `${key}=${choice}`,
          default: present === choice,
        })),
      }),
    ];
  });
}

function adviceFor(draft: Draft, { channelAccess, settings, view }: AnswerContext['services']) {
  const { channelId } = draft;
  const roles = rolesPingedBy(draft, settings.channel(channelId).ping);
  const { permissions } = view.messages;
  const advice = {
    'read-history': permissions.adviceReadHistory,
    'mention-roles': permissions.adviceMentionRoles,
    'attach-files': permissions.adviceAttachFiles,
  } as const;
  return channelAccess
    .missingRecommended(channelId, { pingRoleIds: roles, hasCharts: draft.topics.some(hasChart) })
    .map((permission) => advice[permission]);
}

/** What the channel already has of a draft's alerts. */
interface Present {
  /** Whether the draft is equal to the alert that it would change. */
  readonly isUnchanged: boolean;
  /** Another, identical alert of the channel. */
  readonly same: Subscription | null;
  /** The alert to edit instead. */
  readonly other: Subscription | null;
  /** Sentences about alerts that post the same events. */
  readonly sentences: readonly string[];
}

async function presentAlerts(draft: Draft, { services: { store, view } }: AnswerContext): Promise<Present> {
  const all = (await store.subscriptionsOf(draft.guildId)).filter(
    ({ channelId }) => channelId === draft.channelId,
  );
  const own = all.filter(({ id }) => id === draft.changes);
  const isUnchanged = sameRule(draft, own) !== undefined;
  const others = all.filter(({ id }) => id !== draft.changes);
  const { setUp: words } = view.messages;
  const same = sameRule(draft, others) ?? null;
  if (same !== null) {
    const sentence = same.pausedAt === null ? words.sameAlert : words.sameAlertPaused;
    return { isUnchanged, same, other: same, sentences: [sentence(`#${same.id}`)] };
  }
  const { texts, widest } = overlapSentences(
    draft,
    others,
    { all: words.samePosts, some: words.somePosts },
    view,
  );
  const pingsMore = draft.pingRoles.some((role) => widest?.pingRoles.includes(role) !== true);
  const sentences = texts.length > 0 && pingsMore ? [...texts, words.onlyPings] : texts;
  return { isUnchanged, same: null, other: widest, sentences };
}

/** Shows a draft: the rule in words, the alerts that it would have posted, warnings, and buttons. */
export async function showDraft(kept: Draft, context: AnswerContext): Promise<Answer> {
  const { services } = context;
  const draft = withExistingRoles(kept, kept.guildId, services.serverDirectory);
  const deleted = kept.pingRoles.length - draft.pingRoles.length;
  const { setUp: words } = services.view.messages;
  const { preview, sentences: contradictions, postsNothing } = await previewRule(draft, services);
  const present = await presentAlerts(kept, context);
  const many = preview === null ? null : estimateHighVolume(preview);
  const missing = missingPermissionsText(draft.channelId, services);
  const near = draft.changes === null ? (await checkCap(draft.guildId, draft.channelId, services)).near : [];
  const warnings = [
    ...(missing === null ? [] : [missing(services.view.messages)]),
    ...near,
    ...contradictions,
    ...present.sentences,
    ...(many === null ? [] : [words.highVolume(many)]),
    ...(deleted === 0 ? [] : [words.rolesDeleted(deleted)]),
    ...adviceFor(draft, services),
  ];
  const example = preview?.example ?? null;
  const sample = example === null ? null : await services.previews.show(draft.channelId, example.alert);
  const { isUnchanged, same, other } = present;
  const rows = menus(draft, context);
  const confirm = draft.changes === null ? words.confirm : words.save;
  const buttons = [
    {
      ...actionButton(confirm, DRAFT.confirm, draft.id, context, 'success'),
      ...(isUnchanged || postsNothing || same !== null ? { disabled: true } : {}),
    },
    ...DRAFT_MODALS.slice(0, modalsFor(draft)).map((modal, position) =>
      actionButton(services.view.messages.filters.modal(position).button, modal, draft.id, context),
    ),
    actionButton(words.cancel, DRAFT.cancel, draft.id, context, 'danger'),
  ];
  const editOther =
    other === null
      ? []
      : [actionButton(words.editOther(`#${other.id}`), MANAGE_ACTIONS.edit, String(other.id), context)];
  const withEdit = buttonRows([...buttons, ...editOther]);
  // The sentence already names the alert if there is no room for the button.
  const hasRoom = withEdit.length + rows.length <= MAX_ROWS;
  return {
    content: draftText(draft, { isUnchanged, preview, warnings }, services.view),
    embeds: sample?.embeds ?? [],
    files: sample?.files ?? [],
    components: [...(hasRoom ? withEdit : buttonRows(buttons)), ...rows],
  };
}
