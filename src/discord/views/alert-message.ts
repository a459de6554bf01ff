import type { APIEmbed, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Alert, MarketAlert } from '../../domain/alert.ts';
import type { AlertKind, AuctionAlertKind } from '../../domain/alert-kind.ts';
import type { Look } from '../../domain/settings.ts';
import type { StaleCard } from '../../domain/topic.ts';
import { alertEmbeds, embedAmongOthers } from './alert-embeds.ts';
import { markOf } from './alert-frame.ts';
import { compactEmbed } from './compact-alert.ts';
import type { ViewContext } from './context.ts';
import { digestEmbed } from './digest.ts';
import { isMarket, type MessageText, messageText, type ToldPost } from './message-text.ts';

/**
 * What a message shows; a part of the body of the request that posts or edits it. An edit without a text leaves the text
 * as it is.
 */
export interface AlertMessage extends MessageText {
  readonly embeds: APIEmbed[];
}

/** Discord: embeds of one message. */
const EMBEDS_A_MESSAGE = 10;
/** Discord: characters over all embeds of one message. */
const EMBED_ROOM = 6_000;

const NOBODY = { parse: [] };

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
    if (!isMarket(alert)) break;
    room -= lengthOf([embedAmongOthers(alert, { mark: markOf(channelId, alert), look }, context)]);
    if (room < 0) break;
    count += 1;
  }
  return Math.max(1, count);
}

function embedsOfPost(
  { channelId, alerts, form }: ToldPost,
  context: ViewContext,
  look: Look,
): readonly APIEmbed[] {
  const [first] = alerts;
  const market = alerts.filter(isMarket);
  if (form === 'plain' || first === undefined || market.length === 0) return [];
  const summary = form === 'digest' || market.length > EMBEDS_A_MESSAGE;
  return summary
    ? [digestEmbed(market, markOf(channelId, first), context)]
    : embedsOf(channelId, market, context, look);
}

/** The body of the request that posts this message; the same post makes the same body as long as the settings stay. */
export function alertMessage(
  post: ToldPost,
  context: ViewContext,
  look: Look,
): RESTPostAPIChannelMessageJSONBody {
  const embeds = embedsOfPost(post, context, look);
  return {
    nonce: post.nonce,
    enforce_nonce: true,
    ...messageText(post, context),
    ...(embeds.length === 0 ? {} : { embeds: [...embeds] }),
  };
}

/**
 * The same message as it is to be edited, once its alerts tell something else. A text beside embeds says nothing of them and
 * stays as it is; whom it mentioned is not mentioned again.
 */
export function redrawnMessage(
  post: ToldPost,
  context: ViewContext,
  look: Look,
): Omit<RESTPostAPIChannelMessageJSONBody, 'nonce' | 'enforce_nonce'> {
  const { nonce: _nonce, enforce_nonce: _enforced, content, ...message } = alertMessage(post, context, look);
  const text = post.form === 'plain' && content !== undefined ? { content } : {};
  return { ...message, ...text, allowed_mentions: NOBODY };
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
