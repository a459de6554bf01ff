import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the project, by its path from the project's root. */
export function projectFile(path: string): string {
  return readFileSync(projectPath(path), 'utf8');
}

/** The absolute path of a file or folder of the project. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/**
 * The text of the pattern's only group.
 * @throws Error when the pattern does not match
 */
export function match(text: string, pattern: RegExp): string {
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

/** The files and folders that the Dockerfile copies, as paths from the project's root. */
export function imageSources(): readonly string[] {
  const sources = dockerInstructions()
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  return [...new Set(sources)];
}
