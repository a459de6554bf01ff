/** One step of the schema. Once released its SQL never changes: databases out there have run it. */
export interface Migration {
  readonly name: string;
  /** Run as a whole in one transaction. */
  readonly sql: string;
}
