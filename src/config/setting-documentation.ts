import { z } from 'zod';

/** Sections of the documentation. */
export const GROUPS = [
  'Required',
  'Needed for prices and links',
  'Appearance',
  'Operation',
  'Monitoring',
  'Rarely needed',
] as const;

/** Documentation of one environment variable, beside its schema. */
export interface SettingDocumentation {
  readonly group: (typeof GROUPS)[number];
  /** What it does, in whole sentences. */
  readonly description: string;
  /** What is accepted, as in the error message for a wrong value. */
  readonly accepted: string;
  readonly example: string;
  /** What applies if it is not set, for a variable without a default. */
  readonly whenUnset?: string;
}

/** Documentation of the settings, by schema. */
export const settingDocs = z.registry<SettingDocumentation>();
