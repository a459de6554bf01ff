import { isCoinOf } from '#src/marketplace/own-coin.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import type { Profile } from '#src/marketplace/resources/profile.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { address } from '../support/build-activity.ts';
import { toOwnedToken, toProfile, toToken } from '../support/read-resources.ts';

const COLLECTION = address(0xc0);

function read<T>(value: T | null): T {
  if (value === null) throw new Error('This should be read.');
  return value;
}

/** A token with only a number, plus the given changes. */
export function bareToken(change: Partial<Token> = {}): Token {
  return { ...read(toToken({ tokenId: '7' }, COLLECTION, 0, isCoinOf('S'))), ...change };
}

/** The same in its owner's list. */
export function bareOwned(change: Partial<OwnedToken> = {}): OwnedToken {
  return { ...read(toOwnedToken({ tokenId: '7', collectionAddress: COLLECTION }, isCoinOf('S'))), ...change };
}

/** A profile with only a wallet address, plus the given changes. */
export function bareProfile(change: Partial<Profile> = {}): Profile {
  return { ...read(toProfile({ address: address(0xb0) }, null)), ...change };
}
