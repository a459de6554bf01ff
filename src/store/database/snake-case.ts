import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  SqliteQueryCompiler,
  type UnknownRow,
} from 'kysely';

/**
 * Renames the columns of results to camel case. Kysely's plugin also copies every query to rename what is in it, which
 * takes about as long as compiling it; here the compilers write the names in snake case.
 */
export class CamelCaseResults extends CamelCasePlugin {
  constructor() {
    // Keys within JSON are data: they are not renamed.
    super({ maintainNestedObjectKeys: true });
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  /** The plugin looks every name up again in every row; all rows of a result have the same. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    if (first === undefined) return result;
    const names = Object.keys(first).map((name) => ({ name, renamed: this.camelCase(name) }));
    if (names.every(({ name, renamed }) => name === renamed)) return result;
    const rows = result.rows.map((row) => {
      const renamedRow: UnknownRow = {};
      for (const { name, renamed } of names) renamedRow[renamed] = row[name];
      return renamedRow;
    });
    return { ...result, rows };
  }

  /** As the plugin writes names, which it remembers. */
  toSnakeCase(name: string): string {
    return this.snakeCase(name);
  }
}

const names = new CamelCaseResults();

export class SnakeCaseSqliteCompiler extends SqliteQueryCompiler {
  /**
   * SQLite compiles a statement anew whenever a value is bound that its planner has looked at, which takes ten times as
   * long as running it: the limit, and any value that a column is compared with in a sorted query. It does not look
   * behind a plus, which changes no value and no use of an index.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.toSnakeCase(identifier));
  }
}

export class SnakeCasePostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.toSnakeCase(identifier));
  }
}
