import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { websiteLink } from '#src/discord/urls/external-link.ts';
import { imageUrl } from '#src/discord/urls/image-url.ts';

const PRIVATE_V4 = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
] as const;
const PRIVATE_HOSTS = [
  ...PRIVATE_V4,
  // Other ways to write 127.0.0.1 and 192.168.0.1.
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '127.1',
  '3232235521',
  '127.0.0.1.',
  '127。0。0。1',
  '⑫７.0.0.1',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:c0a8:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'pictures.localhost',
  'nas.local',
  'nas.local.',
  'router.lan',
  'wiki.internal',
  'metadata.google.internal',
  'router.home.arpa',
  'host.localdomain',
  'wiki.intranet',
  'files.corp',
  'nas.home',
  'images',
  '127.0.0.1.nip.io',
  '10-0-0-1.sslip.io',
  'a.localtest.me',
] as const;

describe('a picture at a private address', () => {
  it.each(PRIVATE_HOSTS)('is none: %s', (host) => {
    for (const scheme of ['http', 'https', 'HTTP'])
      for (const port of ['', ':8080']) expect(imageUrl(`${scheme}://${host}${port}/7.png`)).toBeNull();
  });

  it('is none in any way of writing an IPv4 address', () => {
    const part = fc.integer({ min: 0, max: 255 });
    const written = (value: number, base: number) =>
      base === 16 ? `0x${value.toString(16)}` : base === 8 ? `0${value.toString(8)}` : String(value);
    const anyBase = fc.constantFrom(8, 10, 16);
    fc.assert(
      fc.property(
        part,
        part,
        fc.tuple(anyBase, anyBase, anyBase, anyBase),
        fc.boolean(),
        (c, d, bases, whole) => {
          const parts = [192, 168, c, d];
          const number = parts.reduce((sum, one) => sum * 256 + one, 0);
          const host = whole
            ? written(number, bases[0])
            : parts.map((one, at) => written(one, bases[at] ?? 10)).join('.');
          expect(imageUrl(`https://${host}/7.png`)).toBeNull();
        },
      ),
    );
  });

  it('is no website to link to either', () => {
    expect(PRIVATE_HOSTS.filter((host) => websiteLink(`https://${host}/`) !== null)).toEqual([]);
  });
});

describe('a picture at a public address', () => {
  it.each([
    'https://8.8.8.8/7.png',
    'https://172.32.0.1/7.png',
    'https://localhost.example.com/7.png',
    'https://internal.example.com/7.png',
    'https://example.com./7.png',
  ])('is one: %s', (url) => {
    expect(imageUrl(url)).toBe(url);
  });

  it('is one if it is at the configured marketplace, whatever its address', () => {
    const own = 'http://127.0.0.1:8080';
    expect(imageUrl(`${own}/media/7.png`, own)).toBe(`${own}/media/7.png`);
    expect(imageUrl('http://127.0.0.1:8081/media/7.png', own)).toBeNull();
    expect(imageUrl('https://127.0.0.1:8080/media/7.png', own)).toBeNull();
  });
});
