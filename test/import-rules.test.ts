import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

interface Import {
  /** The importing file, relative to the root. */
  readonly file: string;
  /** A file relative to the root, or the name of a package. */
  readonly target: string;
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const statements = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
  );
  return [...statements].map(([, named, dynamic]) => {
    const specifier = named ?? dynamic ?? '';
    const relative = specifier.startsWith('.');
    return { file, target: relative ? path.join(path.dirname(file), specifier) : specifier };
  });
}

const imports = ['src', 'commands', 'sandbox'].flatMap(filesIn).flatMap(importsOf);

/** Imports from files below `from` whose target begins with one of `targets`. */
function found(from: string, targets: readonly string[]): string[] {
  return imports
    .filter(({ file }) => file.startsWith(from))
    .filter(({ target }) => targets.some((start) => target === start || target.startsWith(`${start}/`)))
    .map(({ file, target }) => `${file} imports ${target}`);
}

describe('imports point one way', () => {
  it('and the test sees them', () => {
    expect(imports).toContainEqual({ file: 'src/run.ts', target: 'src/app.ts' });
    expect(imports).toContainEqual({ file: 'commands/alerts/add.ts', target: 'discord.js' });
    expect(imports.length).toBeGreaterThan(300);
  });

  it.each(['src', 'commands'])('%s never imports the sandbox or the tests', (folder) => {
    expect(found(folder, ['sandbox', 'test', 'bench'])).toEqual([]);
  });

  it.each(['sandbox/discord', 'sandbox/marketplace'])(
    '%s shares no code with what it stands in for',
    (folder) => {
      const other = folder === 'sandbox/discord' ? 'sandbox/marketplace' : 'sandbox/discord';
      expect(found(folder, ['src', 'commands', 'test', other])).toEqual([]);
    },
  );

  it('the domain knows nothing outside itself but pure parts of Node', () => {
    const outside = imports
      .filter(({ file, target }) => file.startsWith('src/domain') && !target.startsWith('src/domain'))
      .map(({ target }) => target);
    expect([...new Set(outside)]).toEqual(['node:crypto']);
  });

  const middle = ['marketplace', 'store', 'discord', 'pipeline'];
  it.each(middle)('src/%s knows the domain and none of its neighbours', (folder) => {
    const neighbours = middle.filter((name) => name !== folder).map((name) => `src/${name}`);
    const outer = [
      'src/app.ts',
      'src/main.ts',
      'src/config.ts',
      'src/config',
      'src/join',
      'src/ops',
      'commands',
    ];
    expect(found(`src/${folder}/`, [...neighbours, ...outer])).toEqual([]);
  });

  it('commands reach the store, the marketplace and the pipeline only through their services', () => {
    expect(
      found('commands', ['src/store', 'src/marketplace', 'src/pipeline', 'src/app.ts', 'src/config.ts']),
    ).toEqual([]);
  });

  it('only the entry knows the composition root', () => {
    expect(imports.filter(({ target }) => target === 'src/app.ts').map(({ file }) => file)).toEqual([
      'src/run.ts',
    ]);
  });

  it.each([
    ['discord.js', ['src/discord/', 'commands/', 'src/app.ts', 'src/join/']],
    ['undici', ['src/marketplace/']],
    ['better-sqlite3', ['src/store/']],
    [
      'zod',
      [
        'src/config.ts',
        'src/config/',
        'src/marketplace/wire/',
        'src/store/rows/',
        'src/discord/custom-id.ts',
        'src/doctor/discord/',
        'src/discord/subscription-file/file-format.ts',
        'sandbox/',
      ],
    ],
    ['node-cron', ['src/pipeline/cron.ts', 'src/config/']],
  ])('%s is imported only where it belongs', (dependency, places) => {
    const elsewhere = imports
      .filter(({ target }) => target === dependency || target.startsWith(`${dependency}/`))
      .filter(({ file }) => !places.some((place) => file.startsWith(place)));
    expect(elsewhere).toEqual([]);
  });

  it('only the entries hand the environment to the settings', () => {
    const readers = ['src', 'commands']
      .flatMap(filesIn)
      .filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('process.env'));
    expect(readers.toSorted()).toEqual(['src/backup.ts', 'src/doctor.ts', 'src/main.ts', 'src/restore.ts']);
  });
});
