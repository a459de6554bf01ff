import { describe, expect, it } from 'vitest';
import { placeholdersOf, TOPICS } from '#src/alerts/kinds/registry.ts';
import { TEMPLATE_PARTS } from '#src/alerts/templates/alert-template.ts';
import { checkTemplate } from '#src/alerts/templates/check-template.ts';
import { EXAMPLE_TEMPLATES } from '../../scripts/docs/example-templates.ts';
import { templatesPage } from '../../scripts/docs/templates-page.ts';

describe('the page about templates', () => {
  const page = templatesPage(EXAMPLE_TEMPLATES);

  it('lists every placeholder of every topic', () => {
    for (const topic of TOPICS)
      for (const name of placeholdersOf(topic)) expect(page).toContain(`| \`{${name}}\` |`);
  });

  it('has ten templates, each with its text and how it looks', () => {
    expect(EXAMPLE_TEMPLATES).toHaveLength(10);
    for (const template of EXAMPLE_TEMPLATES) {
      const [, rest = ''] = page.split(`### ${template.name}\n`);
      const [section = ''] = rest.split('\n### ');
      for (const part of TEMPLATE_PARTS) expect(section).toContain(template[part] ?? '');
      const [, shown = ''] = section.split('becomes');
      expect(shown.trim()).toMatch(/^>/);
      expect(shown).not.toMatch(/[{}]/);
    }
  });

  it.each(EXAMPLE_TEMPLATES)('has a template that can be saved: $name', (template) => {
    const { topic, message = null, title = null, text = null } = template;
    expect(checkTemplate(topic, { message, title, text })).toEqual({ ok: true });
  });
});
