import type { Alert } from '#src/alerts/alert.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import type { Delivery, MessageLayout, Post } from '#src/store/model/delivery.ts';
import type { StaleMessage } from '#src/store/model/live-state.ts';
import type { EditOutcome, OpenOutcome, ReadBack, SendOutcome } from './posting.ts';

/** The parts of a message that determine its charts. */
export interface ChartedMessage {
  readonly layout: MessageLayout;
  readonly alerts: readonly Alert[];
}

/**
 * Sends messages to Discord. Never rejects: every result of a request is an outcome.
 * `channelId` is a target: a channel, or a user, whose messages go to their direct message channel. `target` is what
 * the store knows about it. No argument is optional, so that a wrapper cannot forget one.
 */
export interface Notifier {
  /** Returns how many of these deliveries, from the first, fit into one message with embeds; at least 1. */
  capacity(
    channelId: string,
    waiting: readonly Pick<Delivery, 'alert' | 'template'>[],
    target: QueueTarget,
  ): number;
  /**
   * Returns whether some of the alerts have charts that a message of this layout shows in the channel. They are drawn
   * before a permit is requested, because nothing may delay a request that has its permit.
   */
  hasCharts(channelId: string, message: ChartedMessage, target: QueueTarget): boolean;
  /** Draws the charts of these alerts when it is their turn; a chart that takes longer than two seconds is left out. */
  drawCharts(channelId: string, message: ChartedMessage, target: QueueTarget): Promise<DrawnCharts>;
  /** Edits a message to what it is to show. */
  edit(message: StaleMessage, target: QueueTarget, charts: DrawnCharts): Promise<EditOutcome>;
  /** Publishes a message of an announcement channel; `impossible` in other channels. */
  publish(channelId: string, messageId: string): Promise<EditOutcome>;
  /** Returns how far Discord's clock is ahead of this machine's, ms; `null` while unknown. */
  clockOffsetMs(): number | null;
  send(post: Post, target: QueueTarget, charts: DrawnCharts): Promise<SendOutcome>;
  /** Opens the direct messages of a user, or returns the open channel. @param userId Discord user id */
  openDirectMessage(userId: string): Promise<OpenOutcome>;
  /** Searches for the post among the channel's messages since its attempts. */
  readBack(post: Post, target: QueueTarget): Promise<ReadBack>;
}
