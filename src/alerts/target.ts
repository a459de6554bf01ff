/* What a queue delivers to: a channel, or a person in their direct messages. The id of a target stands wherever the
id of a channel does, and, because people set up their own rules, wherever the id of a server does. */

/** Never part of an id of Discord's, which has digits only. */
const PERSON = 'dm:';

/** The target id of a person. @param userId Discord's */
export const personTarget = (userId: string): string => `${PERSON}${userId}`;

/**
 * The Discord id of the person that a target id, or the id of a server that rules belong to, stands for; `null` for
 * others.
 */
export const personOf = (targetId: string): string | null =>
  targetId.startsWith(PERSON) ? targetId.slice(PERSON.length) : null;

/** Whether a target id, or the id of a server that rules belong to, stands for a person. */
export const isPerson = (targetId: string): boolean => targetId.startsWith(PERSON);
