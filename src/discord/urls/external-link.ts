import { escapeMarkdownLine } from '../text.ts';
import { isPublicHost } from './public-host.ts';

/** Limit for a URL within an embed field of 1,024 characters; longer ones are omitted. */
const MAX_LENGTH = 250;

/** Parses the URL; `null` if it is not a web page, or would hide its target. */
function safeUrl(text: string): URL | null {
  if (/\s/.test(text.trim())) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const hidden = url.username !== '' || url.password !== '' || /^[\d.]+$/.test(url.hostname);
  return hidden || !isPublicHost(url) || url.href.length > MAX_LENGTH ? null : url;
}

function maskedLink(label: string, url: URL): string {
  const address = url.href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('@', '%40');
  return `[${escapeMarkdownLine(label, 80)}](${address})`;
}

/**
 * Formats a website as a link whose label is its host (in punycode, against lookalike letters); `null` if it is not a
 * public web page.
 */
export function websiteLink(website: string | null): string | null {
  const url = website === null ? null : safeUrl(website);
  return url === null ? null : maskedLink(url.host.replace(/^www\./, ''), url);
}

/**
 * Formats an X handle, with or without `@`, as a link; `null` if it is invalid.
 * @param label returns the label for the name without `@`
 */
export function xLink(handle: string | null, label: (name: string) => string): string | null {
  const name = handle?.replace(/^@/, '') ?? '';
  return /^\w{1,15}$/.test(name) ? maskedLink(label(name), new URL(`https://x.com/${name}`)) : null;
}

const INVITE = /^https?:\/\/(?:www\.)?(?:discord\.gg|discord(?:app)?\.com\/invite)\/([\w-]{2,50})\/?$/i;

/** Formats a Discord invite as a link; `null` for any other URL. */
export function discordLink(invite: string | null): string | null {
  const code = INVITE.exec(invite?.trim() ?? '')?.[1];
  return code === undefined ? null : maskedLink('Discord', new URL(`https://discord.gg/${code}`));
}

/** Formats a public Telegram name or invite as a link; `null` for any other text. */
export function telegramLink(text: string | null): string | null {
  const name = /^(?:https?:\/\/(?:t|telegram)\.me\/)?@?(\+?[\w-]{3,50})\/?$/i.exec(text?.trim() ?? '')?.[1];
  return name === undefined ? null : maskedLink('Telegram', new URL(`https://t.me/${name}`));
}
