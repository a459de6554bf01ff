/** The modals with filters, in order. */
export const DRAFT_MODALS = [
  { name: 'draft-filter' },
  { name: 'draft-tokens' },
  { name: 'draft-more' },
  { name: 'draft-rest' },
] as const;

/** Names of the actions for a draft, which `draft-actions.ts` implements. */
export const DRAFT = {
  confirm: { name: 'draft-confirm' },
  cancel: { name: 'draft-cancel' },
  typed: { name: 'draft-typed' },
  topics: { name: 'draft-kinds' },
  option: { name: 'draft-option' },
  roles: { name: 'draft-roles' },
} as const;

/** Builds the argument of one of several option menus, because the components of a message need different ids. */
export const optionArgument = (draftId: string, position: number): string =>
  position === 0 ? draftId : `${draftId}~${position}`;

/** Returns the draft of such an argument. */
export const draftOfOption = (argument: string): string => argument.split('~')[0] ?? argument;
