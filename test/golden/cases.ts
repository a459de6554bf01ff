import { alertMessage, cardMessage } from '../../src/discord/views/alert-message.ts';
import type { ViewContext } from '../../src/discord/views/context.ts';
import { isMarket } from '../../src/discord/views/message-text.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { type GuildSettings, type Look, USUAL_SETTINGS } from '../../src/domain/settings.ts';
import { postOf } from '../discord/views/any-alert.ts';
import { longSettings, viewContext, withoutPages } from '../discord/views/view-context.ts';
import { goldenAlerts, type NamedAlert } from './inputs.ts';

/** One request to Discord, by its name. */
export interface GoldenMessage {
  readonly name: string;
  readonly body: unknown;
}

const CHANNEL = '1000000000000000001';
const ROLE = '600000000000000001';

const STYLES: Readonly<Record<string, Partial<GuildSettings>>> = {
  default: {},
  'symbol first': { locale: 'en-GB', currencyDisplay: 'before' },
  short: { locale: 'en-IN', currencyDisplay: 'short' },
  'other numbers': { locale: 'de-CH', timeZone: 'Asia/Kathmandu' },
};
const STYLE_NAMES = Object.keys(STYLES);

const OPERATORS: Readonly<Record<string, ViewContext>> = {
  'all pages': viewContext(),
  'no pages': withoutPages,
  'long settings': longSettings,
  'known collections': viewContext({ collectionName: () => 'Known *Punks*' }),
};
const OPERATOR_NAMES = Object.keys(OPERATORS);

const FORMS = ['big', 'normal', 'compact', 'plain', 'edit', 'summary'] as const;
type Form = (typeof FORMS)[number];

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('An empty list has no items.');
  return item;
}

function contextOf(style: string, operator: string): ViewContext {
  const context = OPERATORS[operator];
  if (context === undefined) throw new Error(`There is no operator ${operator}.`);
  return { ...context, settings: { ...USUAL_SETTINGS, ...STYLES[style] } };
}

const lookOf = (form: Form): Look => (form === 'normal' || form === 'compact' ? form : 'big');

function bodyOf(form: Form, alerts: readonly Alert[], context: ViewContext, pings: boolean): unknown {
  if (form === 'edit') {
    const [first] = alerts;
    if (first === undefined || !isMarket(first)) return null;
    const card = { kind: first.kind, alertKey: first.key, state: first };
    return cardMessage(CHANNEL, card, context, 'big');
  }
  const postForm = form === 'plain' ? 'plain' : form === 'summary' ? 'digest' : 'rich';
  const post = postOf(alerts, postForm, { channelId: CHANNEL, pingRoleId: pings ? ROLE : null });
  return alertMessage(post, context, lookOf(form));
}

/** Amounts never reach a body as bigint; whatever else a body holds is written as it goes to Discord. */
function message(
  alerts: readonly NamedAlert[],
  form: Form,
  style: string,
  operator: string,
  pings = false,
): GoldenMessage {
  const [first, ...others] = alerts.map(({ name }) => name);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const body = bodyOf(
    form,
    alerts.map(({ alert }) => alert),
    contextOf(style, operator),
    pings,
  );
  return { name: `${first}${more} · ${form} · ${style} · ${operator}${pings ? ' · ping' : ''}`, body };
}

/** What was written by hand in every form, and in every style of one form. */
function ofBuilt(built: readonly NamedAlert[]): readonly GoldenMessage[] {
  return built.flatMap((one, index) => [
    ...FORMS.map((form) => message([one], form, 'default', 'all pages')),
    message([one], at(FORMS, index), at(STYLE_NAMES, 1 + index), at(OPERATOR_NAMES, 1 + index), true),
  ]);
}

/** Each of many alerts in one form, style and operator; all of these come up in turn. */
function byTurns(alerts: readonly NamedAlert[]): readonly GoldenMessage[] {
  return alerts.map((one, index) =>
    message(
      [one],
      at(FORMS, index),
      at(STYLE_NAMES, Math.floor(index / FORMS.length)),
      at(OPERATOR_NAMES, Math.floor(index / 3)),
      index % 7 === 0,
    ),
  );
}

function inGroups<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, group) =>
    list.slice(group * size, (group + 1) * size),
  );
}

/** Every n-th alert from every part of the list, so that a group holds several kinds. */
function mixed(alerts: readonly NamedAlert[], stride: number): readonly NamedAlert[] {
  return Array.from({ length: stride }, (_, start) =>
    alerts.filter((_alert, index) => index % stride === start),
  ).flat();
}

function ofSeveral(alerts: readonly NamedAlert[]): readonly GoldenMessage[] {
  const market = alerts.filter(({ alert }) => isMarket(alert));
  return [
    ...inGroups(mixed(market, 17), 4).map((group, index) =>
      message(group, at(['big', 'normal', 'compact', 'plain'], index), at(STYLE_NAMES, index), 'all pages'),
    ),
    ...inGroups(market, 12).map((group, index) =>
      message(group, 'summary', at(STYLE_NAMES, index), at(OPERATOR_NAMES, index)),
    ),
    ...inGroups(mixed(market, 9), 45).map((group, index) =>
      message(group, 'summary', at(STYLE_NAMES, index), 'all pages'),
    ),
    message(market, 'summary', 'default', 'all pages'),
  ];
}

/** Every golden message, by the file in which it is kept. */
export function goldenMessages(): ReadonlyMap<string, readonly GoldenMessage[]> {
  const alerts = goldenAlerts();
  const from = (origin: string) => alerts.filter(({ name }) => name.startsWith(origin));
  return new Map([
    ['built', ofBuilt(from('built'))],
    ['simulated', byTurns(from('simulated'))],
    ['hostile', byTurns(from('hostile'))],
    ['several', ofSeveral(alerts)],
  ]);
}
