import type { PartProblem } from '#src/alerts/templates/check-template.ts';
import type { Messages } from '#src/messages/messages.ts';
import { sanitizeLine, truncate } from '../text.ts';

/** Maximum length of a name that is quoted, and of the text around a mistake, characters. */
const NAME_LENGTH = 40;
const AROUND = 60;

/** Text as Discord's inline code. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Says why a template cannot be saved, with the place and what to write instead. */
export function templateProblem(problem: PartProblem, { templates: { problems } }: Messages): string {
  switch (problem.code) {
    case 'too long':
      return problems.tooLong(problem.tooMany);
    case 'too long when filled':
      return problems.tooLongFilled(problem.tooMany);
    case 'unknown placeholder': {
      const written = code(`{${sanitizeLine(problem.name, NAME_LENGTH)}}`);
      return problem.nearest === null
        ? problems.unknown(written, problem.at)
        : problems.didYouMean(written, problem.at, code(`{${problem.nearest}}`));
    }
    case 'open':
      return problems.open(code(problem.mark), problem.at);
    case 'stray':
      return problems.stray(code(problem.mark), problem.at, code(`\\${problem.mark}`));
    case 'empty placeholder':
      return problems.empty(problem.at, code('{token}'));
    case 'long words':
      return problems.longWords(problem.at, problem.most);
    case 'placeholder in code':
      return problems.inCode(problem.at);
    case 'placeholder in an address':
      return problems.inAddress(problem.at, code('[text]({link})'));
    case 'too deep':
      return problems.tooDeep(problem.at, problem.most);
    default:
      return problem satisfies never;
  }
}

/**
 * Shows the line of a mistake as a block of code, with a mark below its place.
 * @param at in UTF-16 units from 1; at most one behind the end
 */
export function pointAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 2) + 1;
  const [line = ''] = text.slice(start).split('\n', 1);
  const from = Math.max(0, at - 1 - start - AROUND);
  const before = `${from === 0 ? '' : '…'}${line.slice(from, at - 1 - start)}`;
  const shown = `${before}${truncate(line.slice(at - 1 - start), AROUND)}`;
  // A row of backticks would end the block.
  const harmless = (part: string) => part.replaceAll('`', 'ˋ');
  return `\`\`\`\n${harmless(shown)}\n${' '.repeat(before.length)}▲\n\`\`\``;
}
