import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { escapeMarkdown, inlineCode, table } from '../../../scripts/docs/table.ts';
import { PLANTED_BUGS as SIMULATED_BUGS } from '../../sim/planted/bugs.ts';
import { PLANTED_AREAS, PLANTED_BUGS } from './bugs.ts';
import { readFoundBy } from './found-by.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const HISTORIES = path.join('test', 'sim', 'planted', 'histories');

/** Where `npm run test:planted -- --page` writes the page, from the project's root. */
export const PAGE_FILE = 'docs/planted-bugs.md';

const tellingHistory = z.object({
  bug: z.string(),
  oracle: z.string(),
  history: z.object({ seed: z.string() }),
});

/** `1/10` is the tenth history of seed `1`, of which a part is kept; any other seed is that of a history made by hand. */
function originOf(seed: string): string {
  const [, name, number] = /^(.+)\/(\d+)$/.exec(seed) ?? [];
  return name === undefined ? 'made for it' : `${inlineCode(name)}, history ${number}`;
}

function simulatedRows(): readonly (readonly string[])[] {
  const byBug = new Map(
    globSync(`${HISTORIES}/*.json`, { cwd: ROOT }).map((file) => {
      const told = tellingHistory.parse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));
      return [told.bug, { ...told, file: path.basename(file) }] as const;
    }),
  );
  return SIMULATED_BUGS.map(({ name }) => {
    const told = byBug.get(name);
    if (told === undefined) throw new Error(`No history finds “${name}”.`);
    return [escapeMarkdown(name), told.oracle, inlineCode(told.file), originOf(told.history.seed)];
  });
}

/** A name may quote code, which stays as it is. */
const nameText = (name: string): string =>
  name
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? part : escapeMarkdown(part)))
    .join('');

/** `docs/planted-bugs.md`. @throws Error if a bug has no test or no history */
export function plantedPage(): string {
  const foundBy = readFoundBy();
  const areas = PLANTED_AREAS.map(({ area, bugs }) => {
    const rows = bugs.map(({ name }) => {
      const found = foundBy.get(name);
      if (found === undefined) throw new Error(`No test finds “${name}”.`);
      return [nameText(name), `${escapeMarkdown(found.name)} (${inlineCode(found.file)})`];
    });
    return `### ${area}\n\n${table(['bug', 'found by'], rows)}\n`;
  });
  return `# Planted bugs

Bugs that are put into the bot one at a time, and what finds each. They show that the tests notice wrong behaviour, not
only that they pass. ${PLANTED_BUGS.length} are looked for by fast tests, and ${SIMULATED_BUGS.length} by the simulator. This page is written by
\`npm run test:planted -- --page\`.

## By a test

\`npm run test:planted\` plants each bug and runs the file of tests in its row; the test must fail. \`--only words\`
chooses bugs by their names. A new bug goes into \`test/mutation/planted\`. \`--write\` searches for a test that finds it,
and records it in \`found-by.json\`. If there is none, it needs a test.

${areas.join('\n')}
## By the simulator

The heavy tests run some of the histories with and without their bugs (\`test/sim/planted\`), and the nightly workflow
all of them. By hand, for example:

\`\`\`sh
npm run test:sim -- --file test/sim/planted/histories/new-alerts-wake-no-queue.json --bug 'new alerts wake no queue'
\`\`\`

Most histories are the shortest part of a drawn one that still finds the bug; the last column says of which. The same
seed may find a bug in another history now, because histories have more kinds of steps. \`npm run test:sim -- --planted\`
looks for every bug in new histories. The [log](log/testing-2026-11.md) has those of November 2026.

${table(['bug', 'oracle', 'history', 'shortened from'], simulatedRows())}
`;
}
