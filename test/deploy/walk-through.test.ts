import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFile, projectPath } from './deploy-files.ts';

interface Example {
  /** Path of the file in the walk-through. */
  readonly file: string;
  readonly code: string;
}

const examples: readonly Example[] = [
  ...projectFile('CONTRIBUTING.md').matchAll(/`([\w/.-]+\.ts)`:\n\n```ts\n([\s\S]*?)```/g),
].map(([, file = '', code = '']) => ({ file, code }));

const written = new Set(examples.map(({ file }) => file));

/** The imports of an example from existing files of the project. */
function importsOf({ file, code }: Example) {
  return [...code.matchAll(/^import (?:type )?\{([^}]+)\} from '(\.[^']+)';$/gm)]
    .map(([, names = '', path = '']) => ({
      source: join(dirname(file), path),
      names: names.split(',').map((name) => name.replace(/^\s*type /, '').trim()),
    }))
    .filter(({ source }) => !written.has(source));
}

describe("the contributing guide's walk-through", () => {
  it('has an example of each file', () => {
    expect([...written]).toEqual([
      'src/discord/views/floor.ts',
      'test/discord/views/floor.test.ts',
      'commands/floor.ts',
      'test/e2e/lookups/floor.test.ts',
    ]);
  });

  it.each(examples.map((example) => [example.file, example] as const))(
    '%s imports only existing names',
    (_, example) => {
      const missing = importsOf(example).flatMap(({ source, names }) => {
        if (!existsSync(projectPath(source))) return [source];
        const text = projectFile(source);
        return names
          .filter((name) => !new RegExp(`export .*\\b${name}\\b`).test(text))
          .map((name) => `${name} of ${source}`);
      });
      expect(missing).toEqual([]);
    },
  );
});
