import { app, BrowserWindow, clipboard, Menu } from 'electron'
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

/** The state that the menu depends on: where the user clicked. */
export type ClickTarget = Pick<ContextMenuParams, 'editFlags' | 'isEditable' | 'linkURL' | 'selectionText'> &
  Partial<Pick<ContextMenuParams, 'dictionarySuggestions'>>

interface MenuOptions {
  copy: (text: string) => void
  /** Replaces the misspelled word that was clicked on. */
  correct: (word: string) => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Returns the menu for a click, as data; empty if no action applies. */
export function contextMenuTemplate(
  target: ClickTarget,
  { copy, correct }: MenuOptions,
): MenuItemConstructorOptions[] {
  const link = webLinkItems(target.linkURL, copy)
  const text = target.isEditable
    ? [...spellingItems(target, correct), ...editItems(target)]
    : selectionItems(target)
  return link.length > 0 && text.length > 0 ? [...link, separator, ...text] : [...link, ...text]
}

/** Routes of the window have no address that works elsewhere. */
function webLinkItems(address: string, copy: (text: string) => void): MenuItemConstructorOptions[] {
  if (!/^https?:\/\//i.test(address)) return []
  return [{ label: 'Copy Link', click: () => copy(address) }]
}

/** Empty if no spell checker is running. */
function spellingItems(
  { dictionarySuggestions = [] }: ClickTarget,
  correct: (word: string) => void,
): MenuItemConstructorOptions[] {
  const words = dictionarySuggestions.map((label) => ({ label, click: () => correct(label) }))
  return words.length > 0 ? [...words, separator] : []
}

/** Electron has the names and keys of these roles. */
function editItems({ editFlags }: ClickTarget): MenuItemConstructorOptions[] {
  return [
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}

function selectionItems({ editFlags, selectionText }: ClickTarget): MenuItemConstructorOptions[] {
  return selectionText.trim() !== '' && editFlags.canCopy ? [{ role: 'copy' }] : []
}

/** Adds the context menu to every current and future window. Call it before the first one opens. */
export function enableContextMenus(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, target) => {
      const window = BrowserWindow.fromWebContents(contents)
      const correct = (word: string) => contents.replaceMisspelling(word)
      const items = contextMenuTemplate(target, { copy, correct })
      if (window && items.length > 0) {
        Menu.buildFromTemplate(items).popup({
          window,
          sourceType: target.menuSourceType,
          ...(target.frame && { frame: target.frame }),
        })
      }
    })
  })
}

/** Fails if another program is using the clipboard. The user notices when pasting. */
function copy(text: string): void {
  clipboard.writeText(text).catch(() => undefined)
}
