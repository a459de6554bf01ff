import {
  type APIStringSelectComponent,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord-api-types/v10';
import { MAX_PING_ROLES, rolesPingedBy } from '#src/alerts/ping.ts';
import { sameRule } from '#src/alerts/rule-overlap.ts';
import type { Draft, Subscription } from '#src/alerts/subscription.ts';
import { hasChart, TOPICS } from '#src/alerts/topic.ts';
import { withExistingRoles } from '#src/discord/access/existing-roles.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import type { Row } from '#src/discord/components/row.ts';
import type { RulePreview } from '#src/discord/services.ts';
import { draftText } from '#src/discord/views/draft.ts';
import { overlapSentences } from '#src/discord/views/overlaps.ts';
import { checkCap } from '../cap-text.ts';
import { nameOfTopic } from '../rule-input/topics.ts';
import { previewRule } from './check-rule.ts';
import {
  cancelLink,
  confirmLink,
  editLink,
  MODAL_LINKS,
  menuOf,
  optionLink,
  rolesLink,
  topicsLink,
} from './draft-links.ts';
import { modalsFor } from './draft-modals.ts';
import { draftInputs } from './option-fields.ts';

/** Fewer examples are no basis for an hourly estimate. */
const FEWEST_EXAMPLES = 10;
const SECONDS_AN_HOUR = 3_600;
/** With more messages an hour, a warning is shown. */
const MANY_AN_HOUR = 30;

/** Estimated messages an hour of the rule if they are many, else `null`. */
export function estimateHighVolume({ matching }: Pick<RulePreview, 'matching'>): number | null {
  if (matching.length < FEWEST_EXAMPLES) return null;
  const times = matching.map(({ occurredAt }) => occurredAt);
  const seconds = Math.max(1, Math.max(...times) - Math.min(...times));
  const anHour = ((matching.length - 1) * SECONDS_AN_HOUR) / seconds;
  return anHour >= MANY_AN_HOUR ? Math.round(anHour) : null;
}

/** Discord: rows of components a message. */
const MAX_ROWS = 5;

function menuRow(menu: Omit<APIStringSelectComponent, 'type'>): Row {
  return { type: ComponentType.ActionRow, components: [{ type: ComponentType.StringSelect, ...menu }] };
}

/** Who is pinged, as a menu with the present choice. */
function rolesMenu(draft: Draft, context: AnswerContext): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.RoleSelect,
        custom_id: writeCustomId(rolesLink.to({ draft: draft.id }), context),
        placeholder: context.services.view.messages.setUp.pingRoles,
        min_values: 0,
        max_values: MAX_PING_ROLES,
        default_values: draft.pingRoles.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
      },
    ],
  };
}

/** Menus for topics, lead times of auctions about to end, and roles to ping, with the present choices. */
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
  return [topics, ...optionMenus(draft, context), rolesMenu(draft, context)];
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

/** What the channel has already of what a draft asks for. */
interface Present {
  /** Whether the draft changes nothing of the alert that it is for. */
  readonly isUnchanged: boolean;
  /** Another alert of the channel that is exactly the same. */
  readonly same: Subscription | null;
  /** The alert to edit instead. */
  readonly other: Subscription | null;
  /** Sentences about alerts that post the same. */
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

/** The screen of a draft: the rule in words, the alerts that it would have posted, warnings, and buttons. */
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
      ...button(confirm, confirmLink.to({ draft: draft.id }), context, 'success'),
      ...(isUnchanged || postsNothing || same !== null ? { disabled: true } : {}),
    },
    ...MODAL_LINKS.slice(0, modalsFor(draft)).map((link, position) =>
      button(services.view.messages.filters.modal(position).button, link.to({ draft: draft.id }), context),
    ),
    button(words.cancel, cancelLink.to({ draft: draft.id }), context, 'danger'),
  ];
  const editOther =
    other === null
      ? []
      : [button(words.editOther(`#${other.id}`), editLink.to({ alert: String(other.id) }), context)];
  const withEdit = buttonRows([...buttons, ...editOther]);
  // The sentence names the alert where there is no room for the button.
  const hasRoom = withEdit.length + rows.length <= MAX_ROWS;
  return {
    content: draftText(draft, { isUnchanged, preview, warnings }, services.view),
    embeds: sample?.embeds ?? [],
    files: sample?.files ?? [],
    components: [...(hasRoom ? withEdit : buttonRows(buttons)), ...rows],
  };
}
