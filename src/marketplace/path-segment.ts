/** A `%` that starts no valid escape. Valid escapes are kept, because the API's slugs are already percent-encoded. */
const ESCAPE = /%(?![0-9a-f]{2})/gi;
const OUTSIDE_SEGMENT = /[/\\\p{Cc}]/u;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // The escapes are not valid UTF-8.
    return null;
  }
}

/**
 * Converts `text` to one segment of a URL path, or `null` if it is not possible: empty, `.` or `..`, or with a slash, a
 * backslash or a control character, each also if escaped once or twice.
 */
export function pathSegment(text: string): string | null {
  const trimmed = text.trim().toWellFormed();
  const escaped = trimmed.replace(ESCAPE, '%25');
  const once = decoded(escaped);
  const twice = once === null ? null : (decoded(once.replace(ESCAPE, '%25')) ?? once);
  if (once === null || twice === null) return null;
  for (const form of [once, twice]) {
    if (form === '' || form === '.' || form === '..' || OUTSIDE_SEGMENT.test(form)) return null;
  }
  return escaped
    .split(/(%[0-9a-f]{2})/i)
    .map((part) => (/^%[0-9a-f]{2}$/i.test(part) ? part : encodeURIComponent(part)))
    .join('');
}
