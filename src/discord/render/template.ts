import { type Alert, isMarketAlert, type MarketAlert, placeholdersOf } from '#src/alerts/kinds/registry.ts';
import type { AlertTemplate, TemplatePart } from '#src/alerts/templates/alert-template.ts';
import { type Filling, fillTemplate } from '#src/alerts/templates/fill.ts';
import { FILLED_LENGTHS, SHORTEST_NAME, VALUE_LENGTHS } from '#src/alerts/templates/filled-length.ts';
import { parseTemplate } from '#src/alerts/templates/parse.ts';
import { PLACEHOLDERS } from '#src/alerts/templates/placeholders.ts';
import { hasVisible } from '#src/marketplace/collection-names.ts';
import type { ViewContext } from '../views/context.ts';
import { type Described, type DrawnTemplate, placeholderValues } from './describe.ts';
import { drawSegments, type SegmentStyle } from './segments.ts';

/** Used in this order until the text fits. */
const STYLES: Readonly<Record<TemplatePart, readonly SegmentStyle[]>> = {
  message: [
    { nameLength: 80, links: true, wallets: 'named', quietLinks: true },
    { nameLength: 40, links: true, wallets: 'named', quietLinks: true },
  ],
  title: [
    { nameLength: 80, links: false, wallets: 'code' },
    { nameLength: 40, links: false, wallets: 'code' },
  ],
  text: [
    { nameLength: 80, links: true, wallets: 'named' },
    { nameLength: 40, links: true, wallets: 'named' },
  ],
};

/** Used if none of those fits. */
const shortest = (part: TemplatePart): SegmentStyle => ({
  nameLength: SHORTEST_NAME,
  links: false,
  wallets: 'code',
  ...(part === 'message' ? { quietLinks: true } : {}),
});

/** Leaves out values that are longer than `longestFilled` assumes. */
function withoutLongValues(filling: Filling, style: SegmentStyle, view: ViewContext): Filling {
  const values = PLACEHOLDERS.map((name) => {
    const value = filling.values[name] ?? null;
    const isShort = value !== null && drawSegments(value, view, style).length <= VALUE_LENGTHS[name];
    return [name, isShort ? value : null] as const;
  });
  return { ...filling, values: Object.fromEntries(values) };
}

/** A delivery mark as it is searched for in the text of a message (`posting/delivery-mark.ts`). */
const LIKE_MARK = /\b(alert) (?=[0-9a-z]{8}\b)/g;

/** Returns the text as it is shown in this part; `null` if nothing in it is visible. */
function shownIn(part: TemplatePart, text: string): string | null {
  if (!hasVisible(text)) return null;
  switch (part) {
    case 'message':
      // Only the mark of a message may look like one.
      return text.trim().replaceAll(LIKE_MARK, '$1\u00a0');
    case 'title':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ');
    case 'text':
      return text.trim();
    default:
      return part satisfies never;
  }
}

function drawPart(
  part: TemplatePart,
  words: string,
  alert: MarketAlert,
  filling: Filling,
  view: ViewContext,
): string | null {
  const parsed = parseTemplate(words, placeholdersOf(alert.topic));
  // Written with another version, which had other placeholders.
  if (!parsed.ok) return null;
  for (const style of STYLES[part]) {
    const text = drawSegments(fillTemplate(parsed.template, filling), view, style);
    if (text.length <= FILLED_LENGTHS[part]) return shownIn(part, text);
  }
  const style = shortest(part);
  const short = fillTemplate(parsed.template, withoutLongValues(filling, style, view));
  const text = drawSegments(short, view, style);
  return text.length <= FILLED_LENGTHS[part] ? shownIn(part, text) : null;
}

/**
 * Draws the texts that a template determines. External text is escaped, nobody is mentioned, and every text fits into
 * Discord's limits; one that does not looks as usual.
 * @param url the page of what the alert is about; `null` for none
 */
export function drawTemplate(
  template: AlertTemplate,
  { alert, url }: { readonly alert: MarketAlert; readonly url: string | null },
  view: ViewContext,
): DrawnTemplate {
  const filling = { values: placeholderValues(alert, view), url };
  const drawn = (part: TemplatePart): string | null => {
    const words = template[part];
    return words === null ? null : drawPart(part, words, alert, filling, view);
  };
  return { message: drawn('message'), title: drawn('title'), text: drawn('text') };
}

/**
 * Adds the texts of their templates to described alerts.
 * @param templates by alert; `null` or absent for none
 */
export function withTemplates(
  described: readonly Described[],
  alerts: readonly Alert[],
  templates: readonly (AlertTemplate | null)[],
  view: ViewContext,
): readonly Described[] {
  if (templates.every((template) => template === null)) return described;
  return described.map((one, position) => {
    const [alert, template = null] = [alerts[position], templates[position]];
    const { description } = one;
    if (alert === undefined || template === null || !isMarketAlert(alert) || description.layout !== 'any')
      return one;
    return { ...one, words: drawTemplate(template, { alert, url: description.subject.url }, view) };
  });
}
