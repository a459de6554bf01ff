import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBot, type PageWorld, startPageWorld } from '../sandbox/web/page-world.ts';
import { axeFindings } from './axe.ts';
import { type Appearance, describeInBrowser } from './in-browser.ts';
import { chooseCommand, parts, ready } from './page.ts';

const EMBED = {
  title: '**Lantern Fox #7** sold for **1.25 S**',
  url: 'https://market.example/item/1/7',
  description: '25% above floor · rank 195',
  author: { name: 'Lantern Foxes' },
  footer: { text: 'Embedded Market' },
  timestamp: '2026-11-21T12:00:00.000Z',
  fields: [{ name: 'Price', value: '1.25 S', inline: true }],
  color: 0x3ba55d,
};

const LOOKS: readonly (readonly [string, Appearance])[] = [
  ['wide and dark', { scheme: 'dark' }],
  ['wide and light', { scheme: 'light' }],
  ['a phone, dark', { scheme: 'dark', width: 390, height: 844 }],
  ['a phone, light', { scheme: 'light', width: 390, height: 844 }],
];

describeInBrowser('axe finds nothing', ({ open }) => {
  let world: PageWorld;
  let bot: AsyncDisposable;
  beforeAll(async () => {
    world = await startPageWorld();
    bot = await connectBot(world);
    const general = world.channel('Auction House #general');
    await world.say(
      general,
      `**Hello** <@${world.admin}>, see <#${general}> and [a page](https://market.example)`,
    );
    await world.say(general, { embeds: [EMBED] });
  });
  afterAll(async () => {
    await bot[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it.each(LOOKS)('wrong in any view: %s', async (_, look) => {
    const page = await open(world.page.url, { ...look, reducedMotion: true });
    const { box, channels, commands, messages, panel, servers } = parts(page);
    const found: Record<string, readonly string[]> = {};
    const views = async (name: string) => {
      found[name] = await axeFindings(page);
    };
    await ready(page);
    await messages.filter({ hasText: 'Lantern Fox #7' }).first().waitFor();
    await views('messages');

    await messages
      .filter({ hasText: 'Lantern Fox #7' })
      .first()
      .getByRole('button', { name: 'Apps' })
      .click();
    await page.getByRole('menuitem', { name: 'Watch this' }).waitFor();
    await views('menu of a message');
    await page.keyboard.press('Escape');

    await box.fill('/');
    await commands.getByRole('option').first().waitFor();
    await views('list of commands');
    await box.fill('');
    await chooseCommand(page, 'shout');
    await commands.getByRole('option', { name: 'Hello' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'This option is required' }).waitFor();
    await views('command with a problem');

    await page.keyboard.type('aloud');
    await commands.getByRole('option', { name: 'Hello' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await messages.filter({ hasText: 'aloud' }).last().getByRole('combobox').click();
    await page.getByRole('option', { name: 'Stern' }).waitFor();
    await views('select menu');
    await page.keyboard.press('Escape');

    await chooseCommand(page, 'choose');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Menus' }).getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: '@Gavel' }).waitFor();
    await views('modal');
    await page.getByRole('option', { name: '@Gavel' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();

    const seeAccount = async () => {
      await servers.getByRole('button', { name: 'Direct messages' }).click();
      await page.getByRole('switch', { name: 'Gavel in your account' }).waitFor();
      await views('account');
      await servers.getByRole('button', { name: 'Auction House' }).click();
    };
    const menu = page.getByRole('button', { name: /^Servers and channels/ });
    if (await menu.isVisible()) {
      await menu.click();
      await channels.waitFor();
      await views('channels');
      await seeAccount();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Control panel' }).click();
    } else await seeAccount();
    await panel.getByRole('heading', { name: 'Try to break it' }).waitFor();
    await panel.getByRole('button', { name: 'Sale', exact: true }).click();
    await page.getByText('the bot has not posted it yet').waitFor();
    await views('caused event');

    const problems = Object.entries(found).filter(([, findings]) => findings.length > 0);
    expect(Object.fromEntries(problems)).toEqual({});
  });
});
