import { idField, savedField, textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';

// Links of components that lead to each other: a draft shows them, and they show a draft.

/** Starts a draft that changes an alert; in `manage.ts`. */
export const editLink = defineLink('alerts-edit', { alert: idField }, 'asker');

const draft = { draft: savedField };

/** The modals with filters, in their order. */
export const MODAL_LINKS = [
  defineLink('draft-filter', draft, 'asker'),
  defineLink('draft-tokens', draft, 'asker'),
  defineLink('draft-more', draft, 'asker'),
  defineLink('draft-rest', draft, 'asker'),
] as const;

export const confirmLink = defineLink('draft-confirm', draft, 'asker');
export const cancelLink = defineLink('draft-cancel', draft, 'asker');
export const typedLink = defineLink('draft-typed', draft, 'asker');
export const topicsLink = defineLink('draft-kinds', draft, 'asker');
export const rolesLink = defineLink('draft-roles', draft, 'asker');
/** One of several menus for options, written by `menuOf`. */
export const optionLink = defineLink('draft-option', { menu: textField(14) }, 'asker');

/** A menu of a draft: components of a message differ in their ids. */
export const menuOf = (draftId: string, position: number): string =>
  position === 0 ? draftId : `${draftId}~${position}`;

/** The draft of such a menu. */
export const draftOfMenu = (menu: string): string => menu.split('~')[0] ?? menu;
