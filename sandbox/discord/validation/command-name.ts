import type { Check } from './checks.ts';
import { lengthOf, text } from './checks.ts';

const MAX_LENGTH = 32;
const PATTERN = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]+$/u;

const withinLength = text({ min: 1, max: MAX_LENGTH });

/** The name of a user, message or entry point command: any characters. */
export const contextMenuName: Check = withinLength;

/** The name of a slash command or an option (Discord docs: Application Command Naming). */
export const commandName: Check = (value, report) => {
  withinLength(value, report);
  if (typeof value !== 'string' || lengthOf(value) > MAX_LENGTH) return;
  if (!PATTERN.test(value) || value !== value.toLowerCase())
    report.add({ code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' });
};
