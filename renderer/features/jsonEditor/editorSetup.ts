import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, linter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import { Compartment, type Extension, type StateEffect } from '@codemirror/state'
import { EditorView, drawSelection, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { readData } from '../../../contract/service/json/json.ts'
import { styleNonce } from '../../ui/theme/nonce.ts'
import { findUnsafeNumbers } from './unsafeNumbers.ts'

/** The editor's accessibility attributes. */
export interface EditorAttributes {
  invalid: boolean
  describedBy: string
}

const example = '{\n  "screen": "offer",\n  "offer_id": 4711\n}'

const attributesCompartment = new Compartment()

/** Returns the effect that updates whether the text is invalid and which element describes the error. */
export function setAttributes(now: EditorAttributes): StateEffect<unknown> {
  return attributesCompartment.reconfigure(contentAttributes(now))
}

function contentAttributes({ invalid, describedBy }: EditorAttributes): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': 'App data (JSON)',
    'aria-invalid': String(invalid),
    'aria-describedby': describedBy,
    spellcheck: 'false',
  })
}

// Tab is not bound, so that keyboard users can leave the editor. Ctrl/⌘+Enter belongs to the form and creates the link.
const editorKeymap = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

/** Styles the editor with the window's CSS variables, so that it follows the theme. */
const editorTheme = EditorView.theme({
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

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--good-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn-text)' },
  { tag: tags.invalid, color: 'var(--bad-text)' },
])

/** Returns the editor's extensions. `onChange` receives the whole text after every change. */
export function createExtensions(onChange: (text: string) => void, first: EditorAttributes): Extension[] {
  return [
    EditorView.cspNonce.of(styleNonce()),
    attributesCompartment.of(contentAttributes(first)),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    json(),
    syntaxHighlighting(highlighting),
    linter((view) => createDiagnostics(view.state.doc.toString()), { delay: 300 }),
    placeholder(example),
    keymap.of([...editorKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
    EditorView.lineWrapping,
    editorTheme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ]
}

/** Returns the text's error, or else its warnings. A blank text has neither. */
function createDiagnostics(text: string): Diagnostic[] {
  if (text.trim() === '') return []
  const read = readData(text)
  if (!read.ok) {
    const from = Math.min(read.error.offset, text.length)
    return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: read.error.message }]
  }
  return findUnsafeNumbers(text).map(({ offset, length, readAs }) => ({
    from: offset,
    to: offset + length,
    severity: 'warning',
    message: `JavaScript would read this as ${readAs}. Other languages may not.`,
  }))
}
