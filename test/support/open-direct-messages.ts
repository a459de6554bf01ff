import type { Notifier } from '#src/outbox/notifier.ts';

/** A notifier's way to people who all accept direct messages. */
export const OPEN_TO_ALL: Pick<Notifier, 'openDirectMessage'> = {
  openDirectMessage: async (userId) => ({ type: 'opened', channelId: `9${userId}` }),
};
