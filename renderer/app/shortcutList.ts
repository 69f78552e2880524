import { isMac } from '../session/isMac.ts'

/** A group of shortcuts that work on the same screens. */
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

export interface Shortcut {
  does: string
  /** Alternative key combinations. `Mod` is ⌘ on a Mac and Ctrl elsewhere, `Alt` is ⌥ on a Mac. */
  keys: readonly (readonly string[])[]
}

const everywhere = {
  find: { does: 'Find a link', keys: [['Mod', 'K']] },
  help: { does: 'Show keyboard shortcuts', keys: [['?']] },
  nextRegion: { does: 'Go to the next part of the window', keys: [['F6']] },
  previousRegion: { does: 'Go to the previous part of the window', keys: [['Shift', 'F6']] },
  profile: { does: 'Switch to a profile', keys: [['Alt', '1–9']] },
  environment: { does: 'Switch between development and production', keys: [['Alt', 'P']] },
  undo: { does: 'Undo, while Undo is offered', keys: [['Mod', 'Z']] },
} as const satisfies Record<string, Shortcut>

/** All keyboard shortcuts, as the list of shortcuts shows them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: 'Everywhere', shortcuts: Object.values(everywhere) },
  { title: 'Create', shortcuts: [{ does: 'Create the link', keys: [['Mod', 'Enter']] }] },
  {
    title: 'Links',
    shortcuts: [
      { does: 'Search', keys: [['/'], ['Mod', 'F']] },
      { does: 'Print the list', keys: [['Mod', 'P']] },
      { does: 'Move between rows', keys: [['↑'], ['↓']] },
      { does: 'Open the link', keys: [['Enter']] },
      { does: 'Select the link', keys: [['Space']] },
      {
        does: 'Select several links',
        keys: [
          ['Shift', '↑'],
          ['Shift', '↓'],
        ],
      },
    ],
  },
  {
    title: 'Bulk',
    shortcuts: [
      { does: 'Edit the cell', keys: [['Enter'], ['F2']] },
      { does: 'Go to the next error', keys: [['F8']] },
      { does: 'Copy the cell', keys: [['Mod', 'C']] },
      { does: 'Paste cells', keys: [['Mod', 'V']] },
    ],
  },
]

/** Returns a key's label on this platform. */
export function keyName(key: string): string {
  if (key === 'Mod') return isMac() ? '⌘' : 'Ctrl'
  if (key === 'Alt') return isMac() ? '⌥' : 'Alt'
  return key
}
