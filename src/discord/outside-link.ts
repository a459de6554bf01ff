import { isPublicHost } from './public-host.ts';
import { escapedLine } from './text.ts';

/** What an address may take up in an embed's field of 1,024 characters; a longer one is left out. */
const MAXIMUM_LENGTH = 250;

/** The address as a link may carry it; `null` for what is no web page, or would hide where it leads. */
function safeUrl(text: string): URL | null {
  if (/\s/.test(text.trim())) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const hidden = url.username !== '' || url.password !== '' || /^[\d.]+$/.test(url.hostname);
  return hidden || !isPublicHost(url) || url.href.length > MAXIMUM_LENGTH ? null : url;
}

function masked(label: string, url: URL): string {
  const address = url.href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('@', '%40');
  return `[${escapedLine(label, 80)}](${address})`;
}

/**
 * Somebody's website as a link that reads as the host that it leads to (in punycode, so that no letter poses as another);
 * `null` for what is no public web page.
 */
export function websiteLink(website: string | null): string | null {
  const url = website === null ? null : safeUrl(website);
  return url === null ? null : masked(url.host.replace(/^www\./, ''), url);
}

/** A handle on X, with or without `@`, as a link to it; `null` for what can be none. */
export function xLink(handle: string | null): string | null {
  const name = handle?.replace(/^@/, '') ?? '';
  return /^\w{1,15}$/.test(name) ? masked(`${name} on X`, new URL(`https://x.com/${name}`)) : null;
}

const INVITE = /^https?:\/\/(?:www\.)?(?:discord\.gg|discord(?:app)?\.com\/invite)\/([\w-]{2,50})\/?$/i;

/** An invite to a Discord server as a link; `null` for an address that is something else. */
export function discordLink(invite: string | null): string | null {
  const code = INVITE.exec(invite?.trim() ?? '')?.[1];
  return code === undefined ? null : masked('Discord', new URL(`https://discord.gg/${code}`));
}

/** A public name on Telegram, or an invite there, as a link; `null` for an address that is something else. */
export function telegramLink(text: string | null): string | null {
  const name = /^(?:https?:\/\/(?:t|telegram)\.me\/)?@?(\+?[\w-]{3,50})\/?$/i.exec(text?.trim() ?? '')?.[1];
  return name === undefined ? null : masked('Telegram', new URL(`https://t.me/${name}`));
}
