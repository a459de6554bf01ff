import { z } from 'zod';

/** Where a setting stands in the documents. */
export const GROUPS = [
  'Needed to start',
  'Needed for prices and links',
  'What people see',
  'How it runs',
  'Being looked after',
  'Rarely needed',
] as const;

/** What the documents say of one environment variable; its schema says the rest. */
export interface AboutSetting {
  readonly group: (typeof GROUPS)[number];
  /** What it does, in whole sentences. */
  readonly description: string;
  /** What is accepted, as the refusal of a wrong value says it. */
  readonly accepted: string;
  readonly example: string;
  /** What holds when it is not set, for a default that is none. */
  readonly without?: string;
}

/** Everything that is said of the settings, kept at the schemas themselves. */
export const about = z.registry<AboutSetting>();
