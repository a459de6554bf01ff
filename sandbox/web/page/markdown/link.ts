import { html, type TemplateResult } from 'lit-html';

/** A message that a URL leads to. */
export interface MessageLink {
  readonly channelId: string;
  readonly messageId: string;
}

const MESSAGE = /^https:\/\/discord\.com\/channels\/(?:\d{1,20}|@me)\/(\d{1,20})\/(\d{1,20})$/;

/** The message behind Discord's URL of one, or `null` for any other page. */
export function messageLink(url: string): MessageLink | null {
  const [, channelId, messageId] = MESSAGE.exec(url) ?? [];
  return channelId === undefined || messageId === undefined ? null : { channelId, messageId };
}

/** A link; one to a message stays on the page, as in Discord's client. */
export function link(
  url: string,
  content: unknown,
  { openMessage }: { readonly openMessage: (message: MessageLink) => void },
): TemplateResult {
  const message = messageLink(url);
  if (message === null) return html`<a href=${url} target="_blank" rel="noreferrer noopener">${content}</a>`;
  const open = (event: Event): void => {
    event.preventDefault();
    openMessage(message);
  };
  return html`<a href=${url} @click=${open}>${content}</a>`;
}
