/* A delivery target: a channel, or a user's direct messages. A target id is used wherever a channel id is. Because
users manage their own rules, it is also used wherever a server id is. */

/** Never part of a Discord id, which contains only digits. */
const PERSON = 'dm:';

/**
 * Returns the target id of a user.
 * @param userId Discord's
 */
export const personTarget = (userId: string): string => `${PERSON}${userId}`;

/** Returns the Discord user id for a target id or rule owner's server id; `null` if it does not stand for a user. */
export const personOf = (targetId: string): string | null =>
  targetId.startsWith(PERSON) ? targetId.slice(PERSON.length) : null;

/** Returns whether a target id, or the server id of a rule's owner, stands for a user. */
export const isPerson = (targetId: string): boolean => targetId.startsWith(PERSON);
