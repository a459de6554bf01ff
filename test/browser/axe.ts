import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const results = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe finds wrong with the page as it is shown now: rules, each with the elements that break it. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = results.parse(await page.evaluate('axe.run()'));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
