import type { StoreTrouble } from '../../domain/store-trouble.ts';

const REASONS: Readonly<Record<StoreTrouble, string>> = {
  'disk full': 'the disk is full',
  locked: 'another program keeps my database locked',
  'not writable': 'my database cannot be written',
};

/** Why nothing new is posted although the marketplace and Discord are well; `null` for no trouble. */
export function storeTroubleText(trouble: StoreTrouble | null): string | null {
  return trouble === null
    ? null
    : `⚠ ${REASONS[trouble]}, and I post nothing that I cannot note first. Nothing is lost; I keep trying. Whoever runs me has to look at it.`;
}
