import { isPublicHost } from './public-host.ts';

/** Public gateways to networks of files, because Discord fetches pictures over http(s) only. */
const GATEWAYS: readonly (readonly [scheme: RegExp, gateway: string])[] = [
  [/^ipfs:\/\/(?:ipfs\/)?/i, 'https://ipfs.io/ipfs/'],
  [/^ar:\/\//i, 'https://arweave.net/'],
];
/** Discord: URLs in embeds are at most 2,048 characters. */
const MAXIMUM_LENGTH = 2_048;

/**
 * The picture's URL as Discord takes it, or `null` when it takes none such: data URLs and other schemes, blanks,
 * names and addresses that are not on the internet, addresses that carry a password.
 * @param own origin of the marketplace, whose pictures are taken wherever it is: the operator chose it
 */
export function imageUrl(source: string | null, own: string | null = null): string | null {
  if (source === null) return null;
  const address = GATEWAYS.reduce((text, [scheme, gateway]) => text.replace(scheme, gateway), source.trim());
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin !== own && !isPublicHost(url)) return null;
  return url.href.length <= MAXIMUM_LENGTH ? url.href : null;
}
