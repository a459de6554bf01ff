import type { Writer } from '../writer.ts';

/** English with the numbers and dates of a region, by BCP 47 tag, each by its own name. The first is the default. */
export const ENGLISH = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'en-AU': 'English (Australia)',
  'en-CA': 'English (Canada)',
  'en-IE': 'English (Ireland)',
  'en-IN': 'English (India)',
  'en-NZ': 'English (New Zealand)',
  'en-ZA': 'English (South Africa)',
} as const;

/** The setting *language*. */
export const languageMessages = ({ text }: Writer) => ({
  optionDescription: text`The language that I write, with its numbers and dates`,
  /** @param example a number */
  shown: (name: string, example: string) => text`Language: ${name}, with numbers like ${example}`,
  notSpoken: text`I only write English so far, with the numbers of several countries. Pick one of the suggestions while you type, such as English (United Kingdom).`,
});
