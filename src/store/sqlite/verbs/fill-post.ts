import type { Alert } from '../../../domain/alert.ts';
import type { Post, PostForm } from '../../../domain/delivery.ts';
import { asItStands, type StalePost } from '../../../domain/topic.ts';
import type { PostRow } from '../../rows/lane.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { ChangedPost } from '../tables/posts.ts';
import type { TopicTable } from '../tables/topics.ts';

/** Posts with the alerts that they tell. */
export interface FillPost {
  /** One whose fate is open. */
  unsettled(post: PostRow): Post;
  /** One that was posted. */
  changed(post: ChangedPost): StalePost;
}

/** A summary comes late, so what has a topic is in it as that stands by now. */
export function createFillPost({
  deliveries,
  topics,
}: {
  readonly deliveries: Pick<DeliveryTables, 'alertsOf' | 'toldBy'>;
  readonly topics: Pick<TopicTable, 'get'>;
}): FillPost {
  function now(alert: Alert): Alert {
    const latest = alert.topic === null ? null : topics.get(alert.topic);
    return latest === null ? alert : asItStands(alert, latest.state);
  }

  const inForm = (form: PostForm, alerts: readonly Alert[]) => (form === 'digest' ? alerts.map(now) : alerts);

  return {
    unsettled: (post) => ({ ...post, alerts: inForm(post.form, deliveries.alertsOf(post.id)) }),
    changed: (post) => ({ ...post, alerts: inForm(post.form, deliveries.toldBy(post.id)) }),
  };
}
