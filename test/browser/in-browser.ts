import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { findChromium, launchChromium } from '../../sandbox/web/screenshots/chromium.ts';

const executable = findChromium(process.env['CHROMIUM_PATH']);

if (executable === null && process.env['GAVEL_BROWSER'] === 'required')
  throw new Error('GAVEL_BROWSER is "required", and there is no Chromium; CHROMIUM_PATH may name one.');

/** How a page is looked at. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'dark' | 'light';
  readonly reducedMotion?: boolean;
}

/** Opens pages; each begins with nothing remembered. */
export interface Opened {
  open(url: string, look?: Look): Promise<Page>;
  /** What the pages said in their consoles that is an error or a warning, and errors that nobody caught. */
  readonly complaints: readonly string[];
}

function contextFor({ width = 1280, height = 800, scheme = 'dark', reducedMotion = false }: Look) {
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    locale: 'en-US',
  };
  return options;
}

/** A specification that needs a browser, and says so where there is none. */
export function describeInBrowser(name: string, specify: (opened: Opened) => void): void {
  const reason = executable === null ? ' (skipped: no Chromium here; CHROMIUM_PATH may name one)' : '';
  describe.skipIf(executable === null)(`${name}${reason}`, () => {
    const complaints: string[] = [];
    let browser: Browser | undefined;

    beforeAll(async () => {
      browser = await launchChromium(executable ?? '');
    });
    specify({
      complaints,
      async open(url, look = {}) {
        if (browser === undefined) throw new Error('The browser is not there.');
        const page = await (await browser.newContext(contextFor(look))).newPage();
        page.setDefaultTimeout(10_000);
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
        await page.goto(url);
        return page;
      },
    });
    // What is registered last runs first: the pages are closed before the servers that they are from.
    afterAll(async () => {
      await browser?.close();
      expect(complaints).toEqual([]);
    });
  });
}
