/** A link in a Discord message, as the reader sees it. */
export interface MarkdownLink {
  readonly label: string;
  readonly url: string;
}

/**
 * `[label](url)`, or `[label](<url>)` without a preview. Both parts have a length limit, so that no text takes long.
 */
const LINK = /\[((?:\\.|[^[\]\\\n]){1,200})\]\(<?(https?:\/\/[^\s()<>]{1,2000})>?\)/g;

/** Returns the links of a bot's text, in order. */
export function markdownLinks(text: string): readonly MarkdownLink[] {
  return [...text.matchAll(LINK)].map(([, label = '', url = '']) => ({
    label: label.replaceAll(/\\(.)/g, '$1'),
    url,
  }));
}
