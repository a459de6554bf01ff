import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteQueryCompiler,
} from 'kysely';

/**
 * Renames the columns of results to camel case. Kysely's plugin also copies every query to rename what is in it, which takes
 * about as long as compiling it; here the compilers write the names in snake case.
 */
export class CamelCaseResults extends CamelCasePlugin {
  constructor() {
    // Keys within JSON are data: they are not renamed.
    super({ maintainNestedObjectKeys: true });
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  /** As the plugin writes names, which it remembers. */
  toSnakeCase(name: string): string {
    return this.snakeCase(name);
  }
}

const names = new CamelCaseResults();

export class SnakeCaseSqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.toSnakeCase(identifier));
  }
}

export class SnakeCasePostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(names.toSnakeCase(identifier));
  }
}
