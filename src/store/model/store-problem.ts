/** Why the database cannot be written although it can be read. */
export type StoreProblem = 'disk full' | 'locked' | 'not writable';
