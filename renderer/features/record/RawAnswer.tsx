import { ActionIcon, TextInput } from '@mantine/core'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Code, placesOf } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { layOut } from '../jsonEditor/layOut.ts'
import styles from './record.module.css'

/** What the service answered: laid out to be read and searched, and copied to the letter, spelled as the service did. */
export function RawAnswer({ text }: { text: string }) {
  const [sought, setSought] = useState('')
  const laidOut = useMemo(() => layOut(text), [text])
  const body = useRef<HTMLDivElement>(null)
  return (
    <Fold title="The service’s answer as JSON">
      <Search text={laidOut} sought={sought} setSought={setSought} body={body} />
      <div ref={body}>
        <Code text={laidOut} label="Raw answer" tall sought={sought} />
      </div>
      <CopyButton text={text} label="Copy the answer" variant="default" size="xs" />
    </Fold>
  )
}

interface SearchProps {
  text: string
  sought: string
  setSought: (sought: string) => void
  body: React.RefObject<HTMLDivElement | null>
}

function Search({ text, sought, setSought, body }: SearchProps) {
  const [at, setAt] = useState(-1)
  const count = useMemo(() => placesOf(text, sought).length, [text, sought])
  const step = (by: number) => {
    if (count === 0) return
    const next = (at + by + count) % count
    setAt(next)
    body.current?.querySelectorAll('mark').forEach((mark, index) => {
      mark.toggleAttribute('data-current', index === next)
      if (index === next) mark.scrollIntoView({ block: 'nearest' })
    })
  }
  const look = (wanted: string) => {
    setSought(wanted)
    setAt(-1)
    body.current?.querySelector('mark[data-current]')?.removeAttribute('data-current')
  }
  return (
    <div className={styles['search']} role="search">
      <TextInput
        size="xs"
        aria-label="Search in the answer"
        placeholder="Search in the answer"
        autoComplete="off"
        spellCheck={false}
        value={sought}
        onChange={(event) => look(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
        }}
      />
      {sought !== '' && (
        <span>
          <span role="status">{count === 0 ? 'Not in it' : `${at < 0 ? '' : `${at + 1} of `}${count}`}</span>
          <ActionIcon aria-label="The one before" disabled={count === 0} onClick={() => step(-1)}>
            <ChevronUp size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="The next one" disabled={count === 0} onClick={() => step(1)}>
            <ChevronDown size={15} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  )
}
