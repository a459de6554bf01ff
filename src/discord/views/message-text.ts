import type { APIAllowedMentions } from 'discord.js';
import type { Alert, MarketAlert, NoticeAlert } from '../../domain/alert.ts';
import type { Post } from '../../domain/delivery.ts';
import { markOf } from './alert-frame.ts';
import type { ViewContext } from './context.ts';
import { digestText, digestTitle } from './digest.ts';
import { noticeAskers, noticeText, shortNoticesText } from './notice.ts';
import { plainAlert } from './plain-alert.ts';

/** A message's text, and whom that may mention. */
export interface MessageText {
  /** Absent where it has none. */
  readonly content?: string;
  readonly allowed_mentions: APIAllowedMentions;
}

/** What a message is made of. */
export type ToldPost = Pick<Post, 'channelId' | 'form' | 'nonce' | 'pingRoleId' | 'alerts'>;

/** Discord: characters of a message's text. */
const TEXT_ROOM = 2_000;

/** Discord: people that a message may be allowed to mention. */
const MENTIONS = 100;

/** Lines of plain words in one message; more alerts are told in a summary. */
const LINES = 10;
/** A line of plain words has at least this room; ten lines and the mention of a role then fit into a message. */
const SHORTEST_LINE = 190;

/** Whether an alert is one of the market, and not a notice. */
export const isMarket = (alert: Alert): alert is MarketAlert => alert.type !== 'notice';
const isNotice = (alert: Alert): alert is NoticeAlert => alert.type === 'notice';

/** The mention of the post's role, before what else the message says. */
const pingText = ({ pingRoleId }: ToldPost): string => (pingRoleId === null ? '' : `<@&${pingRoleId}>`);

/** The role that was decided on and those who wait for a notice; nobody else, whatever a name may say. */
function mentionsOf({ pingRoleId, alerts }: ToldPost): APIAllowedMentions {
  const users = [...new Set(alerts.filter(isNotice).flatMap(noticeAskers))].slice(0, MENTIONS);
  return {
    parse: [],
    ...(pingRoleId === null ? {} : { roles: [pingRoleId] }),
    ...(users.length === 0 ? {} : { users }),
  };
}

/**
 * The notices of a post as text; they are hardly ever more than one.
 * @param room half of it is for what else the message says
 */
function noticesText({ channelId, alerts }: ToldPost, room: number, context: ViewContext): string {
  const notices = alerts.filter(isNotice);
  const [first] = alerts;
  if (first === undefined || notices.length === 0) return '';
  const texts = notices.map((notice) => noticeText(notice, markOf(channelId, notice), context)).join('\n');
  const own = notices.length === alerts.length ? room : Math.floor(room / 2);
  return texts.length <= own ? texts : shortNoticesText(notices, markOf(channelId, first), own, context);
}

/** The post in plain words: a line an alert, or a summary where there are more lines than a message has room for. */
function plainText(post: ToldPost, room: number, context: ViewContext): string {
  const { channelId, alerts } = post;
  const notices = noticesText(post, room, context);
  const market = alerts.filter(isMarket);
  const [first] = alerts;
  const left = room - (notices === '' ? 0 : notices.length + 1);
  const lineRoom = Math.floor((left + 1) / Math.max(1, market.length)) - 1;
  if (market.length <= LINES && lineRoom >= SHORTEST_LINE) {
    const lines = market.map((alert) => plainAlert(alert, markOf(channelId, alert), lineRoom, context));
    return [notices, ...lines].filter((text) => text !== '').join('\n');
  }
  const end = first === undefined ? '' : markOf(channelId, first);
  if (market.length === 0) return notices;
  const title = digestTitle(market, context);
  // Links in a message's text would each show a picture of their page.
  const links = { ...context.links, item: () => null, collection: () => null, auction: () => null };
  const view = { ...context, links: { ...links, transaction: () => null } };
  const summary = digestText(market, left - title.length - end.length - 2, view);
  return [notices, title, summary, end].filter((text) => text !== '').join('\n');
}

/**
 * The text of a post, above its embeds: the mention of its role and its notices; in the plain form all that it tells.
 */
export function messageText(post: ToldPost, context: ViewContext): MessageText {
  const ping = pingText(post);
  const room = TEXT_ROOM - (ping === '' ? 0 : ping.length + 1);
  const told = post.form === 'plain' ? plainText(post, room, context) : noticesText(post, room, context);
  const content = [ping, told].filter((text) => text !== '').join('\n');
  return { ...(content === '' ? {} : { content }), allowed_mentions: mentionsOf(post) };
}
