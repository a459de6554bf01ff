import { MessageFlags } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';
import { describeAnswer, readMessage } from '../wire.ts';

/** Hides the embeds of a message, as a moderator does with ✕, and then edits them. */
export const suppressedEmbeds: Probe = {
  name: 'suppressed-embeds',
  assumed: 'An edit of a message with suppressed embeds is answered with the flag and without embeds.',
  dependent: 'A message whose embeds were removed is abandoned. Without the flag, a permission is missing.',
  async run(lab) {
    const { id } = await lab.post({ embeds: [{ title: lab.mark('Before') }] });
    const path = `/channels/${lab.channel.id}/messages/${id}`;
    await lab.send('PATCH', path, { flags: MessageFlags.SuppressEmbeds });
    const answer = await lab.send('PATCH', path, { embeds: [{ title: lab.mark('After') }] });
    const edited = readMessage(answer);
    if (edited === null) return judge(false, describeAnswer(answer));
    const isFlagged = (edited.flags & MessageFlags.SuppressEmbeds) !== 0;
    return judge(
      isFlagged && edited.embeds.length === 0,
      `${edited.embeds.length} embeds in the answer, ${isFlagged ? 'with' : 'without'} the flag`,
      { embeds: edited.embeds.length, isFlagged },
    );
  },
};
