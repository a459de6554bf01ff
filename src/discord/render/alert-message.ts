import {
  type APIEmbed,
  MessageFlags,
  type RESTAPIAttachment,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import type { MarketDescription } from '#src/alerts/description.ts';
import type { CardPart, MessageSize } from '#src/alerts/settings.ts';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { Segments } from '#src/messages/segment.ts';
import type { Post } from '#src/store/model/delivery.ts';
import type { Row } from '../answer.ts';
import { type MarkCarrier, withEmbedMark, withFooter } from '../posting/delivery-mark.ts';
import type { ViewContext } from '../views/context.ts';
import {
  type AlertComponents,
  alertComponents,
  greetingRows,
  NO_COMPONENTS,
  watchRows,
} from './alert-buttons.ts';
import { chartAddress, chartAttachments, withChart } from './alert-charts.ts';
import { type Described, describeAll, describeMarket, isMarket } from './describe.ts';
import { EMBED_LENGTH, embedLength } from './embed-length.ts';
import { withoutParts } from './hidden-parts.ts';
import { card, smallCard } from './layouts/card.ts';
import { compact } from './layouts/compact.ts';
import { needsTime, withTime } from './layouts/event-time.ts';
import { followUp } from './layouts/follow-up.ts';
import { report } from './layouts/report.ts';
import { summary } from './layouts/summary.ts';
import { type MessageText, messageText } from './message-text.ts';
import { summaryComponents } from './summary-components.ts';
import { withTemplates } from './template.ts';

/**
 * The content of a message; part of the body of the request that posts or edits it. An edit without a text leaves the
 * text unchanged.
 */
export interface AlertMessage extends MessageText {
  readonly embeds: APIEmbed[];
  readonly components?: Row[];
  readonly attachments?: RESTAPIAttachment[];
  /** Only of a new message. */
  readonly flags?: MessageFlags;
}

/** Input of a message. */
export type RenderedPost = Pick<
  Post,
  | 'id'
  | 'channelId'
  | 'layout'
  | 'nonce'
  | 'pingRoleIds'
  | 'isSilent'
  | 'alerts'
  | 'templates'
  | 'limitNotice'
  | 'watches'
  | 'firstTryAt'
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
  /** Whether a button leads to the transaction. */
  readonly linksTransaction: boolean;
  /** When the message was posted, epoch ms; `null` for a test. */
  readonly postedAt: number | null;
}

/** What admins chose for the cards of a channel. */
interface Choices {
  readonly templates?: readonly (AlertTemplate | null)[];
  /** The parts of cards that the channel leaves out. */
  readonly hidden?: readonly CardPart[];
}

/** The embeds that the capacity of a message is measured with. */
const MEASURED = { charts: NO_CHARTS, marked: NO_COMPONENTS.marked, linksTransaction: false, postedAt: null };

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

/** Adds a link to the transaction beside the people, if no button leads there and the title does not. */
function withTransaction<A extends Described<MarketDescription>>(
  described: A,
  { linksTransaction, view }: Drawing,
): A {
  const { description } = described;
  const { transactionUrl: url, subject, facts } = description;
  if (linksTransaction || url === null || url === subject.url) return described;
  const text: Segments = [{ type: 'link', segments: view.messages.facts.transaction, url }];
  const link = { id: 'transaction', line: 'parties', text, brief: null } as const;
  return { ...described, description: { ...description, facts: [...facts, link] } };
}

function ownLayout(
  alert: Described<MarketDescription>,
  drawing: Drawing,
  { cardMessageId = null, cardUrl = null }: Follows,
): readonly APIEmbed[] {
  const { size, view, charts } = drawing;
  const described = withTransaction(alert, drawing);
  const chart = chartAddress(described.key, charts);
  if (isAlone(described)) return withChart(report(described, view), chart);
  if (cardMessageId !== null) return [followUp(described, cardUrl, size, view)];
  if (size === 'compact') return [compact(described, view)];
  return withChart(card(described, size, view), chart);
}

/** Builds the embeds of an alert with its own message; short ones if it follows another message. */
function ownEmbeds(
  described: Described<MarketDescription>,
  drawing: Drawing,
  follows: Follows = {},
): readonly APIEmbed[] {
  const embeds = ownLayout(described, drawing, follows);
  return withMark(
    needsTime(described, drawing.postedAt) ? withTime(embeds, described) : embeds,
    described,
    drawing,
  );
}

/** Builds the embeds of an alert that shares a message with others, each of which shows its time. */
function sharedEmbeds(described: Described<MarketDescription>, drawing: Drawing): readonly APIEmbed[] {
  const { size, view, charts } = drawing;
  const embeds =
    size === 'compact'
      ? [compact(described, view)]
      : withChart(
          [smallCard(withTransaction(described, drawing), size, view)],
          chartAddress(described.key, charts),
        );
  return withMark(withTime(embeds, described), described, drawing);
}

const withoutWords = ({
  words: _words,
  ...usual
}: Described<MarketDescription>): Described<MarketDescription> => usual;

/**
 * Builds the alerts' embeds. If the server's settings have changed and they no longer fit, they look as usual, without
 * templates, and then are compact ones.
 */
function embedsOf(
  alerts: readonly Described<MarketDescription>[],
  drawing: Drawing,
  follows: Follows,
): readonly APIEmbed[] {
  const [first] = alerts;
  if (first === undefined) return [];
  if (alerts.length === 1) return ownEmbeds(first, drawing, follows);
  const embeds = alerts.flatMap((alert) => sharedEmbeds(alert, drawing));
  if (embedLength(embeds) <= EMBED_LENGTH) return embeds;
  const usual = alerts.map(withoutWords).flatMap((alert) => sharedEmbeds(alert, drawing));
  if (embedLength(usual) <= EMBED_LENGTH) return usual;
  return alerts.map(withoutWords).flatMap((alert) => sharedEmbeds(alert, { ...drawing, size: 'compact' }));
}

/**
 * Returns how many alerts, from the first, fit into one message. At least 1, because one alert always fits. A notice is
 * always alone.
 * @param size message size of the channel
 * @param choices.templates of the alerts, in their order
 */
export function messageCapacity(
  channelId: string,
  alerts: readonly Alert[],
  view: ViewContext,
  size: MessageSize,
  { templates = [], hidden = [] }: Choices = {},
): number {
  // Nearly every message has a single alert, which need not be drawn for this.
  if (alerts.length < 2) return 1;
  let room = EMBED_LENGTH;
  let count = 0;
  const first = alerts.slice(0, MAX_EMBEDS);
  const all = withTemplates(describeAll(channelId, first, view), first, templates, view);
  for (const described of all) {
    if (!isMarket(described) || isAlone(described)) break;
    room -= embedLength(sharedEmbeds(withoutParts(described, hidden), { ...MEASURED, size, view }));
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
  post: Pick<RenderedPost, 'id' | 'channelId' | 'layout' | 'alerts' | 'limitNotice' | 'watches'>,
  alerts: readonly Described[],
  marks: MarkCarrier,
  view: ViewContext,
  hidden: readonly CardPart[] = [],
): AlertComponents {
  const [first] = alerts;
  const { channelId, layout } = post;
  if (layout === 'text' || marks === 'embed' || first === undefined) return NO_COMPONENTS;
  const market = alerts.filter(isMarket);
  const components =
    (layout === 'summary'
      ? summaryComponents(market, { post: post.id, mark: first.reference }, view)
      : null) ??
    (layout === 'card' && hidden.includes('buttons')
      ? NO_COMPONENTS
      : alertComponents(market, first.reference, view));
  const rows = [...components.rows, ...greetingRows(post.alerts, view), ...watchRows(channelId, post, view)];
  return { ...components, rows };
}

/**
 * Returns the reference to the message that this one replies to. If that was deleted, Discord posts this one without a
 * reply.
 */
function replyOf({ layout, cardMessageId = null, isReply = false }: RenderedPost) {
  if (!isReply || layout === 'summary' || cardMessageId === null) return {};
  return { message_reference: { message_id: cardMessageId, fail_if_not_exists: false } };
}

/** Returns the flag of a message that Discord shows without a notification (Discord docs: Message Flags). */
const silenceOf = (isSilent: boolean): Pick<AlertMessage, 'flags'> =>
  isSilent ? { flags: MessageFlags.SuppressNotifications } : {};

/**
 * Builds the body of the request that posts this message. The same post gives the same body as long as the settings do
 * not change.
 * @param marks `embed` in a channel that publishes
 * @param hidden the parts of cards that the channel leaves out
 */
export function alertMessage(
  post: RenderedPost,
  view: ViewContext,
  size: MessageSize,
  marks: MarkCarrier = 'component',
  charts: DrawnCharts = NO_CHARTS,
  hidden: readonly CardPart[] = [],
): RESTPostAPIChannelMessageJSONBody {
  const { templates = [], firstTryAt: postedAt } = post;
  const described = describeAll(post.channelId, post.alerts, view, isKeptUpToDate(marks));
  const alerts = withTemplates(described, post.alerts, templates, view);
  const { rows, ...components } = componentsOfPost(post, alerts, marks, view, hidden);
  const shown = post.layout === 'card' ? alerts.map((alert) => withoutParts(alert, hidden)) : alerts;
  const embeds = embedsOfPost(post, shown, { ...components, size, view, charts, postedAt });
  return {
    nonce: post.nonce,
    enforce_nonce: true,
    ...silenceOf(post.isSilent === true),
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
  hidden: readonly CardPart[] = [],
): Omit<RESTPostAPIChannelMessageJSONBody, 'nonce' | 'enforce_nonce' | 'flags' | 'message_reference'> {
  const body = alertMessage(post, view, size, marks, charts, hidden);
  const { content, embeds, components = [], attachments } = body;
  return {
    ...(post.layout === 'text' && content !== undefined ? { content } : {}),
    ...(embeds === undefined ? {} : { embeds }),
    components,
    ...(attachments === undefined ? {} : { attachments }),
    allowed_mentions: NOBODY,
  };
}

/**
 * Builds an alert as it would look, without a ping and without a mark that read-back could mistake for a real one.
 * @param isSilent whether it is posted without a notification
 * @param choices what admins chose for its card; `isPreview`: whether the text does not say that it is a test
 */
export function testMessage(
  channelId: string,
  alert: MarketAlert,
  view: ViewContext,
  look: MessageSize,
  marks: MarkCarrier = 'component',
  charts: DrawnCharts = NO_CHARTS,
  isSilent = false,
  { templates = [], hidden = [], isPreview = false }: Choices & { readonly isPreview?: boolean } = {},
): AlertMessage {
  const { layouts } = view.messages;
  const usual: Described<MarketDescription> = {
    reference: TEST_MARK,
    mark: layouts.testMark,
    key: alert.key,
    description: describeMarket(alert, view, isKeptUpToDate(marks)),
  };
  const [described = usual] = withTemplates([usual], [alert], templates, view).filter(isMarket);
  const { rows, linksTransaction } = componentsOfPost(
    { id: 0, channelId, layout: 'card', alerts: [] },
    [described],
    marks,
    view,
    hidden,
  );
  const marked = new Set([TEST_MARK]);
  const drawing = { size: look, view, charts, marked, linksTransaction, postedAt: null };
  const embeds = ownEmbeds(withoutParts(described, hidden), drawing);
  const message = described.words?.message ?? '';
  const content = [isPreview ? '' : layouts.test(`<#${channelId}>`), message]
    .filter((text) => text !== '')
    .join('\n');
  return {
    ...chartAttachments([described], embeds, charts),
    ...silenceOf(isSilent),
    ...(content === '' ? {} : { content }),
    embeds: [...withFooter(embeds, layouts.testMark)],
    components: [...rows],
    allowed_mentions: NOBODY,
  };
}
