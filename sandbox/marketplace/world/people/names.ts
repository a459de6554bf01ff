import { hexOf } from '../../random/hex.ts';
import type { CollectionMarket } from '../collection-market.ts';

/** A name of the name service; it is itself a token. */
export interface ServiceName {
  /** Without the service's ending. */
  readonly name: string;
  /** Decimal digits, up to 256 bits. */
  readonly tokenId: string;
}

/** Field notes: Names. */
export function isServiceName(text: string): boolean {
  return /^[a-z][a-z0-9-]{2,63}$/.test(text) && !text.includes('--');
}

/** Who goes by which name. */
export interface Names {
  /** The name of a wallet, or undefined when it has none. */
  of(address: string): ServiceName | undefined;
  /** The wallet that goes by a name, in any case, with or without the service's ending. */
  owner(name: string): string | undefined;
}

/**
 * The names that are tokens of the world (a token called `kalo.sim` is the name `kalo`), and whoever owns
 * such a token goes by it. Where the world has no such tokens, one wallet in three has a name of its own.
 * `wallets` are all that are known.
 */
export function createNames(collections: readonly CollectionMarket[], wallets: ReadonlySet<string>): Names {
  const registry = collections.find(({ tokens }) => labelOf(tokens[0]?.sheet.name) !== undefined);
  return registry === undefined ? inventedNames(wallets) : registeredNames(registry);
}

function registeredNames(registry: CollectionMarket): Names {
  const valid = function* (): Generator<ServiceName & { readonly owner: string }> {
    for (const { sheet, owner } of registry.tokens) {
      const name = labelOf(sheet.name);
      if (name !== undefined && isServiceName(name)) yield { name, tokenId: sheet.tokenId, owner };
    }
  };
  return {
    of: (address) => valid().find(({ owner }) => owner === address),
    owner(text) {
      const wanted = text.toLowerCase();
      return valid().find(({ name }) => name === wanted || name === labelOf(wanted))?.owner;
    },
  };
}

function inventedNames(wallets: ReadonlySet<string>): Names {
  const of = (address: string): ServiceName | undefined => {
    const digits = hexOf(`name:${address}`, 64);
    if (Number.parseInt(digits.slice(0, 2), 16) % 3 !== 0) return undefined;
    return { name: `collector-${digits.slice(2, 10)}`, tokenId: BigInt(`0x${digits}`).toString() };
  };
  return {
    of,
    owner(text) {
      const wanted = text.toLowerCase();
      return wallets.values().find((address) => of(address)?.name === wanted);
    },
  };
}

/** `kalo` of `kalo.sim`; undefined for what is no such name. */
function labelOf(name: string | undefined): string | undefined {
  return /^([^\s.]+)\.[a-z]+$/.exec(name ?? '')?.[1];
}
