import type { Check } from './checks.ts';
import { integer, text } from './checks.ts';

/** What the app names an interactive component by. */
export const customId: Check = text({ min: 1, max: 100 });

/** The number that Discord finds a component by, inside its message. */
export const componentId: Check = integer({ min: 0, max: 2 ** 31 - 1 });
