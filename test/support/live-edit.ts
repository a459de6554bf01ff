import { asPosted, type MarketAlert } from '#src/alerts/alert.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { MarkCarrier } from '#src/discord/posting/delivery-mark.ts';
import { type RenderedPost, rebuiltMessage } from '#src/discord/render/alert-message.ts';
import type { ViewContext } from '#src/discord/views/context.ts';

/** A state, and the topic and the key of the alert whose message is edited to it. */
export interface LiveEdit extends Pick<RenderedPost, 'limitNotice' | 'cardMessageId' | 'cardUrl'> {
  readonly topic: Topic;
  readonly alertKey: string;
  readonly state: MarketAlert;
}

/** The state as the message of an alert with this topic and this key shows it. */
const shownBy = ({ topic, alertKey, state }: Pick<LiveEdit, 'topic' | 'alertKey' | 'state'>): MarketAlert =>
  asPosted(state, { ...state, topic, key: alertKey } as MarketAlert);

/** The edit of a live message. */
export function liveMessageBody(
  channelId: string,
  { topic, alertKey, state, ...follows }: LiveEdit,
  view: ViewContext,
  size: MessageSize,
  marks?: MarkCarrier,
  charts?: DrawnCharts,
) {
  const alerts = [shownBy({ topic, alertKey, state })];
  const firstTryAt = state.occurredAt * 1_000;
  const card = { id: 1, channelId, layout: 'card', nonce: 'n', pingRoleIds: [], firstTryAt } as const;
  const post = { ...card, alerts, ...follows };
  const { embeds = [], components = [], ...body } = rebuiltMessage(post, view, size, marks, charts);
  return { embeds, components, ...body };
}
