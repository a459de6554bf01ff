import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import projectConfig from '../../vitest.config.ts';

/** A module, by its path, and the file with the text that it has instead. */
const { GAVEL_MUTATED: mutated = '', GAVEL_MUTATED_TEXT: text = '' } = process.env;

export default defineConfig({
  ...projectConfig,
  // The cache knows modules by the text in the project.
  test: { ...projectConfig.test, fsModuleCache: false },
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id: string) => (id === mutated ? readFileSync(text, 'utf8') : null),
    },
  ],
});
