/** The URL up to and including the API version. */
const BEFORE_ROUTE = /^.*?\/v\d+(?=\/)/;
const ID = /^\d+$/;
/** Fixed segments of Discord's routes; all other segments are variable. */
const WORD = /^(?:@me|@original|[a-z][a-z-]{1,29})$/;
/** Segments followed by an id and a token; the token may look like a word. */
const WITH_TOKEN = new Set(['webhooks', 'interactions']);

/**
 * The route of a request without its parameters: `/channels/:id/messages/:id`. The number of templates is small and
 * constant, and none contains an id or the token of an interaction.
 */
export function routeTemplate(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replace(BEFORE_ROUTE, '');
  const segments = path.split('/').slice(1);
  const written = segments.map((segment, index) => {
    if (WITH_TOKEN.has(segments[index - 2] ?? '')) return ':token';
    if (ID.test(segment)) return ':id';
    return WORD.test(segment) ? segment : ':other';
  });
  return `/${written.join('/')}`;
}
