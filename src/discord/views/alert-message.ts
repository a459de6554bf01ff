import type { APIAllowedMentions, APIEmbed, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Alert, MarketAlert, NoticeAlert } from '../../domain/alert.ts';
import type { AlertKind, AuctionAlertKind } from '../../domain/alert-kind.ts';
import { type Post, referenceFor } from '../../domain/delivery.ts';
import type { Look } from '../../domain/settings.ts';
import type { StaleCard } from '../../domain/topic.ts';
import { alertEmbeds, embedAmongOthers } from './alert-embeds.ts';
import { compactEmbed } from './compact-alert.ts';
import type { ViewContext } from './context.ts';
import { digestEmbed, digestText, digestTitle } from './digest.ts';
import { noticeAskers, noticeText, shortNoticesText } from './notice.ts';
import { plainAlert } from './plain-alert.ts';

/** What a message shows; a part of the body of the request that posts or edits it. */
export interface AlertMessage {
  /** Absent where it has no text: an edit then leaves the text as it is. */
  readonly content?: string;
  readonly embeds: APIEmbed[];
  readonly allowed_mentions: APIAllowedMentions;
}

/** Discord: embeds of one message. */
const EMBEDS_A_MESSAGE = 10;
/** Discord: characters over all embeds of one message. */
const EMBED_ROOM = 6_000;
/** Discord: characters of a message's text. */
const TEXT_ROOM = 2_000;

/** Discord: people that a message may be allowed to mention. */
const MENTIONS = 100;

const NOBODY: APIAllowedMentions = { parse: [] };
const isMarket = (alert: Alert): alert is MarketAlert => alert.type !== 'notice';
const isNotice = (alert: Alert): alert is NoticeAlert => alert.type === 'notice';

const markOf = (channelId: string, alert: Pick<Alert, 'key'>): string =>
  `alert ${referenceFor(channelId, alert)}`;

/** What Discord counts of embeds towards the limit of a message. */
function lengthOf(embeds: readonly APIEmbed[]): number {
  const texts = embeds.flatMap(({ title, description, footer, author, fields }) => [
    title,
    description,
    footer?.text,
    author?.name,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]);
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** The alerts' embeds; small ones where the server's settings have changed since and they no longer fit. */
function embedsOf(
  channelId: string,
  alerts: readonly MarketAlert[],
  context: ViewContext,
  look: Look,
): readonly APIEmbed[] {
  const showing = (alert: MarketAlert) => ({ mark: markOf(channelId, alert), look });
  const [first] = alerts;
  if (first === undefined) return [];
  if (alerts.length === 1) return alertEmbeds(first, showing(first), context);
  const embeds = alerts.map((alert) => embedAmongOthers(alert, showing(alert), context));
  if (lengthOf(embeds) <= EMBED_ROOM) return embeds;
  return alerts.map((alert) => compactEmbed(alert, showing(alert).mark, context));
}

/**
 * How many alerts, from the first, one message can hold. At least 1: one alert always fits. A notice is alone.
 * @param look of the channel
 */
export function messageCapacity(
  channelId: string,
  alerts: readonly Alert[],
  context: ViewContext,
  look: Look,
): number {
  let room = EMBED_ROOM;
  let count = 0;
  for (const alert of alerts.slice(0, EMBEDS_A_MESSAGE)) {
    if (isNotice(alert)) break;
    room -= lengthOf([embedAmongOthers(alert, { mark: markOf(channelId, alert), look }, context)]);
    if (room < 0) break;
    count += 1;
  }
  return Math.max(1, count);
}

/** The mention of the post's role, before what else the message says. */
const pingText = ({ pingRoleId }: Post): string => (pingRoleId === null ? '' : `<@&${pingRoleId}>`);

/** The role that was decided on and those who wait for a notice; nobody else, whatever a name may say. */
function mentionsOf({ pingRoleId, alerts }: Post): APIAllowedMentions {
  const users = [...new Set(alerts.filter(isNotice).flatMap(noticeAskers))].slice(0, MENTIONS);
  return {
    ...NOBODY,
    ...(pingRoleId === null ? {} : { roles: [pingRoleId] }),
    ...(users.length === 0 ? {} : { users }),
  };
}

/**
 * The notices of a post as text; they are hardly ever more than one.
 * @param room half of it is for what else the message says
 */
function noticesText({ channelId, alerts }: Post, room: number, context: ViewContext): string {
  const notices = alerts.filter(isNotice);
  const [first] = alerts;
  if (first === undefined || notices.length === 0) return '';
  const texts = notices.map((notice) => noticeText(notice, markOf(channelId, notice), context)).join('\n');
  const own = notices.length === alerts.length ? room : Math.floor(room / 2);
  return texts.length <= own ? texts : shortNoticesText(notices, markOf(channelId, first), own, context);
}

/** The post in plain words: a line an alert, or a summary where there are more lines than a message has room for. */
function plainText(post: Post, context: ViewContext, room: number): string {
  const { channelId, alerts } = post;
  const notices = noticesText(post, room, context);
  const market = alerts.filter(isMarket);
  const [first] = alerts;
  const left = room - (notices === '' ? 0 : notices.length + 1);
  const lineRoom = Math.floor((left + 1) / Math.max(1, market.length)) - 1;
  if (market.length <= EMBEDS_A_MESSAGE && lineRoom >= SHORTEST_LINE) {
    const lines = market.map((alert) => plainAlert(alert, markOf(channelId, alert), lineRoom, context));
    return [notices, ...lines].filter((text) => text !== '').join('\n');
  }
  const end = first === undefined ? '' : markOf(channelId, first);
  if (market.length === 0) return notices;
  const title = digestTitle(market, context);
  const summary = digestText(market, left - title.length - end.length - 2, context);
  return [notices, title, summary, end].filter((text) => text !== '').join('\n');
}

/** A line of plain words has at least this room; ten lines and the mention of a role then fit into a message. */
const SHORTEST_LINE = 190;

const lines = (...texts: readonly string[]): Pick<AlertMessage, 'content'> => {
  const content = texts.filter((text) => text !== '').join('\n');
  return content === '' ? {} : { content };
};

function messageOf(post: Post, context: ViewContext, look: Look): AlertMessage {
  const { channelId, alerts, form } = post;
  const allowed_mentions = mentionsOf(post);
  const ping = pingText(post);
  const room = TEXT_ROOM - (ping === '' ? 0 : ping.length + 1);
  if (form === 'plain') {
    return { ...lines(ping, plainText(post, context, room)), embeds: [], allowed_mentions };
  }
  const notices = noticesText(post, room, context);
  const market = alerts.filter(isMarket);
  const [first] = alerts;
  if (form === 'digest' || market.length > EMBEDS_A_MESSAGE) {
    const digest =
      first === undefined || market.length === 0
        ? []
        : [digestEmbed(market, markOf(channelId, first), context)];
    return { ...lines(ping, notices), embeds: digest, allowed_mentions };
  }
  return {
    ...lines(ping, notices),
    embeds: [...embedsOf(channelId, market, context, look)],
    allowed_mentions,
  };
}

/** The body of the request that posts this message; the same post always makes the same body, as long as the settings stay. */
export function alertMessage(
  post: Post,
  context: ViewContext,
  look: Look,
): RESTPostAPIChannelMessageJSONBody {
  const { embeds, ...message } = messageOf(post, context, look);
  return {
    nonce: post.nonce,
    enforce_nonce: true,
    ...message,
    ...(embeds.length === 0 ? {} : { embeds }),
  };
}

const isAuctionKind = (kind: AlertKind): kind is AuctionAlertKind => kind.startsWith('auction_');

/** The state of a topic as a message of this kind tells it. */
function stateAs(kind: AlertKind, state: MarketAlert): MarketAlert {
  return state.type === 'auction' && isAuctionKind(kind) ? { ...state, kind } : state;
}

/** A live message as it is to be edited: its kind's title and its first alert's reference, above its topic's state. */
export function cardMessage(
  channelId: string,
  card: Pick<StaleCard, 'kind' | 'alertKey' | 'state'>,
  context: ViewContext,
  look: Look,
): AlertMessage {
  const mark = markOf(channelId, { key: card.alertKey });
  const embeds = [...alertEmbeds(stateAs(card.kind, card.state), { mark, look }, context)];
  return { embeds, allowed_mentions: NOBODY };
}

/** An alert as it would look, without a ping and without a reference that read-back could take for a real one. */
export function testMessage(
  channelId: string,
  alert: MarketAlert,
  context: ViewContext,
  look: Look,
): AlertMessage {
  return {
    content: `🧪 A test: this is how I tell alerts in <#${channelId}>.`,
    embeds: [...alertEmbeds(alert, { mark: 'only a test', look }, context)],
    allowed_mentions: NOBODY,
  };
}
