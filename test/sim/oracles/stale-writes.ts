import type { Oracle } from './context.ts';

/** A process writes and posts nothing for a role that another one has taken. */
export const staleWrites: Oracle = ({ observation: { bots } }) => bots?.staleWrites ?? [];
