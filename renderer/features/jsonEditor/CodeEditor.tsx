import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { setAttributes, createExtensions, type EditorAttributes } from './editorSetup.ts'
import styles from './jsonEditor.module.css'

interface CodeEditorProps extends EditorAttributes {
  text: string
  /** Must be a stable function reference. */
  onChange: (text: string) => void
}

/** Edits app data as the exact text that is sent, with errors marked in place. Loaded on first use. */
export default function CodeEditor({ text, onChange, invalid, describedBy }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const first = useRef({ text, invalid, describedBy })

  useEffect(() => {
    if (!host.current) return
    const { text: doc, ...described } = first.current
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc, extensions: createExtensions(onChange, described) }),
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [onChange])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])

  useEffect(() => {
    view.current?.dispatch({ effects: setAttributes({ invalid, describedBy }) })
  }, [invalid, describedBy])

  return <div ref={host} className={styles['editor']} />
}
