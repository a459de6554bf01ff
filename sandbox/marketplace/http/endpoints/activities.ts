import type { Endpoint } from '../endpoint.ts';
import { generalPagination } from '../pagination.ts';
import { LIMIT, PAGE } from '../parameters.ts';
import { readPage } from '../query.ts';
import { activityView } from '../views/activity-view.ts';

/** marketplace-api: GET /api/activities, newest first. Only `limit` is documented. */
export const activitiesEndpoint: Endpoint = {
  path: '/api/activities',
  summary: 'The latest activities, newest first.',
  parameters: [PAGE, LIMIT],
  examples: () => ['/api/activities', '/api/activities?limit=5&page=2'],
  answer({ query }, { feed, market, maxLimit, url }) {
    const page = readPage(query, maxLimit);
    return {
      activities: feed.newest((page.page - 1) * page.limit, page.limit).flatMap((entry) => {
        const collection = market.at(entry.record.collection);
        return collection === undefined ? [] : [activityView(entry, collection, url())];
      }),
      pagination: generalPagination(page, feed.total),
    };
  },
};
