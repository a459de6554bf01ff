import type { Oracle } from './context.ts';

/** Discord's limit over all routes. */
const MAX_PER_SECOND = 50;

/** The bot never makes more requests in a second than Discord allows. */
export const permits: Oracle = ({ observation: { mostRequestsPerSecond } }) =>
  mostRequestsPerSecond <= MAX_PER_SECOND
    ? []
    : [`${mostRequestsPerSecond} requests in one second, of ${MAX_PER_SECOND} that Discord allows`];
