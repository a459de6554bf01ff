import { editDistance } from '#src/chain/edit-distance.ts';
import type { Placeholder } from './placeholders.ts';
import type { Choice, ParsedTemplate, Template, TemplateNode, TemplateProblem } from './template.ts';

/** Groups and links within each other. */
const MAX_DEPTH = 8;
/** Maximum length of quoted words in a placeholder, UTF-16 units. */
const MAX_QUOTED = 80;
/** A longer name is no typo of a placeholder. */
const LONGEST_NAME = 40;
/** Changed letters up to which a name counts as a typo. */
const TYPO = 3;

/** Ends the parsing with a problem. Never leaves `parseTemplate`. */
class Refused extends Error {
  readonly problem: TemplateProblem;

  constructor(problem: TemplateProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** A character that a backslash takes its meaning in Discord's markdown or in templates. */
const ESCAPABLE = /[!-/:-@[-`{-~]/;
/** The address of a link. */
const WEB_ADDRESS = /^https?:\/\/[^\s(){}<>]+$/;
/** Characters that are invisible or change the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Words as they are posted: `@` mentions nobody. */
const harmless = (text: string): string => text.replaceAll('@', '@\u200b');

function nearestTo(name: string, allowed: readonly Placeholder[]): Placeholder | null {
  if (name.length > LONGEST_NAME) return null;
  const byDistance = allowed
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known) }))
    .filter(({ known, distance }) => distance <= Math.min(TYPO, known.length - 1))
    .toSorted((one, other) => one.distance - other.distance);
  return byDistance[0]?.known ?? null;
}

/** Reads a template from its beginning to its end, once. */
class Reader {
  readonly #text: string;
  readonly #allowed: readonly Placeholder[];
  #at = 0;
  /** Whether the last word is an address or begins a mark of Discord such as `<#`, which a name must not continue. */
  #isAddress = false;
  #isMark = false;
  /** The end of the last word. */
  #tail = '';

  constructor(text: string, allowed: readonly Placeholder[]) {
    this.#text = text;
    this.#allowed = allowed;
  }

  /** Reads up to the end, or to the bracket that ends a group. @param openedAt where that began; `null` for none */
  nodes(depth: number, openedAt: number | null): Template {
    const nodes: TemplateNode[] = [];
    let words = '';
    const endWords = () => {
      if (words !== '') nodes.push({ type: 'words', text: harmless(words) });
      words = '';
    };
    while (this.#at < this.#text.length) {
      const at = this.#at;
      const character = this.#text.charAt(at);
      if (character === ']') {
        if (openedAt === null) throw new Refused({ code: 'stray', mark: ']', at: at + 1 });
        endWords();
        return nodes;
      }
      if (character === '}') throw new Refused({ code: 'stray', mark: '}', at: at + 1 });
      if (character === '{') {
        endWords();
        nodes.push(this.#placeholder());
        continue;
      }
      if (character === '[') {
        endWords();
        nodes.push(this.#bracket(depth));
        continue;
      }
      words += this.#words(character);
    }
    if (openedAt !== null) throw new Refused({ code: 'open', mark: '[', at: openedAt + 1 });
    endWords();
    return nodes;
  }

  /** Reads words that contain nothing to fill: an escaped character, code, or one character. */
  #words(character: string): string {
    const read =
      character === '\\' ? this.#escaped() : character === '`' ? this.#code() : this.#one(character);
    for (const each of read) this.#note(each);
    return read;
  }

  #note(character: string): void {
    this.#tail = `${this.#tail}${character}`.slice(-3);
    const isSpace = /\s/.test(character);
    this.#isAddress = !isSpace && (this.#isAddress || this.#tail === '://');
    this.#isMark = !isSpace && (character === '<' || (this.#isMark && character !== '>'));
  }

  #one(character: string): string {
    this.#at += 1;
    return character;
  }

  #escaped(): string {
    const next = this.#text.charAt(this.#at + 1);
    const isEscape = next !== '' && ESCAPABLE.test(next);
    this.#at += isEscape ? 2 : 1;
    if (!isEscape) return '\\\\';
    // Braces and bars mean nothing to Discord, or not alone.
    return next === '{' || next === '}' ? next : `\\${next}`;
  }

  /** Reads code up to as many backticks as it began with. */
  #code(): string {
    const at = this.#at;
    const [mark = '`'] = /^`+/.exec(this.#text.slice(at, at + MAX_QUOTED)) ?? [];
    let from = at + mark.length;
    while (from < this.#text.length) {
      const end = this.#text.indexOf('`', from);
      if (end === -1) break;
      const run = /^`+/.exec(this.#text.slice(end, end + MAX_QUOTED))?.[0].length ?? 1;
      if (run === mark.length) {
        const inner = this.#text.slice(at + mark.length, end);
        const placeholderAt = inner.search(/\{[^{}]*\}/);
        if (placeholderAt !== -1)
          throw new Refused({ code: 'placeholder in code', at: at + mark.length + placeholderAt + 1 });
        this.#at = end + run;
        return this.#text.slice(at, this.#at);
      }
      from = end + run;
    }
    throw new Refused({ code: 'open', mark: '`', at: at + 1 });
  }

  #bracket(depth: number): TemplateNode {
    const openedAt = this.#at;
    if (depth >= MAX_DEPTH) throw new Refused({ code: 'too deep', most: MAX_DEPTH, at: openedAt + 1 });
    this.#at += 1;
    const nodes = this.nodes(depth + 1, openedAt);
    this.#at += 1;
    const address = this.#address();
    return address === undefined ? { type: 'group', nodes } : { type: 'link', label: nodes, url: address };
  }

  /** Reads the address of a link behind its label; `null` for the alert's page, `undefined` for none. */
  #address(): string | null | undefined {
    if (this.#text.charAt(this.#at) !== '(') return undefined;
    const end = this.#text.indexOf(')', this.#at);
    const address = end === -1 ? '' : this.#text.slice(this.#at + 1, end);
    const isPage = address === '{link}' && this.#allowed.includes('link');
    if (!isPage && /^https?:\/\/\S*\{/.test(address))
      throw new Refused({ code: 'placeholder in an address', at: this.#at + 2 + address.indexOf('{') });
    if (!isPage && !WEB_ADDRESS.test(address)) return undefined;
    this.#at = end + 1;
    this.#isAddress = false;
    this.#tail = '';
    return isPage ? null : address;
  }

  #placeholder(): TemplateNode {
    const openedAt = this.#at;
    if (this.#isAddress || this.#isMark)
      throw new Refused({ code: 'placeholder in an address', at: openedAt + 1 });
    this.#at += 1;
    const choices: Choice[] = [];
    for (;;) {
      choices.push(this.#choice(openedAt));
      const next = this.#text.charAt(this.#at);
      if (next === '') throw new Refused({ code: 'open', mark: '{', at: openedAt + 1 });
      this.#at += 1;
      if (next === '}') break;
    }
    this.#tail = '';
    return { type: 'placeholder', choices };
  }

  /** Reads a name or quoted words, up to the bar or brace behind it. */
  #choice(openedAt: number): Choice {
    this.#skipSpaces();
    const choice = this.#text.charAt(this.#at) === '"' ? this.#quoted() : this.#name(openedAt);
    this.#skipSpaces();
    const next = this.#text.charAt(this.#at);
    if (next === '' || next === '|' || next === '}') return choice;
    throw new Refused({ code: 'open', mark: '{', at: openedAt + 1 });
  }

  #skipSpaces(): void {
    while (this.#text.charAt(this.#at) === ' ') this.#at += 1;
  }

  #quoted(): Choice {
    const at = this.#at;
    let text = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        this.#at += 1;
        if (text.length > MAX_QUOTED) throw new Refused({ code: 'long words', most: MAX_QUOTED, at: at + 1 });
        return { type: 'words', text };
      }
      const isEscape = character === '\\' && ['"', '\\'].includes(this.#text.charAt(this.#at + 1));
      if (isEscape) this.#at += 1;
      text += this.#text.charAt(this.#at);
    }
    throw new Refused({ code: 'open', mark: '"', at: at + 1 });
  }

  #name(openedAt: number): Choice {
    const at = this.#at;
    while (this.#at < this.#text.length && !/[\s|{}[\]"`\\]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    const name = this.#text.slice(at, this.#at);
    if (name === '') {
      const isOpen = this.#at >= this.#text.length;
      throw new Refused(
        isOpen ? { code: 'open', mark: '{', at: openedAt + 1 } : { code: 'empty placeholder', at: at + 1 },
      );
    }
    const known = this.#allowed.find((one) => one === name);
    if (known !== undefined) return { type: 'value', name: known };
    throw new Refused({
      code: 'unknown placeholder',
      name,
      nearest: nearestTo(name, this.#allowed),
      at: at + 1,
    });
  }
}

/**
 * Parses a template, in time proportional to its length.
 * @param allowed the placeholders of the alerts that it is for
 */
export function parseTemplate(text: string, allowed: readonly Placeholder[]): ParsedTemplate {
  const clean = text.replaceAll(UNSEEN, (character) => (character === '\n' ? '\n' : ' '));
  try {
    return { ok: true, template: new Reader(clean, allowed).nodes(0, null) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    throw error;
  }
}
