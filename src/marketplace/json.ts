/** A number that a float may have lost: long, written with a zero fraction, or in exponents. */
const DELICATE = String.raw`-?(?:[\d.]{16,}|\d+\.0+|\d+(?:\.\d+)?[eE][+-]?\d+)`;
const DELICATE_LITERAL = new RegExp(`^${DELICATE}$`);
/** Between the marks that numbers stand between. The same within a text only costs time. */
const HOLDS_DELICATE = new RegExp(String.raw`(?:^|[:[,])\s*${DELICATE}\s*(?:[,\]}]|$)`);

function keepSource(_key: string, value: unknown, context: { source?: string } | undefined): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !DELICATE_LITERAL.test(source)) return value;
  return String(value) === source ? value : source;
}

/** Texts, which are left alone, and numbers outside of them. */
const TEXT_OR_DELICATE = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|(?<=[:[,]\s*)${DELICATE}(?=\s*[,\]}])`, 'g');

/** The text with its delicate numbers written as strings: slower to make than a reviver is to run, but never too deep. */
function withNumbersQuoted(text: string): string {
  return text.replace(TEXT_OR_DELICATE, (match) => {
    const kept = match.startsWith('"') || String(Number(match)) === match;
    return kept ? match : `"${match}"`;
  });
}

/**
 * Reads JSON so that no number is damaged: one that a float does not reproduce digit by digit (integers beyond
 * 2^53, `1.0`, `1e3`) comes out as the string that stood in the text. Everything else is as `JSON.parse` has it.
 * @throws SyntaxError for text that is no JSON
 */
export function parseJson(text: string): unknown {
  // The reviver costs several times the parse, so only a text that needs it pays for it.
  if (!HOLDS_DELICATE.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepSource);
  } catch (error) {
    // A reviver calls itself for each level, and one record that is nested too deeply must not cost the others.
    if (!(error instanceof RangeError)) throw error;
    return JSON.parse(withNumbersQuoted(text));
  }
}
