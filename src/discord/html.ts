/**
 * Parts that are not displayed: comments, and elements whose content is for the browser. Unclosed ones end with the
 * text, as in a browser, which also keeps the expression linear.
 */
const NOT_SHOWN = /<!--.*?(?:-->|$)|<(script|style)\b[^<>]*>.*?(?:<\/\1\s*>|$)/gis;
/** Block elements, whose text must be separated from the preceding text. */
const BLOCKS = /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|hr)\b[^<>]*>/gi;
const TAGS = /<\/?[a-z][^<>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function character(entity: string): string | undefined {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity);
  if (code === null) return ENTITIES[entity.toLowerCase()];
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** Converts HTML, as in the marketplace's descriptions, to text. The result is untrusted. */
export function htmlToText(html: string): string {
  return html
    .replaceAll(NOT_SHOWN, ' ')
    .replaceAll(BLOCKS, ' ')
    .replaceAll(TAGS, '')
    .replaceAll(/&(#?\w{1,8});/g, (whole, entity: string) => character(entity) ?? whole);
}
