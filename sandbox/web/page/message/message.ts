import type { APIMessage } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { writtenAtText } from '../markdown/moment.ts';
import { type MarkdownContext, markdown } from '../markdown/render.ts';
import { attachment } from './attachment.ts';
import { avatar } from './avatar.ts';
import type { ComponentUse } from './component-use.ts';
import { components } from './components.ts';
import { embed } from './embed.ts';
import { withGalleries } from './gallery.ts';
import { isSilent, type Placed } from './grouping.ts';
import { type MessageMenuUse, messageMenu } from './message-menu.ts';

export interface MessageUse extends ComponentUse {
  readonly dismiss: (messageId: string) => void;
  readonly menu: MessageMenuUse;
}

/** Discord docs: Message Flags. */
const LOADING = 1 << 7;
/** Discord docs: Message Types. The answer to a command in the menu of a message. */
const MENU_COMMAND = 23;

function nameOf(user: { readonly username: string; readonly global_name?: string | null }): string {
  return user.global_name ?? user.username;
}

/** `ada used /alerts add`, above an answer. */
function usedLine(message: APIMessage): unknown {
  const { interaction } = message;
  if (interaction === undefined) return nothing;
  const name = nameOf(interaction.user);
  return html`<div class="used">
    ${avatar({ id: interaction.user.id, name, bot: false })}<b>${name}</b> used
    <span class="used-command">${message.type === MENU_COMMAND ? '' : '/'}${interaction.name}</span>
  </div>`;
}

/** The crossed-out bell of a silent message. */
const silentMark = html`<svg class="silent-mark" viewBox="0 0 24 24" role="img" aria-label="Silent message">
  <title>This message was sent without a notification</title>
  <path fill="currentColor" d="M12 2a6 6 0 0 1 6 6v4.200l-9-9A6 6 0 0 1 12 2M3.300 2 22 20.700 20.700 22l-4-4H4l2-3V8.600L2 4.700zM9.500 19h5a2.500 2.500 0 0 1-5 0" />
</svg>`;

function head(message: APIMessage, context: MarkdownContext): TemplateResult {
  const at = Date.parse(message.timestamp);
  return html`<h3 class="message-head">
    <span class="author ${message.author.bot === true ? 'is-bot' : ''}">${nameOf(message.author)}</span>
    ${message.author.bot === true ? html`<span class="bot-tag">APP</span>` : nothing}
    <time datetime=${message.timestamp}>${writtenAtText(at, context.now(), context.locale)}</time>
    ${isSilent(message) ? silentMark : nothing}
  </h3>`;
}

function edited(message: APIMessage): unknown {
  return message.edited_timestamp === null
    ? nothing
    : html`<span class="edited" title=${message.edited_timestamp}>(edited)</span>`;
}

function attachments(message: APIMessage): unknown {
  const shown = new Set(message.embeds.flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url]));
  return message.attachments.filter(({ url }) => !shown.has(url)).map((file) => attachment(file));
}

function body(message: APIMessage, context: MarkdownContext): unknown {
  if (((message.flags ?? 0) & LOADING) !== 0) {
    return html`<p class="thinking" role="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> ${nameOf(message.author)} is thinking…</p>`;
  }
  return html`${message.content === '' ? nothing : html`<div class="content">${markdown(message.content, context)}</div>`}
  ${edited(message)}${withGalleries(message.embeds).map((shown) => embed(shown, context))}${attachments(message)}`;
}

/** A message with its author, as an item of the list. */
export function messageBody(
  { shown, head: hasHead }: Placed,
  context: MarkdownContext,
  use: MessageUse,
): TemplateResult {
  const { message, ephemeral, pinged } = shown;
  const name = nameOf(message.author);
  const picture = { id: message.author.id, name, bot: message.author.bot === true };
  const onContextMenu = (event: Event): void => {
    if (ephemeral || use.menu.commands().length === 0) return;
    event.preventDefault();
    use.menu.actions.toggle(message.id);
  };
  return html`<article
    @contextmenu=${onContextMenu}
    class="message ${hasHead ? 'has-head' : ''} ${ephemeral ? 'is-ephemeral' : ''} ${pinged ? 'is-ping' : ''}"
    aria-label=${`${name}, ${writtenAtText(Date.parse(message.timestamp), context.now(), context.locale)}`}
  >
    ${hasHead ? usedLine(message) : nothing}
    <div class="message-columns">
      <div class="gutter">${hasHead ? avatar(picture) : nothing}</div>
      <div class="message-words">
        ${hasHead ? head(message, context) : nothing}${body(message, context)}${components(message, use)}
        ${
          ephemeral
            ? html`<p class="only-you">
                <svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M12 5C6 5 2.5 10 1.5 12c1 2 4.500 7 10.500 7s9.500-5 10.500-7C21.500 10 18 5 12 5m0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8m0-2a2 2 0 1 0 0-4 2 2 0 0 0 0 4" /></svg>
                Only you can see this · <button type="button" @click=${() => use.dismiss(message.id)}>Dismiss message</button>
              </p>`
            : nothing
        }
      </div>
    </div>
    ${messageMenu(shown, use.menu)}
  </article>`;
}
