import { describe, expect, test, vi } from 'vitest'
import { contextMenuTemplate } from '../../electron/contextMenu.ts'
import type { ClickTarget } from '../../electron/contextMenu.ts'

vi.mock('electron', () => ({ app: {}, BrowserWindow: {}, clipboard: {}, Menu: {} }))

const flags = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
}
const nothing: ClickTarget = { editFlags: flags, isEditable: false, linkURL: '', selectionText: '' }
const enableFlags = (...names: (keyof typeof flags)[]) => ({
  ...flags,
  ...Object.fromEntries(names.map((name) => [name, true])),
})

/** Returns the labels of the items, or the roles that give them one. */
function menuFor(target: Partial<ClickTarget>): string[] {
  const options = { copy: () => undefined, correct: () => undefined }
  return contextMenuTemplate({ ...nothing, ...target }, options).map(({ type, role, label, enabled }) => {
    const name = label ?? role ?? ''
    return type === 'separator' ? '-' : enabled === false ? `(${name})` : name
  })
}

describe('a field', () => {
  test('a field offers the suggestions of the spell checker first', () => {
    const items = menuFor({ isEditable: true, dictionarySuggestions: ['summer', 'simmer'] })
    expect(items.slice(0, 3)).toEqual(['summer', 'simmer', '-'])
  })

  test('a field’s menu has the possible actions on its text; the others are disabled', () => {
    const target = { isEditable: true, editFlags: enableFlags('canPaste', 'canSelectAll') }
    expect(menuFor(target)).toEqual(['(cut)', '(copy)', 'paste', '-', 'selectAll'])
  })
})

describe('selected text', () => {
  test('selected text can be copied', () => {
    expect(menuFor({ selectionText: 'Ab3', editFlags: enableFlags('canCopy') })).toEqual(['copy'])
  })

  test.each([
    ['nothing is selected', '', enableFlags('canCopy', 'canSelectAll')],
    ['only white space is selected', ' \n', enableFlags('canCopy')],
    ['it may not be copied', 'Ab3', flags],
  ])('text has no menu where %s', (_when, selectionText, editFlags) => {
    expect(menuFor({ selectionText, editFlags })).toEqual([])
  })
})

describe('a link', () => {
  test.each(['https://links.example.com/Ab3', 'http://127.0.0.1:4680/Ab3'])(
    'a link to %s can be copied',
    (linkURL) => {
      const copied: string[] = []
      const [item] = contextMenuTemplate(
        { ...nothing, linkURL },
        { copy: (text) => copied.push(text), correct: () => undefined },
      )
      expect(item?.label).toBe('Copy Link')
      item?.click?.({} as never, undefined, {})
      expect(copied).toEqual([linkURL])
    },
  )

  test.each([
    'app://linkwright/#/links',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'mailto:a@example.com',
    'blob:https://x/',
  ])('a link to %s has no menu', (linkURL) => {
    expect(menuFor({ linkURL })).toEqual([])
  })

  test("a link with selected text lists the text's menu items first", () => {
    const target = { linkURL: 'https://x.example/', selectionText: 'x', editFlags: enableFlags('canCopy') }
    expect(menuFor(target)).toEqual(['Copy Link', '-', 'copy'])
  })
})
