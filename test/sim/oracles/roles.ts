import type { Oracle } from './context.ts';

/** No role is without a holder for longer than its lease and five seconds. */
export const roles: Oracle = ({ observation: { bots } }) => bots?.roleGaps ?? [];
