import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';
import { requirePermissions, requireThread } from '../requirements.ts';
import { codeOf, describeAnswer } from '../wire.ts';

const THREAD_EXISTS = 160_004;

/** Starts a thread from one message twice. */
export const threadTwice: Probe = {
  name: 'thread-twice',
  assumed: `A second thread from the same message is refused with ${THREAD_EXISTS}.`,
  dependent: 'Alerts start no threads yet. Starting one from a message can be repeated.',
  async run(lab) {
    requirePermissions(lab.channel, [
      { bit: Bits.CreatePublicThreads, name: 'Create Public Threads' },
      { bit: Bits.ManageThreads, name: 'Manage Threads' },
    ]);
    const { id } = await lab.post({ content: lab.mark('Thread') });
    const path = `/channels/${lab.channel.id}/messages/${id}/threads`;
    const first = await lab.tryStartThread(path, { name: lab.mark('Thread') });
    const second = await lab.tryStartThread(path, { name: lab.mark('Thread') });
    requireThread(first);
    return judge(codeOf(second) === THREAD_EXISTS, `${describeAnswer(second)} for the second`, {
      code: codeOf(second),
    });
  },
};
