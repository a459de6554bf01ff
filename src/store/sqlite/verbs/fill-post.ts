import type { Alert } from '../../../domain/alert.ts';
import type { Post } from '../../../domain/delivery.ts';
import { asItStands } from '../../../domain/topic.ts';
import type { PostRow } from '../../rows/lane.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { TopicTable } from '../tables/topics.ts';

/** A post with the alerts that it tells. */
export type FillPost = (post: PostRow) => Post;

/** A summary is never edited and comes late, so what has a topic is in it as that stands by now. */
export function createFillPost({
  deliveries,
  topics,
}: {
  readonly deliveries: Pick<DeliveryTables, 'alertsOf'>;
  readonly topics: Pick<TopicTable, 'get'>;
}): FillPost {
  function now(alert: Alert): Alert {
    const latest = alert.topic === null ? null : topics.get(alert.topic);
    return latest === null ? alert : asItStands(alert, latest.state);
  }

  return (post) => {
    const alerts = deliveries.alertsOf(post.id);
    return { ...post, alerts: post.form === 'digest' ? alerts.map(now) : alerts };
  };
}
