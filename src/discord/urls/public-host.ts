import { BlockList } from 'node:net';

/** Reserved IPv4 ranges (RFC 6890 and the IANA registry), as `address/bits`. */
const RESERVED = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

const reserved = new BlockList();
for (const [address, bits] of RESERVED) reserved.addSubnet(address, bits);

/** Suffixes of private names, and of public DNS services that resolve to an address contained in the name. */
const PRIVATE_SUFFIXES = [
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'private', 'lan', 'home', 'corp', 'arpa'],
  ...['test', 'invalid', 'onion'],
  ...['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me'],
];

/**
 * Returns whether the host is public: not a private name or reserved address. IPv6 literals count as private, because
 * public servers are not addressed by them. The URL has the scheme `http` or `https`, so its parser has normalized
 * every notation of an IPv4 address.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return false;
  if (/^[\d.]+$/.test(host)) return !reserved.check(host);
  return host.includes('.') && !PRIVATE_SUFFIXES.some((end) => host.endsWith(`.${end}`));
}
