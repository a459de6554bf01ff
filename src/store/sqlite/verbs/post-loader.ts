import { type Alert, withLatestState } from '../../../alerts/alert.ts';
import { AUCTION_TOPIC } from '../../../alerts/kinds/auction/schema.ts';
import type { MessageLayout, Post } from '../../../domain/delivery.ts';
import type { StalePost } from '../../../domain/live-state.ts';
import type { PostRow } from '../../rows/channel-queue.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LiveMessageTable } from '../tables/live-messages.ts';
import type { StalePostRow } from '../tables/posts.ts';
import type { TopicTable } from '../tables/topics.ts';

/** Adds the alerts to a post. */
export interface PostLoader {
  /** An unsettled post. */
  unsettled(post: PostRow): Post;
  /** A post that was sent and is out of date. */
  stale(post: StalePostRow): StalePost;
}

/** A message may be posted late, so it shows the latest state of its topic; but a bid with a message of its own stays that bid. */
export function createPostLoader({
  deliveries,
  topics,
  liveMessages,
}: {
  readonly deliveries: Pick<DeliveryTables, 'alertsOf' | 'postedAlertsOf'>;
  readonly topics: Pick<TopicTable, 'get'>;
  readonly liveMessages: Pick<LiveMessageTable, 'firstOf'>;
}): PostLoader {
  function currentState(alert: Alert): Alert {
    const latest = alert.liveKey === null ? null : topics.get(alert.liveKey);
    return latest === null ? alert : withLatestState(alert, latest.state);
  }

  function alertsFor(form: MessageLayout, alerts: readonly Alert[]): readonly Alert[] {
    const showsState = ({ topic }: Alert) => form === 'digest' || topic !== AUCTION_TOPIC.bid;
    return alerts.map((alert) => (showsState(alert) ? currentState(alert) : alert));
  }

  function cardOf({ channelId, form }: Pick<Post, 'channelId' | 'form'>, alerts: readonly Alert[]) {
    const [first] = alerts;
    if (form === 'digest' || first === undefined || first.liveKey === null) return null;
    return liveMessages.firstOf(channelId, first.liveKey);
  }

  return {
    unsettled(post) {
      const alerts = alertsFor(post.form, deliveries.alertsOf(post.id));
      return { ...post, alerts, cardMessageId: cardOf(post, alerts) };
    },
    stale: (post) => ({ ...post, alerts: alertsFor(post.form, deliveries.postedAlertsOf(post.id)) }),
  };
}
