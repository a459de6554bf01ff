import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;
/** Tests that take long, as `vitest.config.ts` names them. */
const HEAVY = /\.heavy\.test\.ts$|^test\/(?:e2e\/[^/]+|faults|browser)\//;

function importedBy(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null;
}

/** Who imports each file, over the whole project. */
function readImporters(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{src,commands,test,sandbox}/**/*.ts', { cwd: root }))
    for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      const imported = importedBy(file, specifier);
      if (imported === null) continue;
      const known = importers.get(imported) ?? [];
      importers.set(imported, known);
      known.push(file);
    }
  return importers;
}

/**
 * The quick tests that reach a file by imports: those of the same part first (`test/store` for `src/store`), and among them those with
 * the fewest files between.
 * @param root the project's folder
 */
export function createNearestTests(root: string): (file: string, most: number) => readonly string[] {
  const importers = readImporters(root);
  return (file, most) => {
    const ofPart = `test/${file.split('/')[1]}/`;
    const seen = new Set([file]);
    for (const reached of seen) for (const importer of importers.get(reached) ?? []) seen.add(importer);
    return [...seen]
      .filter((one) => one.endsWith('.test.ts') && !HEAVY.test(one))
      .toSorted((one, other) => Number(other.startsWith(ofPart)) - Number(one.startsWith(ofPart)))
      .slice(0, most);
  };
}
