import { escapeXml } from '../../media/xml.ts';

/** Text that is markup already, and safe. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Markup[];

/** A template whose values are escaped, unless they are markup themselves. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  const parts = texts.map((text, index) => {
    const value = values[index];
    return value === undefined ? text : `${text}${rendered(value)}`;
  });
  return { markup: parts.join('') };
}

function rendered(value: Part): string {
  if (typeof value === 'string' || typeof value === 'number')
    return escapeXml(String(value)).replaceAll("'", '&#39;');
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
