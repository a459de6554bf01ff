import { readFile } from 'node:fs/promises';

/** What the bot's process needed in one second. */
export interface BotFigures {
  /** Epoch ms. */
  readonly at: number;
  readonly rssMb: number;
  readonly heapMb: number;
  /** How long the event loop kept others waiting in this second, ms. */
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
}

const PROBE = new URL('./bot-probe.ts', import.meta.url);

/** What to add to the bot's environment so that it writes its figures into this file. */
export function figuresInto(file: string): Readonly<Record<string, string>> {
  return {
    BOT_FIGURES_FILE: file,
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${PROBE.href}`,
  };
}

/** What it has written so far, oldest first; of all processes that wrote into it. */
export async function readFigures(file: string): Promise<readonly BotFigures[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): BotFigures => JSON.parse(line));
}
