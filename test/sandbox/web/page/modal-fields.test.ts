import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { modalFields } from '../../../../sandbox/web/page/dialog/fields.ts';

function fieldsOf(...components: readonly unknown[]) {
  return modalFields({ customId: 'form', title: 'Form', components, applicationId: '1', messageId: null });
}

describe('the fields of a form', () => {
  it('are read in rows, as forms were written first', () => {
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

  it('are read in labels, as they are written now, menus among them', () => {
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

  it('leave out what is no field', () => {
    expect(fieldsOf(null, 'text', { type: ComponentType.TextDisplay, content: 'Hello' })).toEqual([]);
  });
});
