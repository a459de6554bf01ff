import { describe, expect, it } from 'vitest';
import { createLinks } from '#src/marketplace/links.ts';
import { TEMPLATES } from '../discord/views/view-context.ts';
import { address, txHash } from '../support/build-activity.ts';

const withItem = (item: string) => createLinks({ ...TEMPLATES, item }).item(address(0xc0), '7');

describe('links', () => {
  it('fill the templates of the operator', () => {
    const links = createLinks(TEMPLATES);
    expect(links.item(address(0xc0), '7')).toBe(`https://market.example/item/${address(0xc0)}/7`);
    expect(links.collection(address(0xc0))).toBe(`https://market.example/collection/${address(0xc0)}`);
    expect(links.profile(address(0xb0))).toBe(`https://market.example/profile/${address(0xb0)}`);
    expect(links.transaction(txHash(1))).toBe(`https://explorer.example/tx/${txHash(1)}`);
  });

  it('are null where the operator set no template', () => {
    const links = createLinks({
      item: null,
      collection: null,
      profile: null,
      auction: null,
      transaction: null,
    });
    expect(links.item(address(1), '7')).toBeNull();
    expect(links.collection(address(1))).toBeNull();
    expect(links.profile(address(1))).toBeNull();
    expect(links.transaction(txHash(1))).toBeNull();
  });

  it('fill a placeholder as often as it stands there, in any order', () => {
    expect(withItem('https://m.example/{tokenId}?c={collection}&t={tokenId}')).toBe(
      `https://m.example/7?c=${address(0xc0)}&t=7`,
    );
  });

  it('encode what they are filled with', () => {
    const links = createLinks({ ...TEMPLATES, transaction: 'https://m.example/{txHash}' });
    expect(links.transaction('a/b?c#d&e=f "g"')).toBe('https://m.example/a%2Fb%3Fc%23d%26e%3Df%20%22g%22');
    expect(links.transaction('x) [y](z')).toBe('https://m.example/x%29%20%5By%5D%28z');
  });

  it('encode what a template holds beside its placeholders', () => {
    expect(withItem('https://m.example/a b/(c)/{tokenId}')).toBe('https://m.example/a%20b/%28c%29/7');
  });

  it('are null where the whole is no address, or too long for an embed’s field', () => {
    expect(withItem('m.example/{tokenId}')).toBeNull();
    expect(withItem(`https://m.example/${'x'.repeat(500)}/{tokenId}`)).toBeNull();
    expect(withItem(`https://m.example/${'x'.repeat(480)}/{tokenId}`)).toHaveLength(500);
  });
});
