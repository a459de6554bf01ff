/** The bot of these payloads. */
export const BOT = '7';

/** The payload of a GUILD_CREATE: two roles, a channel with an overwrite, a thread, and the bot. */
export const guildCreate = {
  id: '1',
  name: 'Fox Den',
  icon: 'abc',
  owner_id: '9',
  system_channel_id: null,
  emojis: [{ id: '50', name: 'fox' }],
  roles: [
    { id: '1', name: '@everyone', permissions: '0', mentionable: false, color: 5 },
    { id: '2', name: 'Bots', permissions: '2048', mentionable: true },
  ],
  channels: [
    {
      id: '3',
      type: 0,
      name: 'sales',
      topic: 'All sales',
      position: 4,
      parent_id: null,
      permission_overwrites: [{ id: '2', type: 0, allow: '1024', deny: '0' }],
    },
  ],
  threads: [
    { id: '4', type: 11, name: 'rare', parent_id: '3', guild_id: '1', thread_metadata: { locked: true } },
  ],
  members: [
    { user: { id: BOT, username: 'gavel' }, roles: ['2'] },
    { user: { id: '8', username: 'ada' }, roles: [] },
  ],
};
