import { judge, type Probe } from '../probe.ts';
import { codeOf, describeAnswer, readMessages } from '../wire.ts';

const UNKNOWN_MESSAGE = 10_008;

/** Deletes a message, lists its place, and requests it by id. */
export const emptyPage: Probe = {
  name: 'empty-page',
  assumed: `A deleted message is missing in the list, and by id Discord answers ${UNKNOWN_MESSAGE}.`,
  dependent: 'An empty page counts as “not posted” only if a request by id is answered with that code.',
  async run(lab) {
    const { id } = await lab.post({ content: lab.mark('To be deleted') });
    const messages = `/channels/${lab.channel.id}/messages`;
    const deleted = await lab.send('DELETE', `${messages}/${id}`);
    const list = await lab.send('GET', `${messages}?after=${BigInt(id) - 1n}&limit=100`);
    const single = await lab.send('GET', `${messages}/${id}`);
    const page = readMessages(list);
    const isMissing = page !== null && page.every((message) => message.id !== id);
    const listed = page === null ? describeAnswer(list) : `${page.length} messages in the list`;
    return judge(
      deleted.status === 204 && isMissing && codeOf(single) === UNKNOWN_MESSAGE,
      `${describeAnswer(deleted)} for the deletion; ${listed}; ${describeAnswer(single)} by id`,
      { listed: page?.length ?? null, code: codeOf(single) },
    );
  },
};
