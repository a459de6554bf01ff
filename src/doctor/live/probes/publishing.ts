import { ChannelType, MessageFlags } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';
import { NotTriedError } from '../site.ts';
import { codeOf, describeAnswer, readMessage } from '../wire.ts';

const ALREADY_PUBLISHED = 40_033;

/** Publishes one message twice. */
export const publishing: Probe = {
  name: 'publishing',
  assumed: `Publishing sets the flag CROSSPOSTED and names its limit; a second time it is refused with ${ALREADY_PUBLISHED}.`,
  dependent: 'Publishing is repeated after a lost answer, and waits for the limit by the hour.',
  async run(lab) {
    const { channel } = lab;
    if (channel.type !== ChannelType.GuildAnnouncement)
      throw new NotTriedError(
        'the channel is not an announcement channel',
        'Choose one that no other server follows, with --channel, and add --publish.',
      );
    if (!lab.mayPublish)
      throw new NotTriedError(
        'servers that follow the channel would see the message',
        'Add --publish if no other server follows the channel.',
      );
    const { id } = await lab.post({ content: lab.mark('To be published') });
    const path = `/channels/${channel.id}/messages/${id}/crosspost`;
    const first = await lab.send('POST', path);
    const second = await lab.send('POST', path);
    const isPublished = ((readMessage(first)?.flags ?? 0) & MessageFlags.Crossposted) !== 0;
    const limit = first.headers.get('x-ratelimit-limit');
    const resetAfter = first.headers.get('x-ratelimit-reset-after');
    const named =
      limit === null ? 'no limit named' : `limit ${limit}, which resets in ${resetAfter ?? '?'} s`;
    return judge(
      isPublished && limit !== null && codeOf(second) === ALREADY_PUBLISHED,
      `${describeAnswer(first)} ${isPublished ? 'with' : 'without'} the flag, then ${describeAnswer(second)}; ${named}`,
      { limit, resetAfterS: resetAfter, code: codeOf(second) },
    );
  },
};
