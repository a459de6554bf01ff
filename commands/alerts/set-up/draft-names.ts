/** The modals with filters, in their order. */
export const DRAFT_MODALS = [
  { name: 'draft-filter' },
  { name: 'draft-tokens' },
  { name: 'draft-more' },
] as const;

/** The names of what can be done with a draft; `draft-actions.ts` does it. */
export const DRAFT = {
  confirm: { name: 'draft-confirm' },
  cancel: { name: 'draft-cancel' },
  typed: { name: 'draft-typed' },
  topics: { name: 'draft-kinds' },
  option: { name: 'draft-option' },
  roles: { name: 'draft-roles' },
} as const;
