import type { RESTOptions } from 'discord.js';

/**
 * How every request to Discord is made: by Node's own `fetch`. discord.js would use the undici 6 that it carries, through
 * the process's global dispatcher, which the marketplace client's undici 8 has made its own; that one refuses uploads
 * ("body must be a FormData created by this undici package instance").
 *
 * A redirect is not followed: it comes from something before Discord, and the token is not for wherever it leads.
 */
export const makeRequest: RESTOptions['makeRequest'] = (url, init) =>
  // The same shape by two sets of types: undici 6's and those of Node's own undici.
  fetch(url, { ...(init as unknown as RequestInit), redirect: 'manual' });
