import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { findChromium, launchChromium } from '../../sandbox/web/screenshots/chromium.ts';

const executable = findChromium(process.env['CHROMIUM_PATH']);

if (executable === null && process.env['GAVEL_BROWSER'] === 'required')
  throw new Error('GAVEL_BROWSER is "required", and there is no Chromium; CHROMIUM_PATH may name one.');

/** The appearance of a page. */
export interface Appearance {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'dark' | 'light';
  readonly reducedMotion?: boolean;
  /** Whether it is used by touch, without a pointer. */
  readonly touch?: boolean;
}

/** Opens pages; each starts with empty storage, and is closed after its test. */
export interface Opened {
  open(url: string, look?: Appearance): Promise<Page>;
  /** Errors and warnings of the pages' consoles, and uncaught errors. */
  readonly consoleProblems: readonly string[];
}

function contextFor({
  width = 1280,
  height = 800,
  scheme = 'dark',
  reducedMotion = false,
  touch = false,
}: Appearance) {
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    locale: 'en-US',
    hasTouch: touch,
    isMobile: touch,
  };
  return options;
}

/** A suite that needs a browser, and is skipped with a reason where there is none. */
export function describeInBrowser(name: string, specify: (opened: Opened) => void): void {
  const reason = executable === null ? ' (skipped: no Chromium here; CHROMIUM_PATH may name one)' : '';
  describe.skipIf(executable === null)(`${name}${reason}`, () => {
    const consoleProblems: string[] = [];
    let browser: Browser | undefined;
    let contexts: readonly BrowserContext[] = [];

    beforeAll(async () => {
      browser = await launchChromium(executable ?? '');
    });
    specify({
      consoleProblems,
      async open(url, look = {}) {
        if (browser === undefined) throw new Error('The browser is not there.');
        const context = await browser.newContext(contextFor(look));
        contexts = [...contexts, context];
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) consoleProblems.push(message.text());
        });
        page.on('pageerror', (error) => consoleProblems.push(`${error.name}: ${error.message}`));
        await page.goto(url);
        return page;
      },
    });
    // An open page goes on drawing what happens, which would slow down the tests after it.
    afterEach(async () => {
      for (const context of contexts) await context.close();
      contexts = [];
    });
    // Hooks run in reverse order: the browser is closed before the servers.
    afterAll(async () => {
      await browser?.close();
      expect(consoleProblems).toEqual([]);
    });
  });
}
