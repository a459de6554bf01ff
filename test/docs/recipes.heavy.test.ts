import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { projectFile, projectPath } from '../deploy/deploy-files.ts';

const run = promisify(execFile);
/** What compiles, and what a test reads. */
const COPIED = [
  'bench',
  'commands',
  'package.json',
  'sandbox',
  'scripts',
  'src',
  'test',
  'tsconfig.json',
  'vitest.config.ts',
];

/** A code block of the contributing guide, with the last file that was named before it. */
interface Block {
  readonly file: string;
  readonly kind: string;
  readonly lines: readonly string[];
}

/** The code blocks of a chapter, without the indentation of the list that they stand in. */
function blocksOf(chapter: string): readonly Block[] {
  const guide = projectFile('CONTRIBUTING.md');
  const from = guide.indexOf(`\n## ${chapter}\n`);
  if (from < 0) throw new Error(`There is no chapter “${chapter}”.`);
  const end = guide.indexOf('\n## ', from + 1);
  const text = guide.slice(from, end < 0 ? undefined : end);
  return [...text.matchAll(/(`[^`\n]+`)?[^`]*?\n\n( *)```(\w+)\n([\s\S]*?)\n *```/g)].map(
    ([, file = '', indentation = '', kind = '', code = '']) => ({
      file: file.slice(1, -1),
      kind,
      lines: code.split('\n').map((line) => line.slice(indentation.length)),
    }),
  );
}

/** The text after a change that is written as a diff: lines with `…` leave out what stays. */
function changed(text: string, diff: readonly string[]): string {
  const before = text.split('\n');
  const after: string[] = [];
  let read = 0;
  for (const line of diff) {
    const [sign, rest] = [line.slice(0, 1), line.slice(1)];
    if (rest === '…') continue;
    if (sign === '+') {
      after.push(rest);
      continue;
    }
    const at = before.indexOf(rest, read);
    if (at < 0) throw new Error(`There is no line “${rest}” after line ${read}.`);
    after.push(...before.slice(read, at));
    if (sign !== '-') after.push(rest);
    read = at + 1;
  }
  return [...after, ...before.slice(read)].join('\n');
}

async function copyOfProject() {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-recipe-'));
  for (const name of COPIED) await cp(projectPath(name), path.join(folder.path, name), { recursive: true });
  await symlink(projectPath('node_modules'), path.join(folder.path, 'node_modules'));
  return folder;
}

/** Does what the chapter says: creates and changes its files, and copies folders where a command does. */
async function follow(chapter: string, root: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { file, kind, lines } of blocksOf(chapter)) {
    const target = path.join(root, file);
    if (kind === 'sh') {
      const copies = lines.filter((line) => /^(cp|sed) /.test(line));
      for (const command of copies) await run('sh', ['-c', command], { cwd: root });
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(
      target,
      kind === 'diff' ? changed(await readFile(target, 'utf8'), lines) : `${lines.join('\n')}\n`,
    );
    files.push(file);
  }
  return files;
}

const tool = (root: string, name: string, ...args: readonly string[]) =>
  run(process.execPath, [path.join(root, 'node_modules', name), ...args], { cwd: root, maxBuffer: 2 ** 26 });

/** What the compiler refuses of these files and all that they import; empty where it refuses nothing. */
async function refusedOf(files: readonly string[], root: string): Promise<string> {
  const config = path.join(root, 'tsconfig.recipe.json');
  await writeFile(config, JSON.stringify({ extends: './tsconfig.json', include: [], files }));
  try {
    await tool(root, 'typescript/bin/tsc', '--noEmit', '--project', config);
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

/** Each compiles much of the program. */
describe('the recipes of the contributing guide', { timeout: 300_000 }, () => {
  it('add a command with at most five files by hand', async () => {
    await using folder = await copyOfProject();
    const files = await follow('From a clone to a merged command', folder.path);
    expect(files).toHaveLength(5);
    expect(await refusedOf(files, folder.path)).toBe('');
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    const { stdout } = await tool(folder.path, 'vitest/vitest.mjs', 'run', ...tests);
    expect(stdout).toMatch(/Tests .*6 passed/);
  });

  it('add a language, which does not compile without its words', async () => {
    await using folder = await copyOfProject();
    const files = await follow('A new language', folder.path);
    expect(files).toEqual([
      'src/messages/de/languages.ts',
      'src/messages/languages.ts',
      'src/messages/messages.ts',
    ]);
    expect(await refusedOf(files, folder.path)).toBe('');

    const messages = path.join(folder.path, 'src/messages/messages.ts');
    await writeFile(messages, (await readFile(messages, 'utf8')).replace(' de: german,', ''));
    expect(await refusedOf(files, folder.path)).toContain('messages.ts');
  });
});
