import type { World } from '../state/world.ts';
import { type MessageContext, validateMessage } from '../validation/message.ts';
import { causesServerError } from '../validation/server-errors.ts';
import { field } from '../wire/fields.ts';
import { internalServerError, invalidFormBody } from './errors.ts';

/** Throws 500 for components that make Discord's servers fail, although they are valid. */
export function rejectFailingComponents(components: unknown): void {
  if (causesServerError(components)) {
    throw internalServerError();
  }
}

const NOT_WELL_FORMED = { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }] };
/** The names under which a message has addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'icon_url']);

function isRefused(address: unknown, hosts: ReadonlySet<string>): boolean {
  const host = typeof address === 'string' ? URL.parse(address)?.host : undefined;
  return host !== undefined && [...hosts].some((part) => host.includes(part));
}

/** The tree of errors for addresses of these hosts, at any depth; null for none. */
function refusedAddresses(value: unknown, hosts: ReadonlySet<string>): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const errors = Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (ADDRESSES.has(key) && isRefused(inner, hosts)) {
      return [[key, NOT_WELL_FORMED] as const];
    }
    const nested = refusedAddresses(inner, hosts);
    return nested === null ? [] : [[key, nested] as const];
  });
  return errors.length === 0 ? null : Object.fromEntries(errors);
}

/** Throws 50035 that names every address of a host that Discord refuses. */
export function rejectRefusedHosts(world: World, body: unknown): void {
  const errors = world.refusedHosts.size === 0 ? null : refusedAddresses(body, world.refusedHosts);
  if (errors !== null) {
    throw invalidFormBody(errors);
  }
}

/** Throws 50035 for an invalid message body, and 500 for a valid one that makes Discord's servers fail. */
export function requireValidMessage(body: unknown, context: MessageContext): void {
  const errors = validateMessage(body, context);
  if (errors !== null) {
    throw invalidFormBody(errors);
  }
  rejectFailingComponents(field(body, 'components'));
}
