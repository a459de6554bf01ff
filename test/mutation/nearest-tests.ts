import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;
/** Tests that take long, as `vitest.config.ts` names them. */
const HEAVY = /\.heavy\.test\.ts$|^test\/(?:e2e\/[^/]+|faults|browser)\//;

function importedBy(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** What each file imports, and who imports it, over the whole project. */
function readImports(root: string): { readonly imports: Graph; readonly importers: Graph } {
  const imports = new Map<string, string[]>();
  const importers = new Map<string, string[]>();
  for (const file of globSync('{src,commands,test,sandbox}/**/*.ts', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const found = [...text.matchAll(IMPORT)].map(([, specifier = '']) => importedBy(file, specifier));
    imports.set(
      file,
      found.filter((one) => one !== null),
    );
    for (const imported of found) {
      if (imported === null) continue;
      const known = importers.get(imported) ?? [];
      importers.set(imported, known);
      known.push(file);
    }
  }
  return { imports, importers };
}

/** The files that are reached from one along the graph, with the number of steps. */
function distancesFrom(file: string, graph: Graph): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances)
    for (const next of graph.get(reached) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  return distances;
}

export interface NearestTests {
  /**
   * The quick tests that reach a file by imports: the one with its name first, then those of the same part (`test/store` for `src/store`),
   * and among them those with the fewest files between.
   */
  of(file: string, most: number): readonly string[];
  /** How many files of the project a test loads: the fewer, the quicker it usually is. */
  sizeOf(test: string): number;
}

/** @param root the project's folder */
export function createNearestTests(root: string): NearestTests {
  const { imports, importers } = readImports(root);
  return {
    of(file, most) {
      const ofPart = `test/${file.split('/')[1]}/`;
      const name = `${path.posix.basename(file, '.ts')}.test.ts`;
      const isOther = (test: string): number =>
        Number(!test.startsWith(ofPart)) + Number(path.posix.basename(test) !== name);
      return [...distancesFrom(file, importers)]
        .filter(([test]) => test.endsWith('.test.ts') && !HEAVY.test(test))
        .toSorted(([one, near], [other, far]) => isOther(one) - isOther(other) || near - far)
        .map(([test]) => test)
        .slice(0, most);
    },
    sizeOf: (test) => distancesFrom(test, imports).size,
  };
}
