import type { OwnedToken, Profile } from '../../src/domain/profile.ts';
import type { Token } from '../../src/domain/token.ts';
import { toOwnedToken } from '../../src/marketplace/map/owned-token.ts';
import { toProfile } from '../../src/marketplace/map/profile.ts';
import { toToken } from '../../src/marketplace/map/token.ts';
import { address } from '../support/build-activity.ts';

const COLLECTION = address(0xc0);

function read<T>(value: T | null): T {
  if (value === null) throw new Error('This should be read.');
  return value;
}

/** A token of which the marketplace told nothing but its number, changed where the test cares. */
export function bareToken(change: Partial<Token> = {}): Token {
  return { ...read(toToken({ tokenId: '7' }, COLLECTION, 0)), ...change };
}

/** The same in its owner's list. */
export function bareOwned(change: Partial<OwnedToken> = {}): OwnedToken {
  return { ...read(toOwnedToken({ tokenId: '7', collectionAddress: COLLECTION })), ...change };
}

/** A person of whom the marketplace told nothing but the wallet, changed where the test cares. */
export function bareProfile(change: Partial<Profile> = {}): Profile {
  return { ...read(toProfile({ address: address(0xb0) }, null)), ...change };
}
