import { channel } from 'node:diagnostics_channel';

/**
 * Situations that whole-bot tests must reach, because mistakes are likely there. Each is declared by a `reached` call
 * in the relevant code.
 */
export const POINTS = [
  // Messages without a known result.
  'no answer to a message',
  'a server error for a message',
  'a repeated try is accepted',
  'a refusal after an unknown answer',
  'a try that lies in the future',
  'a search finds the message',
  'a search finds nothing',
  'a search cannot read',
  'a search finds too much',
  'a search finds a message without its mark',
  'a search cannot list',
  'a search fails',
  'a summary without an answer',
  'a message was under way when its process ended',
  // Held messages.
  'a message is held',
  'a held message is said to be posted',
  'a held message is said to be absent',
  'a held message is posted again',
  'a message is given up unverified',
  // Messages that Discord refuses.
  'a refusal is waited out',
  'an unexplained refusal is waited out',
  'a message is blamed for server errors',
  'a summary is halved',
  'a batch is sent one by one',
  'an embed is sent as text',
  'an alert is marked as dead',
  // Queues of channels and users.
  'a channel is stopped',
  'a permission came back during the request',
  'a stopped channel is opened',
  'a person accepts no messages',
  'a person watches again after a refusal',
  'an opening waits for its turn',
  'alerts expire',
  'an alert is left to its card',
  'a summary because of quiet hours',
  'a silence is summed up',
  'a summary because of the hourly limit',
  'a summary because of a backlog',
  'a permit is waited for',
  'a step fails and is repeated',
  // Posted messages.
  'a live message is edited',
  'an hourly limit is named',
  'a message is drawn again',
  'a message is published',
  'a message is gone when it is edited',
  'an edit is tried later',
  'a message takes no edit',
  // Reading the marketplace.
  'the feed is read beyond its first page',
  'a stored record changes',
  'an undecided rule is decided late',
  'an undecided rule is given up',
  'an auction starts',
  'an auction is bid on',
  'an auction is about to end',
  'an auction is extended',
  'an auction is extended after its shown end',
  'an auction ends',
  'an auction is cancelled',
  'a floor is announced',
  'a recap is made',
  'a missed recap is made up for',
  // Several processes.
  'a role is taken over',
  'a write of a lost role is refused',
] as const;

export type Point = (typeof POINTS)[number];

/** The `node:diagnostics_channel` on which points are published, so that listeners also work in a copy of the bot. */
export const REACHED = 'gavel:reached';

const points = channel(REACHED);

/** Reports that the program reached this point. Costs nothing without listeners. */
export function reached(point: Point): void {
  if (points.hasSubscribers) points.publish(point);
}
