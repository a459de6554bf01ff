import { judge, type Probe } from '../probe.ts';
import { NotTriedError } from '../site.ts';
import { codeOf, describeAnswer, readCreatedId } from '../wire.ts';

/** Cannot send messages to this user; the same because of no common server. */
const CLOSED_CODES: readonly number[] = [50_007, 50_278];

/** Sends a direct message to a person who accepts none. */
export const closedDirectMessages: Probe = {
  name: 'closed-direct-messages',
  assumed: `A direct message to a person who accepts none is refused with ${CLOSED_CODES.join(' or ')}.`,
  dependent: 'Such a refusal stops only the queue of that person, and the bot tries again once a day.',
  async run(lab) {
    if (lab.personId === null)
      throw new NotTriedError(
        'no person was given',
        'Block the bot with an account of yours, and give the id of that account with --person.',
      );
    const opened = await lab.send('POST', '/users/@me/channels', { recipient_id: lab.personId });
    const channelId = readCreatedId(opened);
    if (channelId === null)
      return judge(CLOSED_CODES.includes(codeOf(opened)), `${describeAnswer(opened)} when opening`, {
        code: codeOf(opened),
      });
    const answer = await lab.tryPost({ content: lab.mark('Direct message') }, { channelId });
    if (readCreatedId(answer) !== null)
      throw new NotTriedError(
        'the person accepts direct messages from the bot',
        'Block the bot with that account, and run it again.',
      );
    return judge(CLOSED_CODES.includes(codeOf(answer)), describeAnswer(answer), { code: codeOf(answer) });
  },
};
