import { Button, FileButton, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Problem } from '../../../../contract/problem.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import type { Source } from './useImport.ts'
import styles from './import.module.css'

interface ChooseSourceProps {
  problem: Problem | null
  take: (source: Source) => void
}

/** A file that is dropped or chosen, or links that are pasted. */
export function ChooseSource({ problem, take }: ChooseSourceProps) {
  const [text, setText] = useState('')
  const takeFile = (file: File | null | undefined) => {
    if (file) take({ name: file.name, content: file })
  }
  const over = useDroppedFile(takeFile)
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() !== '') take({ name: null, content: new Blob([text]) })
  }
  return (
    <div className={styles['choose']}>
      {problem && <ProblemView problem={problem} />}
      <div className={styles['drop']} data-over={over || undefined}>
        <FileUp size={22} aria-hidden />
        <p>
          <strong>Drop a file here</strong>
        </p>
        <FileButton onChange={takeFile} accept=".csv,.tsv,.txt,.json,text/*,application/json">
          {(props) => (
            <Button {...props} variant="default" data-autofocus autoFocus>
              Choose a file
            </Button>
          )}
        </FileButton>
        <p className={styles['hint']}>
          A library that Linkwright has exported, a CSV with a column of links, or any text with links in it.
        </p>
      </div>
      <form className={styles['paste']} onSubmit={submit}>
        <Textarea
          label="Or paste links"
          placeholder="https://…"
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles['buttons']}>
          <Button type="submit" variant="default" disabled={text.trim() === ''}>
            Continue
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Takes a file wherever in the window it is dropped: beside its place, a browser would leave the app to open it. */
function useDroppedFile(take: (file: File | undefined) => void): boolean {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(take)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      dropped(event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return over
}
