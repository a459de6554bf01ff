import { readFile, writeFile } from 'node:fs/promises';

/** Memory and event loop delay of the bot's process over one second. */
export interface ResourceSample {
  /** Epoch ms. */
  readonly at: number;
  readonly rssMb: number;
  readonly heapMb: number;
  /** Heap in use after a full garbage collection, where `collectGarbage` asked for one in this second; else `null`. */
  readonly liveHeapMb: number | null;
  /** Event loop delay in this second, ms. */
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
}

const PROBE = new URL('./resource-probe.ts', import.meta.url);

/**
 * Environment variables that make the bot append its samples to this file.
 * @param flags further flags for Node
 */
export function resourceSamplingEnvironment(
  file: string,
  flags: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    BOT_FIGURES_FILE: file,
    NODE_OPTIONS: ['--disable-warning=ExperimentalWarning', `--import=${PROBE.href}`, ...flags].join(' '),
  };
}

/** All samples in the file, of every process that wrote to it, oldest first. */
export async function readResourceSamples(file: string): Promise<readonly ResourceSample[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ResourceSample => JSON.parse(line));
}

/** Asks the bot that writes to this file for a full garbage collection; one of its next samples has `liveHeapMb`. */
export async function collectGarbage(file: string): Promise<void> {
  await writeFile(`${file}.collect`, '');
}
