import { environment } from './environment.ts';
import { type SettingDocumentation, settingDocs } from './setting-documentation.ts';

/** An environment variable for the documentation. */
export interface DocumentedSetting extends SettingDocumentation {
  readonly name: string;
  /** As written in `.env`; `null` if the variable is required or has no default. */
  readonly default: string | null;
  readonly required: boolean;
}

/**
 * Returns all environment variables of the schema, in the order of the documentation.
 * @throws Error for a variable without documentation
 */
export function documentedSettings(): readonly DocumentedSetting[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const documentation = settingDocs.get(schema);
    if (documentation === undefined) throw new Error(`${name} has no documentation.`);
    const unset = schema.safeParse(undefined);
    const value = unset.success ? unset.data : null;
    return {
      ...documentation,
      name,
      default: value === null || value === undefined ? null : String(value),
      required: !unset.success,
    };
  });
}
