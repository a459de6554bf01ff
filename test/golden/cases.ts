import type { Alert } from '#src/alerts/alert.ts';
import { isMarketAlert as isMarket } from '#src/alerts/kinds/registry.ts';
import { DEFAULT_GUILD_SETTINGS, type GuildSettings, type MessageSize } from '#src/alerts/settings.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { messagesFor } from '#src/messages/messages.ts';
import { postOf } from '../discord/views/any-alert.ts';
import { longSettings, viewContext, withoutPages } from '../discord/views/view-context.ts';
import { liveMessageBody } from '../support/live-edit.ts';
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
  'symbol first': { language: 'en-GB', currencyDisplay: 'before' },
  short: { language: 'en-IN', currencyDisplay: 'short' },
  'other numbers': { language: 'en-ZA', timeZone: 'Asia/Kathmandu' },
};
const STYLE_NAMES = Object.keys(STYLES);

const OPERATORS: Readonly<Record<string, ViewContext>> = {
  'all pages': viewContext(),
  'no pages': withoutPages,
  'long settings': longSettings,
  'known names': viewContext({
    collectionName: () => 'Known *Punks*',
    collectionPicture: () => 'https://example.com/punks.png',
    isVerified: () => true,
    walletName: () => 'punk-lover',
  }),
};
const OPERATOR_NAMES = Object.keys(OPERATORS);

export const FORMS = ['auto', 'big', 'normal', 'compact', 'plain', 'edit', 'summary'] as const;
type Form = (typeof FORMS)[number];

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('An empty list has no items.');
  return item;
}

function contextOf(style: string, operator: string): ViewContext {
  const context = OPERATORS[operator];
  if (context === undefined) throw new Error(`There is no operator ${operator}.`);
  const settings = { ...DEFAULT_GUILD_SETTINGS, ...STYLES[style] };
  return { ...context, settings, messages: messagesFor(settings.language) };
}

const sizeOf = (form: Form): MessageSize =>
  form === 'auto' || form === 'normal' || form === 'compact' ? form : 'big';

/** Time between the first alert and its message, ms. */
const DELAY_MS = 5_000;

/** The request that posts or edits these alerts. */
export function bodyOf(
  form: Form,
  alerts: readonly Alert[],
  context: ViewContext,
  { pings = false, isSilent = false }: { readonly pings?: boolean; readonly isSilent?: boolean } = {},
): unknown {
  if (form === 'edit') {
    const [first] = alerts;
    if (first === undefined || !isMarket(first)) return null;
    const card = { topic: first.topic, alertKey: first.key, state: first };
    return liveMessageBody(CHANNEL, card, context, 'big');
  }
  const layout = form === 'plain' ? 'text' : form === 'summary' ? 'summary' : 'card';
  const firstTryAt = (alerts[0]?.occurredAt ?? 0) * 1_000 + DELAY_MS;
  const pingRoleIds = pings ? [ROLE] : [];
  const post = postOf(alerts, layout, { channelId: CHANNEL, pingRoleIds, isSilent, firstTryAt });
  return alertMessage(post, context, sizeOf(form));
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
    { pings },
  );
  return { name: `${first}${more} · ${form} · ${style} · ${operator}${pings ? ' · ping' : ''}`, body };
}

/** Each hand-written alert in every format, and once in another style. */
function builtMessages(built: readonly NamedAlert[]): readonly GoldenMessage[] {
  return built.flatMap((one, index) => [
    ...FORMS.map((form) => message([one], form, 'default', 'all pages')),
    message([one], at(FORMS, index), at(STYLE_NAMES, 1 + index), at(OPERATOR_NAMES, 1 + index), true),
  ]);
}

/** Each alert in one format, style and operator, cycling through all of them. */
function rotatingFormats(alerts: readonly NamedAlert[]): readonly GoldenMessage[] {
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

function inChunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
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

function groupedMessages(alerts: readonly NamedAlert[]): readonly GoldenMessage[] {
  const market = alerts.filter(({ alert }) => isMarket(alert));
  return [
    ...inChunks(mixed(market, 17), 4).map((group, index) =>
      message(
        group,
        at(['auto', 'big', 'normal', 'compact', 'plain'], index),
        at(STYLE_NAMES, index),
        'all pages',
      ),
    ),
    ...inChunks(market, 12).map((group, index) =>
      message(group, 'summary', at(STYLE_NAMES, index), at(OPERATOR_NAMES, index)),
    ),
    ...inChunks(mixed(market, 9), 45).map((group, index) =>
      message(group, 'summary', at(STYLE_NAMES, index), 'all pages'),
    ),
    message(market, 'summary', 'default', 'all pages'),
  ];
}

/** Some alerts in every format, posted silently. */
function silentMessages(alerts: readonly NamedAlert[]): readonly GoldenMessage[] {
  return FORMS.map((form, index) => {
    const { name, alert } = at(alerts, index);
    const body = bodyOf(form, [alert], contextOf('default', 'all pages'), { isSilent: true });
    return { name: `${name} · ${form} · silent`, body };
  });
}

/** All golden messages by file. */
export function goldenMessages(): ReadonlyMap<string, readonly GoldenMessage[]> {
  const alerts = goldenAlerts();
  const from = (origin: string) => alerts.filter(({ name }) => name.startsWith(origin));
  return new Map([
    ['built', builtMessages(from('built'))],
    ['simulated', rotatingFormats(from('simulated'))],
    ['hostile', rotatingFormats(from('hostile'))],
    ['several', groupedMessages(alerts)],
    ['silent', silentMessages(from('built').filter(({ alert }) => isMarket(alert)))],
  ]);
}
