import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, linter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import { Compartment, type Extension, type StateEffect } from '@codemirror/state'
import { EditorView, drawSelection, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { readData } from '../../../contract/service/json/json.ts'
import { styleNonce } from '../../ui/theme/nonce.ts'
import { editorTheme, highlighting } from './editorTheme.ts'
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
