import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnTypes } from '#src/store/database/migrations/column-types.ts';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import { match, projectFile, projectPath } from './deploy-files.ts';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: projectPath('') }).toSorted();

/** The sources of the program, which contain every text that it can output. */
const sources = globSync(['src/**/*.{ts,mjs}', 'commands/**/*.ts'], { cwd: projectPath('') })
  .map(projectFile)
  .join('\n');

/** The constant parts of a quoted sentence; `…` stands for a variable part. */
const fixedParts = (sentence: string): readonly string[] =>
  sentence
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part.length > 1);

/** The anchor that GitHub derives from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsIn = (document: string): readonly string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the quotes of the troubleshooting pages', () => {
  const NOT_OURS = ['quotation marks', 'The application did not respond', 'OOM', 'percent below floor'];
  const pages = ['docs/troubleshooting.md', 'docs/server-troubleshooting.md'].map(projectFile).join('\n');
  const quotes = [...pages.matchAll(/“([^”]+)”/g)]
    .map(([, quote = '']) => quote.replaceAll(/\s+/g, ' '))
    .filter((quote) => !NOT_OURS.includes(quote));

  it('are found', () => {
    expect(quotes.length).toBeGreaterThan(40);
  });

  it.each(quotes.map((quote) => [quote]))('exist in the program: %s', (quote) => {
    expect(fixedParts(quote).filter((part) => !sources.includes(part))).toEqual([]);
  });
});

describe('the pages about the code', () => {
  const FOLDERS = ['src', 'commands', 'sandbox', 'scripts', 'bench', 'test', 'deploy', 'docs'];
  const files = globSync(`{${FOLDERS.join(',')}}/**/*`, { cwd: projectPath('') });

  it.each(
    ['docs/architecture.md', ...DOCUMENTS.filter((name) => /^docs\/(design|decisions)\//.test(name))].map(
      (name) => [name],
    ),
  )('name only existing files and folders: %s', (name) => {
    const named = [...projectFile(name).matchAll(/`(\w[\w./-]*\/[\w.-]+\.(?:ts|mjs|sql|json))`/g)];
    const paths = named.map(([, path = '']) => path);
    expect(paths.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)))).toEqual(
      [],
    );
  });
});

describe('the privacy page', () => {
  it('names every table of the database', () => {
    const page = projectFile('docs/privacy.md');
    const created = MIGRATIONS.flatMap(({ statements }) => statements(columnTypes('sqlite'))).flatMap(
      (statement) => Array.from(statement.matchAll(/create table (\w+)/g), ([, table = '']) => table),
    );
    expect(created.length).toBeGreaterThan(10);
    expect([...new Set(created)].filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
  });
});

describe('the changelog', () => {
  it('names the current schema and version', () => {
    const changelog = projectFile('CHANGELOG.md');
    expect(match(changelog, /^Schema (\d+)\.$/m)).toBe(String(MIGRATIONS.length));
    expect(match(changelog, /^## (\d\S*)/m)).toBe(match(projectFile('package.json'), /"version": "(.*)"/));
  });
});

describe.each(DOCUMENTS.map((name) => [name]))('%s', (name) => {
  const document = projectFile(name);
  // What people type stands in code.
  const written = document.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const links = [...written.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));

  it('links only to existing files and headings', () => {
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? name : join(dirname(name), path);
      if (!existsSync(projectPath(target))) return true;
      return anchor !== undefined && !anchorsIn(projectFile(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names only existing scripts', () => {
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      projectFile('package.json'),
    );
    const named = [...document.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});
