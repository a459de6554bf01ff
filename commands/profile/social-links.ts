import { escapeMarkdownLine } from '#src/discord/text.ts';
import { websiteLink } from '#src/discord/urls/external-link.ts';
import type { Profile } from '#src/marketplace/resources/profile.ts';

/** Discord's limit for a field, characters. */
const ROOM = 1_024;
const SEPARATOR = ' · ';

/** URL of a handle in a network, and the hosts of that network. */
interface Network {
  readonly name: string;
  readonly page: (handle: string) => string;
  readonly hosts: readonly string[];
}

const HANDLE = /^@?(\w[\w.-]{0,39})$/;

const X: Network = {
  name: 'X',
  page: (handle) => `https://x.com/${handle}`,
  hosts: ['x.com', 'twitter.com', 'mobile.twitter.com'],
};
const INSTAGRAM: Network = {
  name: 'Instagram',
  page: (handle) => `https://www.instagram.com/${handle}`,
  hosts: ['instagram.com'],
};
const GITHUB: Network = {
  name: 'GitHub',
  page: (handle) => `https://github.com/${handle}`,
  hosts: ['github.com'],
};

/** Formats a link whose label is its host; `null` for anything but an https URL. */
function secureLink(text: string | null): string | null {
  return /^https:\/\//i.test(text?.trim() ?? '') ? websiteLink(text) : null;
}

/** Formats a link to a network's page, from a handle or the page's URL. For any other URL, the label is its host. */
function networkLink(text: string | null, { name, page, hosts }: Network): string | null {
  const handle = HANDLE.exec(text?.trim() ?? '')?.[1];
  if (handle !== undefined) return `[${name}](${page(handle)})`;
  const link = secureLink(text);
  const host = URL.parse(text?.trim() ?? '')?.host.replace(/^www\./, '') ?? '';
  return hosts.includes(host) ? (link?.replace(/^\[.*?\]/, `[${name}]`) ?? null) : link;
}

function discordText(text: string | null): string | null {
  const link = secureLink(text);
  if (link !== null) return `Discord: ${link}`;
  const name = text?.trim() ?? '';
  return /^@?[\w.]{2,32}(?:#\d{4})?$/.test(name) ? `Discord: ${escapeMarkdownLine(name, 60)}` : null;
}

/**
 * Formats links to a user's pages on other networks. Only https URLs and plain handles are shown, each with its real
 * host; mail addresses are never shown.
 */
export function socialText(social: Profile['social']): string | null {
  const found = [
    secureLink(social.website),
    networkLink(social.x, X),
    networkLink(social.instagram, INSTAGRAM),
    networkLink(social.github, GITHUB),
    discordText(social.discord),
  ].filter((text) => text !== null);
  while (found.join(SEPARATOR).length > ROOM) found.pop();
  return found.length === 0 ? null : found.join(SEPARATOR);
}
