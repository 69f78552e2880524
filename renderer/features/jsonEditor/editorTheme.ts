import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Styles the editor with the window's CSS variables, so that it follows the theme. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-gutters': { color: 'var(--text-quiet)', backgroundColor: 'transparent', border: 'none' },
  '.cm-placeholder': { color: 'var(--text-quiet)' },
  '.cm-foldPlaceholder': {
    color: 'var(--text-quiet)',
    backgroundColor: 'var(--hover)',
    border: 'none',
    padding: '0 6px',
  },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-diagnostic': { padding: '6px 10px', borderLeftWidth: '3px' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-ground)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-ground)' },
})

export const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--good-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn-text)' },
  { tag: tags.invalid, color: 'var(--bad-text)' },
])
