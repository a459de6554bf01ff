import type { Alert } from '#src/alerts/alert.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { MessageLayout, Post } from '#src/store/model/delivery.ts';
import type { StaleLiveMessage, StalePost } from '#src/store/model/live-state.ts';
import type { EditOutcome, OpenOutcome, ReadBack, SendOutcome } from './posting.ts';

/** What a message is made of, as far as its charts depend on it. */
export interface ChartedMessage {
  readonly layout: MessageLayout;
  readonly alerts: readonly Alert[];
}

/**
 * Sends messages to Discord. Never rejects: every result of a request is an outcome. `channelId` is a target: a
 * channel, or a person, whose messages go to their direct message channel. `target` is what the store knows of it. No
 * argument is optional, so that a caller that passes requests on cannot lose one.
 */
export interface Notifier {
  /** How many of the alerts, from the first, fit into one message with embeds; at least 1. */
  capacity(channelId: string, alerts: readonly Alert[], target: QueueTarget): number;
  /**
   * Whether some of the alerts have charts that a message of this layout in the channel shows. They are drawn before a
   * permit is asked for, because nothing may stand between the permit and the request.
   */
  hasCharts(channelId: string, message: ChartedMessage, target: QueueTarget): boolean;
  /** The charts of these alerts; one that cannot be drawn in two seconds is left out. Waits for its turn. */
  drawCharts(channelId: string, message: ChartedMessage, target: QueueTarget): Promise<DrawnCharts>;
  /** Edits a live message to its topic's state. */
  edit(
    channelId: string,
    liveMessage: StaleLiveMessage,
    target: QueueTarget,
    charts: DrawnCharts,
  ): Promise<EditOutcome>;
  /** Edits a message to the current content of its alerts. */
  redraw(post: StalePost, target: QueueTarget, charts: DrawnCharts): Promise<EditOutcome>;
  /** Publishes a message of an announcement channel; `impossible` in other channels. */
  publish(channelId: string, messageId: string): Promise<EditOutcome>;
  /** How far Discord's clock is ahead of ours, ms; `null` while unknown. */
  clockOffsetMs(): number | null;
  send(post: Post, target: QueueTarget, charts: DrawnCharts): Promise<SendOutcome>;
  /** Opens the direct messages of a person, or finds them open. @param userId Discord's */
  openDirectMessage(userId: string): Promise<OpenOutcome>;
  /** Searches for the post among the channel's messages from the time of its tries. */
  readBack(post: Post, target: QueueTarget): Promise<ReadBack>;
}
