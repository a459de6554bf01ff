import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { offeredBy } from '../../../../sandbox/web/page/composer/entities.ts';
import { modalFields, modalTexts } from '../../../../sandbox/web/page/dialog/fields.ts';

const ENTITIES = {
  channels: [
    { name: '#general', value: '10', types: [0] },
    { name: '#news', value: '11', types: [5] },
  ],
  roles: [{ name: '@mods', value: '20' }],
  people: [{ name: '@ada', value: '30' }],
};

function fieldsOf(...components: readonly unknown[]) {
  const modal = { customId: 'form', title: 'Form', components, applicationId: '1', messageId: null };
  return modalFields(modal, (select) => offeredBy(select, ENTITIES));
}

const labelled = (component: object) => ({ type: ComponentType.Label, label: 'Which', component });

describe('the fields of a modal', () => {
  it('are read from rows, the older form', () => {
    const input = {
      type: ComponentType.TextInput,
      custom_id: 'words',
      label: 'Words',
      style: TextInputStyle.Paragraph,
      required: false,
      max_length: 20,
    };
    expect(fieldsOf({ type: ComponentType.ActionRow, components: [input] })).toMatchObject([
      { customId: 'words', label: 'Words', kind: 'paragraph', required: false, maxLength: 20 },
    ]);
  });

  it('are read from labels, the newer form, including menus', () => {
    const component = {
      type: ComponentType.StringSelect,
      custom_id: 'tone',
      options: [{ label: 'Kind', value: 'kind', default: true }],
    };
    const label = { type: ComponentType.Label, label: 'Tone', description: 'How it sounds', component };
    expect(fieldsOf(label)).toMatchObject([
      {
        customId: 'tone',
        label: 'Tone',
        description: 'How it sounds',
        kind: 'select',
        options: [{ value: 'kind', label: 'Kind', chosen: true }],
      },
    ]);
  });

  it('offer the roles of the server, with the initial selection', () => {
    const component = {
      type: ComponentType.RoleSelect,
      custom_id: 'role',
      required: false,
      default_values: [{ id: '20', type: 'role' }],
    };
    expect(fieldsOf(labelled(component))).toMatchObject([
      { kind: 'select', required: false, options: [{ value: '20', label: '@mods', chosen: true }] },
    ]);
  });

  it('offer channels of the menu’s types', () => {
    const component = { type: ComponentType.ChannelSelect, custom_id: 'where', channel_types: [5] };
    expect(fieldsOf(labelled(component))).toMatchObject([
      { kind: 'select', options: [{ value: '11', label: '#news', chosen: false }] },
    ]);
  });

  it('skip other components', () => {
    expect(fieldsOf(null, 'text', { type: ComponentType.TextDisplay, content: 'Hello' })).toEqual([]);
  });

  it('have texts between them', () => {
    const text = { type: ComponentType.TextDisplay, content: '`{price}` 2 S' };
    const components = [text, labelled({ type: ComponentType.TextInput, custom_id: 'words' })];
    const modal = { customId: 'form', title: 'Form', components, applicationId: '1', messageId: null };
    expect(modalTexts(modal)).toEqual(['`{price}` 2 S']);
    expect(fieldsOf(...components).map(({ customId }) => customId)).toEqual(['words']);
  });
});
