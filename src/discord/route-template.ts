/** Everything up to the version and the slash behind it. */
const BEFORE_ROUTE = /^.*?\/v\d+(?=\/)/;
const ID = /^\d+$/;
/** The words that Discord's routes are made of; everything else in a path is somebody's. */
const WORD = /^(?:@me|@original|[a-z][a-z-]{1,29})$/;
/** What is followed by an id and then by a token, which may look like a word. */
const WITH_TOKEN = new Set(['webhooks', 'interactions']);

/**
 * The route of a request without what it is about: `/channels/:id/messages/:id`. There are as many of them as the bot
 * has kinds of requests, and none holds an id or the token of an interaction.
 */
export function routeTemplate(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replace(BEFORE_ROUTE, '');
  const segments = path.split('/').slice(1);
  const written = segments.map((segment, place) => {
    if (WITH_TOKEN.has(segments[place - 2] ?? '')) return ':token';
    if (ID.test(segment)) return ':id';
    return WORD.test(segment) ? segment : ':other';
  });
  return `/${written.join('/')}`;
}
