/** Why the database cannot be written, or is not, although it can be read. */
export type StoreProblem = 'disk full' | 'locked' | 'not writable' | 'file lost';
