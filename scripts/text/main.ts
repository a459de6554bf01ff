import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles } from '../docs/pages.ts';
import { problemsIn } from './problems-in.ts';

/* `npm run check:text`: says what is hard to read in the pages that people read. The log stays as it was written,
and the generated pages have the texts of the interface. */

const root = path.join(import.meta.dirname, '..', '..');
const generated = new Set(generatedFiles().keys());
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .filter((page) => !(page.startsWith('docs/log/') || generated.has(page)))
  .toSorted();
for (const page of pages) {
  for (const { line, problem } of problemsIn(readFileSync(path.join(root, page), 'utf8'))) {
    process.stdout.write(`${page}:${line}: ${problem}\n`);
    process.exitCode = 1;
  }
}
