/** Public gateways to networks of files, because Discord fetches pictures over http(s) only. */
const GATEWAYS: readonly (readonly [scheme: RegExp, gateway: string])[] = [
  [/^ipfs:\/\/(?:ipfs\/)?/i, 'https://ipfs.io/ipfs/'],
  [/^ar:\/\//i, 'https://arweave.net/'],
];
/** Discord: URLs in embeds are at most 2,048 characters. */
const MAXIMUM_LENGTH = 2_048;

/**
 * The picture's URL as Discord takes it, or `null` when it takes none such: data URLs and other schemes, blanks,
 * names of machines that only the operator's network knows, addresses that carry a password.
 */
export function imageUrl(source: string | null): string | null {
  if (source === null) return null;
  const address = GATEWAYS.reduce((text, [scheme, gateway]) => text.replace(scheme, gateway), source.trim());
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (!url.hostname.includes('.') || url.username !== '' || url.password !== '') return null;
  return url.href.length <= MAXIMUM_LENGTH ? url.href : null;
}
