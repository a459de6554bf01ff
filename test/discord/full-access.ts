import type { MemberAccess } from '#src/discord/access/member-access.ts';

/** Access of a member who may write in every channel and mention every role. */
export const fullAccess: MemberAccess = {
  accessTo: async () => 'writes',
  mayMention: () => true,
  mayManageChannel: () => true,
};
