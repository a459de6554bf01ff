import { isPublicHost } from './public-host.ts';

/** Public gateways to IPFS and Arweave, because Discord only loads images over http(s). */
const GATEWAYS: readonly (readonly [scheme: RegExp, gateway: string])[] = [
  [/^ipfs:\/\/(?:ipfs\/)?/i, 'https://ipfs.io/ipfs/'],
  [/^ar:\/\//i, 'https://arweave.net/'],
];
/** Discord's limit for URLs in embeds, characters. */
const MAX_LENGTH = 2_048;

/**
 * Returns an image URL that Discord accepts, or `null`: for data URLs and other schemes, empty texts, hosts that are
 * not public or contain `_`, and URLs with credentials.
 * @param own origin of the marketplace, whose images are accepted on any host because the operator configured it
 */
export function imageUrl(source: string | null, own: string | null = null): string | null {
  if (source === null) return null;
  const address = GATEWAYS.reduce((text, [scheme, gateway]) => text.replace(scheme, gateway), source.trim());
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin !== own && !isPublicHost(url)) return null;
  // Discord refuses such a host as malformed, and the whole message with it (discord.js#7438).
  if (url.hostname.includes('_')) return null;
  return url.href.length <= MAX_LENGTH ? url.href : null;
}
