import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generatedFiles } from './pages.ts';

/* `npm run docs`: writes the generated documents. */

const root = path.join(import.meta.dirname, '..', '..');
for (const [file, text] of generatedFiles()) await writeFile(path.join(root, file), text);
