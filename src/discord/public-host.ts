import { BlockList } from 'node:net';

/** Addresses that are not on the internet (RFC 6890 and the registry that it began), as `address/bits`. */
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

/** Ends of names that only some network knows, and of public ones that lead to any address that stands before them. */
const PRIVATE_ENDS = [
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'private', 'lan', 'home', 'corp', 'arpa'],
  ...['test', 'invalid', 'onion'],
  ...['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me'],
];

/**
 * Whether the host can be on the internet: no name of some network's own, no reserved address. An IPv6 address is taken for
 * private, since nobody names a public server by one.
 * @param url of `http` or `https`, whose parser has turned every way of writing an IPv4 address into the usual one
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return false;
  if (/^[\d.]+$/.test(host)) return !reserved.check(host);
  return host.includes('.') && !PRIVATE_ENDS.some((end) => host.endsWith(`.${end}`));
}
