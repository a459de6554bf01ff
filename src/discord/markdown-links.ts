/** A link in a text of Discord, as the reader sees it. */
export interface MarkdownLink {
  readonly label: string;
  readonly url: string;
}

/** `[label](url)`, or `[label](<url>)` without a preview. Both parts are bounded, so that no text takes long. */
const LINK = /\[((?:\\.|[^[\]\\\n]){1,200})\]\(<?(https?:\/\/[^\s()<>]{1,2000})>?\)/g;

/** The links of a text that a bot wrote, in order. */
export function markdownLinks(text: string): readonly MarkdownLink[] {
  return [...text.matchAll(LINK)].map(([, label = '', url = '']) => ({
    label: label.replaceAll(/\\(.)/g, '$1'),
    url,
  }));
}
