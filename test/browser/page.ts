import type { Locator, Page } from 'playwright-core';

/** The parts of the page by their accessible names. */
export function parts(page: Page) {
  const main = page.getByRole('main');
  return {
    box: main.getByRole('combobox', { name: /^Message #/ }),
    channels: page.getByRole('navigation', { name: 'Channels' }),
    servers: page.getByRole('navigation', { name: 'Servers' }),
    commands: main.getByRole('listbox'),
    messages: main.getByRole('article'),
    panel: page.getByRole('complementary', { name: 'Control panel' }),
    person: page.getByRole('combobox', { name: 'You are' }),
    title: page.getByRole('heading', { level: 1 }),
  };
}

/** Resolves once the page receives events. */
export async function ready(page: Page): Promise<void> {
  await page.locator('[data-connection="open"]').waitFor();
  await parts(page).title.waitFor();
}

export async function openChannel(page: Page, name: string): Promise<void> {
  await parts(page)
    .channels.getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
    .click();
  await parts(page).title.filter({ hasText: name }).waitFor();
}

/** Picks a choice of a select menu. */
export async function choose(page: Page, menu: Locator, choice: string | RegExp): Promise<void> {
  await menu.click();
  await page.getByRole('option', { name: choice }).click();
}

/** Switches to another user. */
export async function switchUser(page: Page, name: string): Promise<void> {
  await choose(page, parts(page).person, new RegExp(`^${name}`));
  await page.locator('.person-words b', { hasText: name }).waitFor();
}

/** Types a command's name and picks the first match. */
export async function chooseCommand(page: Page, name: string): Promise<Locator> {
  const { box, commands } = parts(page);
  await box.focus();
  await page.keyboard.type(`/${name}`);
  await commands.getByRole('option', { name: new RegExp(`^/${name}`) }).waitFor();
  await page.keyboard.press('Enter');
  return page.locator('.composer');
}

/** Waits until it is visible. Rejects after ten seconds. */
export async function shows(part: Locator): Promise<boolean> {
  await part.waitFor();
  return part.isVisible();
}
