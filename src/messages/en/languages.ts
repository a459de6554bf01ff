import type { Writer } from '../writer.ts';

/** English with the numbers and dates of a region, by BCP 47 tag, each with its own name. The first is the default. */
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
  optionDescription: text`Number and date format (English only)`,
  title: text`Numbers and dates`,
  /** @param example a number */
  shown: (name: string, example: string) => text`${name}, for example ${example}`,
  notSpoken: text`English only. Choose a number format, for example English (United Kingdom).`,
});
