import { describe, expect, it } from 'vitest';
import { imageUrl } from '#src/discord/urls/image-url.ts';

describe('the URL of a picture', () => {
  it.each([
    ['https://example.com/7.png', 'https://example.com/7.png'],
    ['http://93.184.215.14:8080/7.png', 'http://93.184.215.14:8080/7.png'],
    ['  https://example.com/7.png ', 'https://example.com/7.png'],
    ['HTTPS://EXAMPLE.COM/7.png', 'https://example.com/7.png'],
    ['https://example.com/a b.png', 'https://example.com/a%20b.png'],
    ['https://example.com/字.png', 'https://example.com/%E5%AD%97.png'],
  ])('of %j is %s', (source, url) => {
    expect(imageUrl(source)).toBe(url);
  });

  it.each([
    ['ipfs://QmHash/7.png', 'https://ipfs.io/ipfs/QmHash/7.png'],
    ['ipfs://ipfs/QmHash/7.png', 'https://ipfs.io/ipfs/QmHash/7.png'],
    ['IPFS://QmHash', 'https://ipfs.io/ipfs/QmHash'],
    ['ar://txid/7.png', 'https://arweave.net/txid/7.png'],
  ])('leads %s through a gateway', (source, url) => {
    expect(imageUrl(source)).toBe(url);
  });

  it.each([
    null,
    '',
    ' ',
    'QmHash',
    '/images/7.png',
    'https://',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://example.com/7.png',
    'http://localhost/7.png',
    'http://images:8080/7.png',
    'https://user:password@example.com/7.png',
    'https://team_name.mypinata.cloud/ipfs/QmHash',
  ])('is none for %j, which Discord would not show', (source) => {
    expect(imageUrl(source)).toBeNull();
  });

  it('is none where it is longer than Discord takes', () => {
    const base = 'https://example.com/';
    expect(imageUrl(base + 'p'.repeat(2_048 - base.length))).toHaveLength(2_048);
    expect(imageUrl(base + 'p'.repeat(2_049 - base.length))).toBeNull();
    expect(imageUrl(base + '字'.repeat(300))).toBeNull();
  });
});
