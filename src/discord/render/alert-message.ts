import type { APIEmbed, RESTAPIAttachment, RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { Row } from '../answer.ts';
import { type MarkCarrier, withEmbedMark, withFooter } from '../posting/delivery-mark.ts';
import type { ViewContext } from '../views/context.ts';
import {
  type AlertComponents,
  alertComponents,
  greetingRows,
  NO_COMPONENTS,
  narrowRows,
} from './alert-buttons.ts';
import { chartAddress, chartAttachments, withChart } from './alert-charts.ts';
import { type Described, describeAll, describeMarket, isMarket } from './describe.ts';
import { card, smallCard } from './layouts/card.ts';
import { compact } from './layouts/compact.ts';
import { followUp } from './layouts/follow-up.ts';
import { report } from './layouts/report.ts';
import { summary } from './layouts/summary.ts';
import { type MessageText, messageText } from './message-text.ts';

/**
 * The content of a message; part of the body of the request that posts or edits it. An edit without a text leaves the
 * text unchanged.
 */
export interface AlertMessage extends MessageText {
  readonly embeds: APIEmbed[];
  readonly components?: Row[];
  readonly attachments?: RESTAPIAttachment[];
}

/** Input of a message. */
export type RenderedPost = Pick<
  Post,
  'channelId' | 'layout' | 'nonce' | 'pingRoleIds' | 'alerts' | 'limitNotice'
> &
  Follows;

/** The earlier message that this one follows. */
interface Follows extends Pick<Post, 'cardMessageId'> {
  /** URL of that message; `null` for no link. */
  readonly cardUrl?: string | null;
  /** Whether it replies to that message, as direct messages do. */
  readonly isReply?: boolean;
}

/** Discord's limit of embeds per message. */
const MAX_EMBEDS = 10;
/** Discord's limit for all embeds of a message, characters. */
const EMBED_LENGTH = 6_000;

const NOBODY = { parse: [] };

/** Used in the custom ids of a test. Read-back ignores it, because references have eight characters. */
const TEST_MARK = 'test';

/** Options for drawing alerts. */
interface Drawing {
  readonly size: MessageSize;
  readonly view: ViewContext;
  readonly charts: DrawnCharts;
  /** References of the alerts whose mark is in components; for the others it is in the embeds. */
  readonly marked: ReadonlySet<string>;
}

/** Returns the length of embeds that counts towards Discord's limit for a message. */
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

function withMark(
  embeds: readonly APIEmbed[],
  { reference }: Described,
  { marked }: Drawing,
): readonly APIEmbed[] {
  return marked.has(reference) ? embeds : withEmbedMark(embeds, reference);
}

/** Returns whether the alert never shares a message with others. */
const isAlone = ({ description }: Described<MarketDescription>): boolean =>
  description.sections !== undefined;

function ownLayout(
  described: Described<MarketDescription>,
  { size, view, charts }: Drawing,
  { cardMessageId = null, cardUrl = null }: Follows,
): readonly APIEmbed[] {
  const chart = chartAddress(described.key, charts);
  if (isAlone(described)) return withChart(report(described, view), chart);
  if (cardMessageId !== null) return [followUp(described, cardUrl, view)];
  if (size === 'compact') return [compact(described, view)];
  return withChart(card(described, size, view), chart);
}

/** Builds the embeds of an alert with its own message; short ones if it follows another message. */
function ownEmbeds(
  described: Described<MarketDescription>,
  drawing: Drawing,
  follows: Follows = {},
): readonly APIEmbed[] {
  return withMark(ownLayout(described, drawing, follows), described, drawing);
}

/** Builds the embeds of an alert that shares a message. */
function sharedEmbeds(described: Described<MarketDescription>, drawing: Drawing): readonly APIEmbed[] {
  const { size, view, charts } = drawing;
  if (size === 'compact') return withMark([compact(described, view)], described, drawing);
  const embeds = withChart([smallCard(described, size, view)], chartAddress(described.key, charts));
  return withMark(embeds, described, drawing);
}

/** Builds the alerts' embeds; compact ones if the server's settings have changed and they no longer fit. */
function embedsOf(
  alerts: readonly Described<MarketDescription>[],
  drawing: Drawing,
  follows: Follows,
): readonly APIEmbed[] {
  const [first] = alerts;
  if (first === undefined) return [];
  if (alerts.length === 1) return ownEmbeds(first, drawing, follows);
  const embeds = alerts.flatMap((alert) => sharedEmbeds(alert, drawing));
  if (lengthOf(embeds) <= EMBED_LENGTH) return embeds;
  return alerts.flatMap((alert) => sharedEmbeds(alert, { ...drawing, size: 'compact' }));
}

/**
 * Returns how many alerts, from the first, fit into one message. At least 1, because one alert always fits. A notice is
 * always alone.
 * @param size message size of the channel
 */
export function messageCapacity(
  channelId: string,
  alerts: readonly Alert[],
  view: ViewContext,
  size: MessageSize,
): number {
  // Nearly every message has a single alert, which need not be drawn for this.
  if (alerts.length < 2) return 1;
  let room = EMBED_LENGTH;
  let count = 0;
  for (const described of describeAll(channelId, alerts.slice(0, MAX_EMBEDS), view)) {
    if (!isMarket(described) || isAlone(described)) break;
    room -= lengthOf(
      sharedEmbeds(described, { size, view, charts: NO_CHARTS, marked: NO_COMPONENTS.marked }),
    );
    if (room < 0) break;
    count += 1;
  }
  return Math.max(1, count);
}

function embedsOfPost(
  { layout, ...follows }: RenderedPost,
  alerts: readonly Described[],
  drawing: Drawing,
): readonly APIEmbed[] {
  const [first] = alerts;
  const market = alerts.filter(isMarket);
  if (layout === 'text' || first === undefined || market.length === 0) return [];
  if (layout !== 'summary' && market.length <= MAX_EMBEDS) return embedsOf(market, drawing, follows);
  const descriptions = market.map(({ description }) => description);
  return withMark(summary(descriptions, drawing.view), first, drawing);
}

/**
 * Returns whether messages are kept up to date. In a channel that publishes, live messages are only edited at the end
 * (`outbox/edits.ts`).
 */
const isKeptUpToDate = (marks: MarkCarrier): boolean => marks !== 'embed';

/**
 * Builds the components; none in a channel that publishes, and none under plain text, which is sent after Discord
 * refused the rest.
 */
function componentsOfPost(
  {
    channelId,
    layout,
    alerts: posted,
    limitNotice = null,
  }: Pick<RenderedPost, 'channelId' | 'layout' | 'alerts' | 'limitNotice'>,
  alerts: readonly Described[],
  marks: MarkCarrier,
  view: ViewContext,
): AlertComponents {
  const [first] = alerts;
  if (layout === 'text' || marks === 'embed' || first === undefined) return NO_COMPONENTS;
  const { rows, marked } = alertComponents(alerts.filter(isMarket), first.reference, view);
  return {
    rows: [...rows, ...greetingRows(posted, view), ...narrowRows(channelId, limitNotice, view)],
    marked,
  };
}

/**
 * Returns the reference to the message that this one replies to. If that was deleted, Discord posts this one without a
 * reply.
 */
function replyOf({ layout, cardMessageId = null, isReply = false }: RenderedPost) {
  if (!isReply || layout === 'summary' || cardMessageId === null) return {};
  return { message_reference: { message_id: cardMessageId, fail_if_not_exists: false } };
}

/**
 * Builds the body of the request that posts this message. The same post gives the same body as long as the settings do
 * not change.
 * @param marks `embed` in a channel that publishes
 */
export function alertMessage(
  post: RenderedPost,
  view: ViewContext,
  size: MessageSize,
  marks: MarkCarrier = 'component',
  charts: DrawnCharts = NO_CHARTS,
): RESTPostAPIChannelMessageJSONBody {
  const alerts = describeAll(post.channelId, post.alerts, view, isKeptUpToDate(marks));
  const { rows, marked } = componentsOfPost(post, alerts, marks, view);
  const embeds = embedsOfPost(post, alerts, { size, view, charts, marked });
  return {
    nonce: post.nonce,
    enforce_nonce: true,
    ...replyOf(post),
    ...messageText(post, alerts, view),
    ...(embeds.length === 0 ? {} : { embeds: [...embeds] }),
    ...(rows.length === 0 ? {} : { components: [...rows] }),
    ...chartAttachments(alerts, embeds, charts),
  };
}

/**
 * Builds an edit of the message after its alerts have changed. A text beside embeds does not depend on them and stays
 * unchanged; nobody is mentioned again.
 */
export function rebuiltMessage(
  post: RenderedPost,
  view: ViewContext,
  size: MessageSize,
  marks: MarkCarrier = 'component',
  charts: DrawnCharts = NO_CHARTS,
): Omit<RESTPostAPIChannelMessageJSONBody, 'nonce' | 'enforce_nonce' | 'message_reference'> {
  const body = alertMessage(post, view, size, marks, charts);
  const { content, embeds, components = [], attachments } = body;
  return {
    ...(post.layout === 'text' && content !== undefined ? { content } : {}),
    ...(embeds === undefined ? {} : { embeds }),
    components,
    ...(attachments === undefined ? {} : { attachments }),
    allowed_mentions: NOBODY,
  };
}

/** Builds an alert as it would look, without a ping and without a mark that read-back could mistake for a real one. */
export function testMessage(
  channelId: string,
  alert: MarketAlert,
  view: ViewContext,
  look: MessageSize,
  marks: MarkCarrier = 'component',
  charts: DrawnCharts = NO_CHARTS,
): AlertMessage {
  const { layouts } = view.messages;
  const described = {
    reference: TEST_MARK,
    mark: layouts.testMark,
    key: alert.key,
    description: describeMarket(alert, view, isKeptUpToDate(marks)),
  };
  const { rows } = componentsOfPost({ channelId, layout: 'card', alerts: [] }, [described], marks, view);
  const embeds = ownEmbeds(described, { size: look, view, charts, marked: new Set([TEST_MARK]) });
  return {
    ...chartAttachments([described], embeds, charts),
    content: layouts.test(`<#${channelId}>`),
    embeds: [...withFooter(embeds, layouts.testMark)],
    components: [...rows],
    allowed_mentions: NOBODY,
  };
}
