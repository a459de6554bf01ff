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
 * Renames the columns of results to camel case. Kysely's plugin also copies every query to rename its identifiers,
 * which takes about as long as compiling it. Here, the compilers write the names in snake case instead.
 */
export class CamelCaseResults extends CamelCasePlugin {
  constructor() {
    // Keys within JSON are data and are not renamed.
    super({ maintainNestedObjectKeys: true });
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  /**
   * Renames all rows of a result at once, because they have the same columns. The plugin would look up every name in
   * every row.
   */
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

  /** Converts names like the plugin, which caches them. */
  toSnakeCase(name: string): string {
    return this.snakeCase(name);
  }
}

const names = new CamelCaseResults();

export class SnakeCaseSqliteCompiler extends SqliteQueryCompiler {
  /**
   * Adds a plus before parameters, because SQLite recompiles a statement whenever a value changes that its planner has
   * inspected, which takes ten times as long as running it: a limit, or any value compared with a column in a sorted
   * query. It does not inspect expressions with a plus, which changes neither the value nor the use of indexes.
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
