/** Markup that needs no escaping. */
export interface Markup {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Markup | string | number | readonly Markup[];

/** A template whose values are escaped, unless they are markup. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  const parts = texts.map((text, index) => {
    const value = values[index];
    return value === undefined ? text : `${text}${rendered(value)}`;
  });
  return { markup: parts.join('') };
}

function rendered(value: Part): string {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
