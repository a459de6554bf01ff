import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import { type Draft, ENDING_LEADS } from '../../domain/subscription.ts';
import { actionButton } from '../actions/action-button.ts';
import { writeActionId } from '../actions/action-id.ts';
import type { Answer, AnswerContext, Row } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { nameOfKind } from '../rule-input/kinds.ts';
import { draftText } from '../views/draft.ts';
import { numberText } from '../views/numbers.ts';
import { oneMore } from './cap-text.ts';
import { lackText } from './channel-lack.ts';
import { manyAnHour } from './chattiness.ts';
import { DRAFT } from './draft-names.ts';
import { lookAhead } from './look-ahead.ts';

function menuRow(menu: Omit<APIStringSelectComponent, 'type'>): Row {
  return { type: ComponentType.ActionRow, components: [{ type: ComponentType.StringSelect, ...menu }] };
}

/** What is told, as a menu with the present choice; and for auctions about to end, how early. */
function menus(draft: Draft, { asker }: AnswerContext): readonly Row[] {
  const kinds = menuRow({
    custom_id: writeActionId({ name: DRAFT.kinds.name, asker, argument: draft.id }),
    placeholder: 'What to tell',
    min_values: 1,
    max_values: ALERT_KINDS.length,
    options: ALERT_KINDS.map((kind) => ({
      label: nameOfKind(kind),
      value: kind,
      default: draft.kinds.includes(kind),
    })),
  });
  if (!draft.kinds.includes('auction_ending')) return [kinds];
  const lead = menuRow({
    custom_id: writeActionId({ name: DRAFT.lead.name, asker, argument: draft.id }),
    options: ENDING_LEADS.map((minutes) => ({
      label: `${minutes} minutes before an auction ends`,
      value: String(minutes),
      default: draft.endingLead === minutes,
    })),
  });
  return [kinds, lead];
}

function adviceFor({ channelId }: Draft, { channelAccess, settings }: AnswerContext['services']) {
  const role = settings.channel(channelId).ping?.roleId ?? null;
  return channelAccess
    .goodToHave(channelId, role)
    .map(({ name, without }) => `It is good to give me “${name}” there. Without it, ${without}`);
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A set-up as its maker sees it: the rule in words, what it would have brought, what speaks against it, and the ways on. */
export async function showDraft(draft: Draft, context: AnswerContext): Promise<Answer> {
  const { services } = context;
  const { preview, contradictions } = await lookAhead(draft, services);
  const many = preview === null ? null : manyAnHour(preview);
  const lack = lackText(draft.channelId, services);
  const near = draft.changes === null ? (await oneMore(draft.guildId, draft.channelId, services)).near : [];
  const warnings = [
    ...(lack === null ? [] : [lack]),
    ...near,
    ...contradictions,
    ...(many === null
      ? []
      : [
          `That may be some ${numberText(many, services.view)} messages an hour. A collection or a price narrows it down, and \`/alerts channel\` can set a limit.`,
        ]),
    ...adviceFor(draft, services).map(ended),
  ];
  const newest = preview?.matching.at(-1);
  const sample = newest === undefined ? null : services.rehearsal.message(draft.channelId, newest);
  const confirm = draft.changes === null ? 'Confirm' : 'Save';
  return {
    content: draftText(draft, { preview, warnings, sample: sample?.content ?? '' }, services.view),
    embeds: sample?.embeds ?? [],
    components: [
      ...buttonRows([
        actionButton(confirm, DRAFT.confirm, draft.id, context, 'success'),
        actionButton('Change filter', DRAFT.filter, draft.id, context),
        actionButton('Traits & wallets', DRAFT.tokens, draft.id, context),
        actionButton('Cancel', DRAFT.cancel, draft.id, context, 'danger'),
      ]),
      ...menus(draft, context),
    ],
  };
}
