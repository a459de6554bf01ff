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
  /** Purpose, in complete sentences. */
  readonly description: string;
  /** Accepted values, as in the error message for a wrong value. */
  readonly accepted: string;
  readonly example: string;
  /** Behaviour if it is not set, for a variable without a default. */
  readonly whenUnset?: string;
}

/** Documentation of the settings, by schema. */
export const settingDocs = z.registry<SettingDocumentation>();
