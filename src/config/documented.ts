import { environment } from './environment.ts';
import { type AboutSetting, about } from './registry.ts';

/** All that the documents need of one environment variable. */
export interface DocumentedSetting extends AboutSetting {
  readonly name: string;
  /** As it would be written; `null` for a required one and where nothing is the default. */
  readonly default: string | null;
  readonly required: boolean;
}

/**
 * Every environment variable as the schema has it, in the order of the documents.
 * @throws Error for a variable that nothing is said of
 */
export function documentedSettings(): readonly DocumentedSetting[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const said = about.get(schema);
    if (said === undefined) throw new Error(`Nothing is said of ${name}.`);
    const unset = schema.safeParse(undefined);
    const value = unset.success ? unset.data : null;
    return {
      ...said,
      name,
      default: value === null || value === undefined ? null : String(value),
      required: !unset.success,
    };
  });
}
