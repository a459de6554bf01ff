import type { Check } from './checks.ts';
import { integer, text } from './checks.ts';

/** The app's identifier of an interactive component. */
export const customId: Check = text({ min: 1, max: 100 });

/** The numeric id of a component within its message. */
export const componentId: Check = integer({ min: 0, max: 2 ** 31 - 1 });
