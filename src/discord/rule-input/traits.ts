import type { TraitChoice } from '../../domain/alert-filter.ts';
import { findable, findBest, foldText } from '../../domain/finding.ts';
import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import { MOST_ENTRIES, readList } from './lists.ts';
import { type Typed, unreadable } from './refusal.ts';

/** A trait value by the names that the collection gave it. */
export type TraitName = TraitChoice['traits'][number];

const EXAMPLE = 'Write traits like hat: beanie, eyes: laser.';
const TEXT_LENGTH = 200;

const keyOf = ({ type, value }: TraitName) => JSON.stringify([foldText(type), foldText(value)]);

/** Each once, in the order in which they were named. */
export function distinctTraits(traits: readonly TraitName[]): readonly TraitName[] {
  return [...new Map(traits.map((trait) => [keyOf(trait), trait])).values()];
}

/** Where no collection says which traits there are: `type: value`, and a part without a colon belongs to the one before. */
function literalTraits(typed: Typed): readonly TraitName[] {
  const traits: TraitName[] = [];
  for (const part of typed.text.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [, type = '', value = ''] = /^([^:]+):(.+)$/.exec(part) ?? [];
    const last = traits.at(-1);
    if (type.trim() !== '' && value.trim() !== '') traits.push({ type: type.trim(), value: value.trim() });
    else if (last !== undefined && !part.includes(':')) {
      traits[traits.length - 1] = { type: last.type, value: `${last.value}, ${part}` };
    } else throw unreadable({ ...typed, text: part }, EXAMPLE);
  }
  return traits;
}

/** Blanks beside colons do not matter. */
const folded = (text: string) =>
  foldText(text)
    .split(':')
    .map((part) => part.trim())
    .join(':');

/** The one among `known` that a text means: `type: value`, or the value alone where only one type has it. */
function understood(text: string, known: readonly TraitName[]): TraitName | undefined {
  const wanted = folded(text);
  const whole = known.find(({ type, value }) => folded(`${type}:${value}`) === wanted);
  if (whole !== undefined) return whole;
  const alone = known.filter(({ value }) => folded(value) === wanted);
  return alone.length === 1 ? alone[0] : undefined;
}

/**
 * Traits by name: `hat: beanie, eyes: laser`. Where it is known which traits there are, they are taken as the
 * collection writes them; names may hold commas and colons then.
 * @param known every trait value that there is, or `null` where that is not known
 * @throws UserError for what is no trait
 */
export function readTraits(typed: Typed, known: readonly TraitName[] | null): readonly TraitName[] {
  const traits = distinctTraits(known === null ? literalTraits(typed) : knownTraits(typed, known));
  if (traits.length === 0) throw unreadable(typed, EXAMPLE);
  if (traits.length > MOST_ENTRIES)
    throw new UserError(
      `**${typed.option}** takes at most ${MOST_ENTRIES} traits. Set up a second alert for the others.`,
    );
  if (traits.some(({ type, value }) => type.length > TEXT_LENGTH || value.length > TEXT_LENGTH)) {
    throw new UserError(
      `One of the traits in **${typed.option}** is longer than ${TEXT_LENGTH} characters. Leave it out.`,
    );
  }
  return traits;
}

function knownTraits(typed: Typed, known: readonly TraitName[]): readonly TraitName[] {
  const read = readList(typed.text, (entry) => understood(entry, known));
  if ('entries' in read) return read.entries;
  const near = findBest(
    known.map((trait) => findable(trait, [`${trait.type}: ${trait.value}`, trait.value])),
    read.unknown.replaceAll(':', ' '),
    2,
  );
  const which = `There is no trait “${escapedLine(read.unknown, 80)}” (in **${typed.option}**).`;
  if (near.length > 0) {
    const names = near.map(({ type, value }) => `“${escapedLine(`${type}: ${value}`, 80)}”`);
    throw new UserError(`${which} Did you mean ${names.join(' or ')}?`);
  }
  const examples = known.slice(0, 2).map(({ type, value }) => escapedLine(`${type}: ${value}`, 80));
  const hint =
    examples.length === 0 ? 'What you chose has none at all.' : `Write it like ${examples.join(' or ')}.`;
  throw new UserError(`${which} ${hint} Suggestions come up while you type in the command.`);
}
