import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';
import { requireForum, requirePermissions, requireThread } from '../requirements.ts';

/** Creates one post of a forum twice. */
export const nonceInForum: Probe = {
  name: 'nonce-in-forum',
  assumed: 'A forum ignores the nonce: a repeated request makes a second post.',
  dependent: 'Alerts are not posted in forums yet. A post must be searched for before it is repeated.',
  async run(lab) {
    const forum = requireForum(lab);
    requirePermissions(forum, [
      { bit: Bits.SendMessages, name: 'Send Messages' },
      { bit: Bits.ManageThreads, name: 'Manage Threads' },
    ]);
    const message = { content: lab.mark('Nonce in a forum'), nonce: lab.nonce(), enforce_nonce: true };
    const body = { name: lab.mark('Nonce'), message };
    const first = await lab.tryStartThread(`/channels/${forum.id}/threads`, body);
    const second = await lab.tryStartThread(`/channels/${forum.id}/threads`, body);
    const posts = new Set([requireThread(first), requireThread(second)]).size;
    return judge(posts === 2, posts === 2 ? 'two posts' : 'one post', { posts });
  },
};
