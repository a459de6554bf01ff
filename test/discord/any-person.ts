import type { PersonAccess } from '../../src/discord/person-access.ts';

/** Somebody who writes in every channel and may mention every role. */
export const mayEverything: PersonAccess = { standing: async () => 'writes', mayMention: () => true };
