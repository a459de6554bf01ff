import { html, nothing, type TemplateResult } from 'lit-html';
import { readMarkdown } from './blocks.ts';
import { readInline } from './inline.ts';
import { momentText } from './moment.ts';
import type { Block, Inline, ListBlock } from './nodes.ts';

/** What the markdown is shown with: names by id, and what a click on a mention does. */
export interface Reading {
  /** `null` where it is not known. */
  readonly userName: (id: string) => string | null;
  readonly channelName: (id: string) => string | null;
  readonly roleName: (id: string) => string | null;
  readonly openChannel: (id: string) => void;
  readonly startCommand: (name: string) => void;
  readonly now: () => number;
  readonly locale: string;
}

type Shown = TemplateResult | string | readonly TemplateResult[];

function timeShown(seconds: number, style: 'R' | 't' | 'T' | 'd' | 'D' | 'f' | 'F', reading: Reading): Shown {
  const full = momentText(seconds, 'F', reading.now(), reading.locale);
  // The text of a relative time is brought up to date by `refreshTimes`.
  return html`<time
    class="moment"
    datetime=${new Date(seconds * 1_000).toISOString()}
    title=${full}
    data-seconds=${style === 'R' ? seconds : nothing}
    .textContent=${momentText(seconds, style, reading.now(), reading.locale)}
  ></time>`;
}

function mentionShown(name: string | null, sign: string, unknown: string): Shown {
  return html`<span class="mention">${name === null ? unknown : `${sign}${name}`}</span>`;
}

function channelShown(id: string, reading: Reading): Shown {
  const name = reading.channelName(id);
  if (name === null) return html`<span class="mention">#No Access</span>`;
  return html`<button type="button" class="mention" @click=${() => reading.openChannel(id)}>#${name}</button>`;
}

function oneInline(node: Inline, reading: Reading): Shown {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'strong':
      return html`<strong>${inlineShown(node.children, reading)}</strong>`;
    case 'emphasis':
      return html`<em>${inlineShown(node.children, reading)}</em>`;
    case 'underline':
      return html`<u>${inlineShown(node.children, reading)}</u>`;
    case 'strike':
      return html`<s>${inlineShown(node.children, reading)}</s>`;
    case 'spoiler':
      return html`<span class="spoiler" tabindex="0">${inlineShown(node.children, reading)}</span>`;
    case 'code':
      return html`<code>${node.text}</code>`;
    case 'link':
      return html`<a href=${node.url} target="_blank" rel="noreferrer noopener">${inlineShown(node.children, reading)}</a>`;
    case 'user':
      return mentionShown(reading.userName(node.id), '@', '@unknown-user');
    case 'role':
      return mentionShown(reading.roleName(node.id), '@', '@unknown-role');
    case 'channel':
      return channelShown(node.id, reading);
    case 'everyone':
      return html`<span class="mention">@${node.name}</span>`;
    case 'command':
      return html`<button type="button" class="mention" @click=${() => reading.startCommand(node.name)}>/${node.name}</button>`;
    case 'time':
      return timeShown(node.seconds, node.style, reading);
    case 'emoji':
      return `:${node.name}:`;
  }
}

function inlineShown(nodes: readonly Inline[], reading: Reading): readonly Shown[] {
  return nodes.map((node) => oneInline(node, reading));
}

function listShown(list: ListBlock, reading: Reading): TemplateResult {
  const items = list.items.map(
    ({ children, below }) =>
      html`<li>${inlineShown(children, reading)}${below.map((inner) => listShown(inner, reading))}</li>`,
  );
  return list.start === null ? html`<ul>${items}</ul>` : html`<ol start=${list.start}>${items}</ol>`;
}

function blockShown(block: Block, reading: Reading): TemplateResult {
  switch (block.type) {
    case 'paragraph':
      return html`<p>${inlineShown(block.children, reading)}</p>`;
    case 'subtext':
      return html`<p class="subtext">${inlineShown(block.children, reading)}</p>`;
    case 'heading':
      // The page has headings of its own; within a message they are only looks and a role.
      return html`<p class="heading h${block.level}" role="heading" aria-level=${block.level + 3}>${inlineShown(block.children, reading)}</p>`;
    case 'quote':
      return html`<blockquote>${block.children.map((inner) => blockShown(inner, reading))}</blockquote>`;
    case 'code-block':
      return html`<pre><code>${block.text}</code></pre>`;
    case 'blank':
      return html`<p class="blank"></p>`;
    case 'list':
      return listShown(block, reading);
  }
}

/** A text of lines, such as a message's content or an embed's description. */
export function markdown(source: string, reading: Reading): readonly TemplateResult[] {
  return readMarkdown(source).map((block) => blockShown(block, reading));
}

/** One line in which Discord reads neither links nor mentions, such as an embed's title. */
export function titleMarkdown(source: string, reading: Reading): readonly Shown[] {
  return inlineShown(readInline(source, 'title'), reading);
}
