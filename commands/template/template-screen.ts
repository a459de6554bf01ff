import { type APIEmbed, ComponentType } from 'discord-api-types/v10';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { CARD_PARTS } from '#src/alerts/settings.ts';
import {
  type AlertTemplate,
  nearestTemplate,
  type SavedTemplate,
} from '#src/alerts/templates/alert-template.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { savedField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { EMBED_LENGTH, embedLength } from '#src/discord/render/embed-length.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import { inventEvent, inventWorstEvent } from '#src/discord/views/template-examples.ts';
import { PLACE_FIELDS, type Place } from './place.ts';

export const editLink = defineLink('template-edit', PLACE_FIELDS, 'asker');
export const typedLink = defineLink('template-typed', PLACE_FIELDS, 'asker');
export const againLink = defineLink('template-again', { draft: savedField }, 'asker');
export const discardLink = defineLink('template-discard', PLACE_FIELDS, 'asker');
export const resetLink = defineLink('template-reset', PLACE_FIELDS, 'asker');
export const partsLink = defineLink('template-parts', PLACE_FIELDS, 'asker');

/** How old the event of a preview may be: as long as events are kept. */
const RECENT_MS = 14 * DAY_MS;
/** Events that are read to find one with its content. */
const MAX_READ = 10;

/** The templates of a place: its own, and the one that its alerts get. */
export interface PlaceTemplates {
  readonly own: SavedTemplate | null;
  readonly nearest: SavedTemplate | null;
  /** Number of channels and rules with their own template, for that of a server. */
  readonly nearer: number;
}

/** Finds the templates of a place. */
export async function findTemplates(place: Place, { services }: AnswerContext): Promise<PlaceTemplates> {
  const { guildId, topic, scope, target, channelId, rule } = place;
  const all = await services.store.templates.ofGuild(guildId);
  const own = all.find((one) => one.scope === scope && one.target === target && one.topic === topic);
  const ruleIds = rule === null ? [] : [rule.id];
  const others = all.filter((one) => one.topic === topic && one.scope !== 'server');
  return {
    own: own ?? null,
    nearest: nearestTemplate(all, { topic, channelId: channelId ?? '', ruleIds }),
    nearer: scope === 'server' ? others.length : 0,
  };
}

/** The title of the screen: what the template is for. */
export function titleOf({ topic, channelId, rule }: Place, { services }: AnswerContext): string {
  const { templates: words, topics } = services.view.messages;
  const events = topics.plural[topic];
  if (channelId === null) return words.ofServer(events);
  const channel = `<#${channelId}>`;
  return rule === null ? words.ofChannel(events, channel) : words.ofRule(events, alertName(rule), channel);
}

function stateLines(
  { own, nearest, nearer }: PlaceTemplates,
  { services }: AnswerContext,
): readonly string[] {
  const { templates: words } = services.view.messages;
  const inherited = nearest?.scope === 'channel' ? words.fromChannel : words.fromServer;
  const state = own !== null ? words.own : nearest !== null ? inherited : words.none;
  return [state, ...(nearer === 0 ? [] : [words.nearer(nearer)])];
}

/** Finds the newest event of the topic, or invents one. */
async function exampleOf({ topic }: Place, { services }: AnswerContext) {
  const { store, view, now } = services;
  const { templates: words } = view.messages;
  const recent = await store.events.recent([topic], { since: now() - RECENT_MS, limit: MAX_READ });
  const latest = recent.map(({ alert }) => alert).find((alert) => alert !== null);
  if (latest !== undefined) return { label: words.latest, alert: latest };
  return { label: words.invented, alert: inventEvent(topic, view, Math.floor(now() / 1_000)) };
}

/** Draws an alert with the template, as it would look in the channel, below a label. */
async function preview(
  { label, alert }: { readonly label: string; readonly alert: MarketAlert },
  template: AlertTemplate | null,
  channelId: string,
  { services }: AnswerContext,
) {
  const { content = '', embeds, files } = await services.previews.show(channelId, alert, template);
  const above: APIEmbed = { description: [`**${label}**`, content].join('\n').trim() };
  return { embeds: [above, ...embeds], files };
}

/** Draws the template with a real event, and with one that is as long and as unknown as can be. */
async function previews(
  place: Place,
  template: AlertTemplate | null,
  context: AnswerContext,
): Promise<Pick<Answer, 'embeds' | 'files'> & { readonly note: string }> {
  const { services } = context;
  const { templates: words } = services.view.messages;
  const channelId = place.channelId ?? context.channelId;
  const example = await preview(await exampleOf(place, context), template, channelId, context);
  const now = Math.floor(services.now() / 1_000);
  const worst = { label: words.worst, alert: inventWorstEvent(place.topic, services.view, now) };
  const extreme = await preview(worst, template, channelId, context);
  const both = [...example.embeds, ...extreme.embeds];
  if (embedLength(both) > EMBED_LENGTH) return { ...example, note: words.noRoom };
  return { embeds: both, files: [...example.files, ...extreme.files], note: '' };
}

/** The menu of the parts of cards in a channel. */
function partsMenu(place: Place, context: AnswerContext): readonly Row[] {
  if (place.scope !== 'channel') return [];
  const { settings, view } = context.services;
  const { templates: words, channelSettings } = view.messages;
  const { hiddenParts } = settings.channel(place.target);
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: writeCustomId(partsLink.to(place), context),
          placeholder: words.cardParts,
          min_values: 0,
          max_values: CARD_PARTS.length,
          options: CARD_PARTS.map((part) => ({
            label: channelSettings.cardParts[part],
            value: part,
            default: !hiddenParts.includes(part),
          })),
        },
      ],
    },
  ];
}

/**
 * The screen of a place: which template counts, how it looks, and buttons to change it.
 * @param before a line above the title; empty for none
 */
export async function templateScreen(place: Place, context: AnswerContext, before = ''): Promise<Answer> {
  const { templates: words } = context.services.view.messages;
  const found = await findTemplates(place, context);
  const { note, ...shown } = await previews(place, found.nearest?.template ?? null, context);
  const lines = [before, titleOf(place, context), ...stateLines(found, context), note];
  return {
    ...shown,
    content: lines.filter((line) => line !== '').join('\n'),
    components: [
      ...buttonRows([
        button(words.edit, editLink.to(place), context, 'primary'),
        {
          ...button(words.reset, resetLink.to(place), context, 'danger'),
          ...(found.own === null ? { disabled: true } : {}),
        },
      ]),
      ...partsMenu(place, context),
    ],
  };
}
