import type { Inline, TimeStyle } from './nodes.ts';

const USER = /<@!?(\d{1,20})>/y;
const ROLE = /<@&(\d{1,20})>/y;
const CHANNEL = /<#(\d{1,20})>/y;
const COMMAND = /<\/([-_'\p{L}\p{N}]+(?: [-_'\p{L}\p{N}]+){0,2}):(\d{1,20})>/uy;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y;
const EMOJI = /<a?:(\w{2,32}):\d{1,20}>/y;
const EVERYONE = /@(everyone|here)\b/y;

/** ECMAScript: the largest time value, in seconds. */
const LAST_SECOND = 8_640_000_000_000;

const READERS: readonly (readonly [RegExp, (match: RegExpExecArray) => Inline | null])[] = [
  [USER, ([, id = '']) => ({ type: 'user', id })],
  [ROLE, ([, id = '']) => ({ type: 'role', id })],
  [CHANNEL, ([, id = '']) => ({ type: 'channel', id })],
  [COMMAND, ([, name = '', id = '']) => ({ type: 'command', name, id })],
  [
    TIME,
    ([, digits = '', style]) => {
      const seconds = Number(digits);
      return Math.abs(seconds) > LAST_SECOND ? null : { type: 'time', seconds, style: timeStyle(style) };
    },
  ],
  [EMOJI, ([, name = '']) => ({ type: 'emoji', name })],
  [EVERYONE, ([, name]) => ({ type: 'everyone', name: name === 'here' ? 'here' : 'everyone' })],
];

function timeStyle(letter: string | undefined): TimeStyle {
  switch (letter) {
    case 't':
    case 'T':
    case 'd':
    case 'D':
    case 'F':
    case 'R':
      return letter;
    default:
      return 'f';
  }
}

/** Parses a mention, timestamp or emoji that begins here (Discord docs: Message Formatting). */
export function mentionAt(
  source: string,
  at: number,
): { readonly node: Inline; readonly end: number } | null {
  if (source[at] !== '<' && source[at] !== '@') return null;
  for (const [pattern, reader] of READERS) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    const node = match === null ? null : reader(match);
    if (match !== null && node !== null) return { node, end: at + match[0].length };
  }
  return null;
}
