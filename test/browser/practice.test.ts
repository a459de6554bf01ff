import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { readOptions } from '../../sandbox/practice/options.ts';
import { startPractice } from '../../sandbox/practice/practice.ts';
import { startBotChild } from '../support/bot-child.ts';
import { describeInBrowser } from './in-browser.ts';
import { chooseCommand, parts } from './page.ts';

describeInBrowser('the practice Discord, with a bot that is only configured by its settings', ({ open }) => {
  const all = new AsyncDisposableStack();
  let pageUrl: string;
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gavel-practice-'));
    all.defer(() => rm(folder, { recursive: true, force: true }));
    const marketplace = all.use(await startMarketplace({ salesPerMinute: 0 }));
    const practice = all.use(
      await startPractice(readOptions(['--port', '0', '--page-port', '0', '--marketplace', marketplace.url])),
    );
    const bot = all.use(
      startBotChild({
        DISCORD_TOKEN: practice.token,
        DISCORD_API_URL: practice.discord.apiUrl,
        MARKETPLACE_URL: marketplace.url,
        DATABASE_URL: `sqlite:${path.join(folder, 'gavel.db')}`,
      }),
    );
    await bot.log.until('ready');
    ({ pageUrl } = practice);
  }, 60_000);
  afterAll(() => all.disposeAsync());

  it('answers a command on a page without a control panel', async () => {
    const page = await open(pageUrl);
    const { box, messages, panel, servers } = parts(page);
    await box.waitFor();
    await chooseCommand(page, 'collection list');
    await page.keyboard.press('Enter');

    await messages.filter({ hasText: 'Lantern Foxes' }).waitFor();
    expect(await servers.getByRole('button', { name: 'Your server' }).count()).toBe(1);
    expect(await panel.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Control panel' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Start an auction' }).count()).toBe(0);
  });
});
