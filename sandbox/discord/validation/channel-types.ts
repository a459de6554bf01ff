import { all, choice, listOf, uniqueItems } from './checks.ts';

/** Kinds of channel to choose from (Discord docs: Channel Types). */
export const channelTypes = all(listOf(choice([0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16])), uniqueItems);
