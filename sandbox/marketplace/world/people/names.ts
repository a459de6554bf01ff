import { hexOf } from '../../random/hex.ts';
import type { CollectionMarket } from '../collection-market.ts';

/** A name of the name service, which is also a token. */
export interface ServiceName {
  /** Without the service's suffix. */
  readonly name: string;
  /** Decimal digits, up to 256 bits. */
  readonly tokenId: string;
}

/** Field notes: Names. */
export function isServiceName(text: string): boolean {
  return /^[a-z][a-z0-9-]{2,63}$/.test(text) && !text.includes('--');
}

/** The names of wallets. */
export interface Names {
  /** The name of a wallet, or undefined when it has none. */
  of(address: string): ServiceName | undefined;
  /** The wallet with a name, in any case, with or without the service's suffix. */
  owner(name: string): string | undefined;
}

/**
 * The names that are tokens of the world (a token called `kalo.sim` is the name `kalo`), and its owner has that
 * name. In a world without such tokens, one wallet in three has a name. `wallets` are all known wallets.
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

/** `kalo` of `kalo.sim`; undefined for other texts. */
function labelOf(name: string | undefined): string | undefined {
  return /^([^\s.]+)\.[a-z]+$/.exec(name ?? '')?.[1];
}
