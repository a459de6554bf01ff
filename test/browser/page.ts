import type { Locator, Page } from 'playwright-core';

/** The parts of the page by the names that a screen reader says. */
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

/** Once the page hears what happens. */
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

/** Becomes somebody else. */
export async function be(page: Page, name: string): Promise<void> {
  const { person } = parts(page);
  const value = await person.locator('option', { hasText: name }).getAttribute('value');
  await person.selectOption(value);
  await page.locator('.person-words b', { hasText: name }).waitFor();
}

/** Types a command's name and takes the first that fits. */
export async function chooseCommand(page: Page, name: string): Promise<Locator> {
  const { box, commands } = parts(page);
  await box.focus();
  await page.keyboard.type(`/${name}`);
  await commands.getByRole('option', { name: new RegExp(`^/${name}`) }).waitFor();
  await page.keyboard.press('Enter');
  return page.locator('.composer');
}

/** Waits until it is in sight. Rejects after ten seconds. */
export async function shows(part: Locator): Promise<boolean> {
  await part.waitFor();
  return part.isVisible();
}
