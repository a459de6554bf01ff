import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
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
    // Not there, or not ours to run: either way no browser.
    return false;
  }
}

/**
 * The system's Chromium: `named` (`CHROMIUM_PATH`) or the usual places; `null` where there is none.
 * @throws Error where one is named that cannot be run
 */
export function findChromium(named: string | undefined): string | null {
  if (named === undefined || named === '') return USUAL_PLACES.find(runs) ?? null;
  if (!runs(named)) throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run.`);
  return named;
}

/** Starts it without a window and without asking anybody outside. */
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
