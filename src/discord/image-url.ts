/** A public gateway to IPFS, because Discord fetches pictures over http(s) only. */
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';
/** Discord: URLs in embeds are at most 2,048 characters. */
const MAXIMUM_LENGTH = 2_048;

/** The picture's URL as Discord takes it, or `null` when it takes none such (data URLs, other schemes, blanks). */
export function imageUrl(source: string | null): string | null {
  if (source === null) return null;
  const address = source.replace(/^ipfs:\/\/(?:ipfs\/)?/, IPFS_GATEWAY);
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.href.length <= MAXIMUM_LENGTH ? url.href : null;
}
