/** One change of the schema. Once released its SQL never changes, since it was applied to existing databases. */
export interface Migration {
  readonly name: string;
  /** Applied in one transaction. */
  readonly sql: string;
}
