import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const DEFAULT_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // The file is missing or not executable: no browser.
    return false;
  }
}

/**
 * The system's Chromium: `named` (`CHROMIUM_PATH`) or the default paths; `null` where there is none.
 * @throws Error where one is named that cannot be run
 */
export function findChromium(named: string | undefined): string | null {
  if (named === undefined || named === '') return DEFAULT_PATHS.find(runs) ?? null;
  if (!runs(named)) throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run.`);
  return named;
}

/** Starts it headless and without requests to other hosts. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
