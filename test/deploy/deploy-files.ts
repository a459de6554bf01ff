import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the project, by its path from the project's root. */
export function projectFile(path: string): string {
  return readFileSync(projectPath(path), 'utf8');
}

/** The absolute path of something in the project. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** What the only group of the pattern finds; throws Error where it finds nothing. */
export function found(text: string, pattern: RegExp): string {
  const [, value] = pattern.exec(text) ?? [];
  if (value === undefined) throw new Error(`There is nothing like ${pattern.source}.`);
  return value;
}

/** The Dockerfile with each instruction on a line of its own. */
export function dockerInstructions(): readonly string[] {
  return projectFile('Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.replaceAll(/ +/g, ' '));
}

/** What the image takes from the project, as paths from its root. */
export function copiedIntoImage(): readonly string[] {
  const sources = dockerInstructions()
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  return [...new Set(sources)];
}
