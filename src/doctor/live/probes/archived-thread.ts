import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';
import { requirePermissions, requireThread } from '../requirements.ts';
import { codeOf, describeAnswer } from '../wire.ts';

const THREAD_ARCHIVED = 50_083;

/** Edits a message in an archived thread, opens the thread, and edits again. */
export const archivedThread: Probe = {
  name: 'archived-thread',
  assumed: `An edit in an archived thread is refused with ${THREAD_ARCHIVED}, and possible after opening it.`,
  dependent: 'The bot opens an archived thread before it edits a message there.',
  async run(lab) {
    const { channel } = lab;
    requirePermissions(channel, [
      { bit: Bits.CreatePublicThreads, name: 'Create Public Threads' },
      { bit: Bits.SendMessagesInThreads, name: 'Send Messages in Threads' },
      { bit: Bits.ManageThreads, name: 'Manage Threads' },
    ]);
    const isAnnouncement = channel.type === ChannelType.GuildAnnouncement;
    const started = await lab.tryStartThread(`/channels/${channel.id}/threads`, {
      name: lab.mark('Archived'),
      type: isAnnouncement ? ChannelType.AnnouncementThread : ChannelType.PublicThread,
    });
    const threadId = requireThread(started);
    const { id } = await lab.post({ content: lab.mark('In a thread') }, threadId);
    const path = `/channels/${threadId}/messages/${id}`;
    const archived = await lab.send('PATCH', `/channels/${threadId}`, { archived: true });
    const refused = await lab.send('PATCH', path, { content: lab.mark('Edited while archived') });
    const opened = await lab.send('PATCH', `/channels/${threadId}`, { archived: false });
    const edited = await lab.send('PATCH', path, { content: lab.mark('Edited') });
    return judge(
      [archived, opened, edited].every(({ status }) => status === 200) && codeOf(refused) === THREAD_ARCHIVED,
      `archived: ${describeAnswer(archived)}; edited: ${describeAnswer(refused)}; opened: ${describeAnswer(opened)}; edited: ${describeAnswer(edited)}`,
      { code: codeOf(refused) },
    );
  },
};
