import { html, nothing, type TemplateResult } from 'lit-html';
import { readMarkdown } from './blocks.ts';
import { readInline } from './inline.ts';
import { link, type MessageLink } from './link.ts';
import { momentText } from './moment.ts';
import type { Block, Inline, ListBlock } from './nodes.ts';

/** The context for rendering markdown: names by id, and actions of mentions. */
export interface MarkdownContext {
  /** `null` where the name is unknown. */
  readonly userName: (id: string) => string | null;
  readonly channelName: (id: string) => string | null;
  readonly roleName: (id: string) => string | null;
  readonly openChannel: (id: string) => void;
  readonly openMessage: (message: MessageLink) => void;
  readonly startCommand: (name: string) => void;
  readonly now: () => number;
  readonly locale: string;
}

type Shown = TemplateResult | string | readonly TemplateResult[];

function timeShown(
  seconds: number,
  style: 'R' | 't' | 'T' | 'd' | 'D' | 'f' | 'F',
  context: MarkdownContext,
): Shown {
  const full = momentText(seconds, 'F', context.now(), context.locale);
  // The text of a relative time is updated by `refreshTimes`.
  return html`<time
    class="moment"
    datetime=${new Date(seconds * 1_000).toISOString()}
    title=${full}
    data-seconds=${style === 'R' ? seconds : nothing}
    .textContent=${momentText(seconds, style, context.now(), context.locale)}
  ></time>`;
}

function mentionShown(name: string | null, sign: string, unknown: string): Shown {
  return html`<span class="mention">${name === null ? unknown : `${sign}${name}`}</span>`;
}

function channelShown(id: string, context: MarkdownContext): Shown {
  const name = context.channelName(id);
  if (name === null) return html`<span class="mention">#No Access</span>`;
  return html`<button type="button" class="mention" @click=${() => context.openChannel(id)}>#${name}</button>`;
}

function oneInline(node: Inline, context: MarkdownContext): Shown {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'strong':
      return html`<strong>${inlineShown(node.children, context)}</strong>`;
    case 'emphasis':
      return html`<em>${inlineShown(node.children, context)}</em>`;
    case 'underline':
      return html`<u>${inlineShown(node.children, context)}</u>`;
    case 'strike':
      return html`<s>${inlineShown(node.children, context)}</s>`;
    case 'spoiler':
      return html`<span class="spoiler" tabindex="0">${inlineShown(node.children, context)}</span>`;
    case 'code':
      return html`<code>${node.text}</code>`;
    case 'link':
      return link(node.url, inlineShown(node.children, context), context);
    case 'user':
      return mentionShown(context.userName(node.id), '@', '@unknown-user');
    case 'role':
      return mentionShown(context.roleName(node.id), '@', '@unknown-role');
    case 'channel':
      return channelShown(node.id, context);
    case 'everyone':
      return html`<span class="mention">@${node.name}</span>`;
    case 'command':
      return html`<button type="button" class="mention" @click=${() => context.startCommand(node.name)}>/${node.name}</button>`;
    case 'time':
      return timeShown(node.seconds, node.style, context);
    case 'emoji':
      return `:${node.name}:`;
  }
}

function inlineShown(nodes: readonly Inline[], context: MarkdownContext): readonly Shown[] {
  return nodes.map((node) => oneInline(node, context));
}

function listShown(list: ListBlock, context: MarkdownContext): TemplateResult {
  const items = list.items.map(
    ({ children, below }) =>
      html`<li>${inlineShown(children, context)}${below.map((inner) => listShown(inner, context))}</li>`,
  );
  return list.start === null ? html`<ul>${items}</ul>` : html`<ol start=${list.start}>${items}</ol>`;
}

function blockShown(block: Block, context: MarkdownContext): TemplateResult {
  switch (block.type) {
    case 'paragraph':
      return html`<p>${inlineShown(block.children, context)}</p>`;
    case 'subtext':
      return html`<p class="subtext">${inlineShown(block.children, context)}</p>`;
    case 'heading':
      // The page has headings of its own; headings of messages only have their look and role.
      return html`<p class="heading h${block.level}" role="heading" aria-level=${block.level + 3}>${inlineShown(block.children, context)}</p>`;
    case 'quote':
      return html`<blockquote>${block.children.map((inner) => blockShown(inner, context))}</blockquote>`;
    case 'code-block':
      return html`<pre><code>${block.text}</code></pre>`;
    case 'blank':
      return html`<p class="blank"></p>`;
    case 'list':
      return listShown(block, context);
  }
}

/** Renders a text of lines, such as a message's content or an embed's description. */
export function markdown(source: string, context: MarkdownContext): readonly TemplateResult[] {
  return readMarkdown(source).map((block) => blockShown(block, context));
}

/** Renders one line in which Discord parses neither links nor mentions, such as an embed's title. */
export function titleMarkdown(source: string, context: MarkdownContext): readonly Shown[] {
  return inlineShown(readInline(source, 'title'), context);
}
