import type { APIAllowedMentions } from 'discord-api-types/v10';
import type { Post } from '#src/store/model/delivery.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from '../views/context.ts';
import { momentText } from '../views/moment.ts';
import { ruleLabel } from '../views/rule-words.ts';
import { MAX_WATCHES } from './alert-buttons.ts';
import { type Described, isMarket, isText } from './describe.ts';
import { audienceOf, noticesText } from './layouts/notice.ts';
import { plainLine } from './layouts/plain-text.ts';
import { summaryText, summaryTitle } from './layouts/summary.ts';

/** A message's text, and the users and roles it may mention. */
export interface MessageText {
  /** Absent for no text. */
  readonly content?: string;
  readonly allowed_mentions: APIAllowedMentions;
}

/** The parts of a post that determine its text, besides the alerts. */
type PostOptions = Pick<Post, 'layout' | 'pingRoleIds' | 'limitNotice' | 'watches'>;

/** Discord's limit for a message's text, characters. */
const TEXT_LENGTH = 2_000;
/** Maximum lines of plain text in one message; more alerts go into a summary. */
const MAX_LINES = 10;
/** Minimum space for a line of plain text; ten lines and a role mention then fit into a message. */
const SHORTEST_LINE = 190;

const lines = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');

/**
 * Formats the notices as text; there is rarely more than one.
 * @param room half of it is for the other alerts
 */
function noticesOf(alerts: readonly Described[], room: number, view: ViewContext): string {
  const notices = alerts.filter(isText);
  const [first] = alerts;
  if (first === undefined || notices.length === 0) return '';
  const own = notices.length === alerts.length ? room : Math.floor(room / 2);
  return noticesText(notices, first.mark, own, view);
}

/** Formats the alerts as plain text: one per line, or a summary if they do not fit into a message. */
function plainText(alerts: readonly Described[], room: number, view: ViewContext): string {
  const notices = noticesOf(alerts, room, view);
  const market = alerts.filter(isMarket);
  const [first] = alerts;
  if (first === undefined || market.length === 0) return notices;
  const left = room - (notices === '' ? 0 : notices.length + 1);
  const lineRoom = Math.floor((left + 1) / market.length) - 1;
  if (market.length <= MAX_LINES && lineRoom >= SHORTEST_LINE) {
    return lines(notices, ...market.map((alert) => plainLine(alert, lineRoom, view)));
  }
  const descriptions = market.map(({ description }) => description);
  const title = summaryTitle(descriptions, view);
  // Discord adds a picture for every page that a text links to.
  const summary = summaryText(descriptions, left - title.length - first.mark.length - 2, false, view);
  return lines(notices, title, summary, first.mark);
}

/** Says that this is the last message before a user's hourly limit; empty for every other message. */
function limitText({ limitNotice = null }: PostOptions, { messages }: ViewContext): string {
  if (limitNotice === null) return '';
  const when = momentText(Math.floor(limitNotice.until / 1_000), 't');
  return when === null ? '' : messages.watches.limitReached(limitNotice.limit, when);
}

/** Maximum length of a rule in the reason for a message. */
const RULE_LENGTH = 200;

/** Says why somebody gets a direct message; empty in a channel, and once its watches are removed. */
function reasonText({ watches = [] }: PostOptions, view: ViewContext): string {
  const { watches: words } = view.messages;
  const named = watches.flatMap(({ id, rule }) =>
    rule === null ? [] : [{ id, text: escapeMarkdownLine(ruleLabel(rule, view), RULE_LENGTH) }],
  );
  const [only] = named;
  if (only !== undefined && named.length === 1) return words.reason(only.text);
  const more = named.length - MAX_WATCHES;
  return lines(
    ...named.slice(0, MAX_WATCHES).map(({ id, text }) => words.reasonOf(`#${id}`, text)),
    more > 0 ? words.moreReasons(more) : '',
  );
}

/** Returns what its template says above the only alert of a message. */
function messageOf({ layout }: PostOptions, alerts: readonly Described[]): string {
  const [only, ...others] = alerts;
  return layout === 'card' && others.length === 0 ? (only?.words?.message ?? '') : '';
}

/**
 * Builds the text of a message, above its embeds: role mentions, the words of a template, why somebody gets it, notices, and the note on the
 * hourly limit; in plain text everything.
 */
export function messageText(post: PostOptions, alerts: readonly Described[], view: ViewContext): MessageText {
  const { layout, pingRoleIds } = post;
  const ping = pingRoleIds.map((id) => `<@&${id}>`).join(' ');
  const limit = limitText(post, view);
  const reason = reasonText(post, view);
  const message = messageOf(post, alerts);
  const aside = lines(ping, reason, limit);
  const room = TEXT_LENGTH - (aside === '' ? 0 : aside.length + 1);
  const text = layout === 'text' ? plainText(alerts, room, view) : noticesOf(alerts, room, view);
  const content = lines(ping, message, reason, text, limit);
  const users = audienceOf(alerts.filter(isText));
  return {
    ...(content === '' ? {} : { content }),
    allowed_mentions: {
      parse: [],
      ...(pingRoleIds.length === 0 ? {} : { roles: [...pingRoleIds] }),
      ...(users.length === 0 ? {} : { users: [...users] }),
    },
  };
}
