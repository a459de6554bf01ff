import { describe, expect, it } from 'vitest';
import { createWalletNames } from '#src/marketplace/wallet-names.ts';
import { address } from '../support/build-activity.ts';

describe('the names of wallets', () => {
  const named = (wallet: number, name: string | null) => ({
    address: address(wallet),
    name,
    isPrivate: false,
  });

  it('are those of the profiles that were looked up', () => {
    const names = createWalletNames();
    names.learn(named(1, 'anne'));
    expect(names.get(address(1))).toBe('anne');
    expect(names.get(address(2))).toBeNull();
  });

  it('follow the profile', () => {
    const names = createWalletNames();
    names.learn(named(1, 'anne'));
    names.learn(named(1, 'boris'));
    expect(names.get(address(1))).toBe('boris');
    names.learn(named(1, null));
    expect(names.get(address(1))).toBeNull();
  });

  it('are not kept of private profiles, nor where they are endless', () => {
    const names = createWalletNames();
    names.learn({ ...named(1, 'anne'), isPrivate: true });
    names.learn(named(2, 'x'.repeat(65)));
    expect([names.get(address(1)), names.get(address(2))]).toEqual([null, null]);
  });

  it('are at most 10,000, those used last', () => {
    const names = createWalletNames();
    for (let wallet = 1; wallet <= 10_001; wallet += 1) {
      names.learn(named(wallet, `wallet ${wallet}`));
      names.get(address(1));
    }
    expect(names.get(address(1))).toBe('wallet 1');
    expect(names.get(address(2))).toBeNull();
    expect(names.get(address(10_001))).toBe('wallet 10001');
  });
});
