/** What keeps the bot from writing something down, though it can still read. */
export type StoreTrouble = 'disk full' | 'locked' | 'not writable';
