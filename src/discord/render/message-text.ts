import type { APIAllowedMentions } from 'discord-api-types/v10';
import type { Post } from '#src/store/model/delivery.ts';
import type { ViewContext } from '../views/context.ts';
import { momentText } from '../views/moment.ts';
import { type Described, isMarket, isText } from './describe.ts';
import { audienceOf, noticesText } from './layouts/notice.ts';
import { plainLine } from './layouts/plain-text.ts';
import { summaryText, summaryTitle } from './layouts/summary.ts';

/** A message's text, and whom that may mention. */
export interface MessageText {
  /** Absent where it has none. */
  readonly content?: string;
  readonly allowed_mentions: APIAllowedMentions;
}

/** What of a post its text depends on beside the alerts. */
type PostOptions = Pick<Post, 'layout' | 'pingRoleIds' | 'limitNotice'>;

/** Discord: characters of a message's text. */
const TEXT_LENGTH = 2_000;
/** Lines of plain text in one message; more alerts go into a summary. */
const MAX_LINES = 10;
/** A line of plain text has at least this room; ten lines and the mention of a role then fit into a message. */
const SHORTEST_LINE = 190;

const lines = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');

/** The notices as text; there is hardly ever more than one. @param room half of it is for the other alerts */
function noticesOf(alerts: readonly Described[], room: number, view: ViewContext): string {
  const notices = alerts.filter(isText);
  const [first] = alerts;
  if (first === undefined || notices.length === 0) return '';
  const own = notices.length === alerts.length ? room : Math.floor(room / 2);
  return noticesText(notices, first.mark, own, view);
}

/** The alerts as plain text: a line each, or a summary where there are more lines than a message has room for. */
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
  // Discord shows a picture of every page that a text links to.
  const summary = summaryText(descriptions, left - title.length - first.mark.length - 2, false, view);
  return lines(notices, title, summary, first.mark);
}

/** That the last message before a person's hourly limit is the last; empty for every other. */
function limitText({ limitNotice = null }: PostOptions, { messages }: ViewContext): string {
  if (limitNotice === null) return '';
  const when = momentText(Math.floor(limitNotice.until / 1_000), 't');
  return when === null ? '' : messages.watches.limitReached(limitNotice.limit, when);
}

/**
 * The text of a message, above its embeds: the mentions of its roles, its notices, and that it is the last before an
 * hourly limit; in plain text everything.
 */
export function messageText(post: PostOptions, alerts: readonly Described[], view: ViewContext): MessageText {
  const { layout, pingRoleIds } = post;
  const ping = pingRoleIds.map((id) => `<@&${id}>`).join(' ');
  const limit = limitText(post, view);
  const aside = lines(ping, limit);
  const room = TEXT_LENGTH - (aside === '' ? 0 : aside.length + 1);
  const text = layout === 'text' ? plainText(alerts, room, view) : noticesOf(alerts, room, view);
  const content = lines(ping, text, limit);
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
