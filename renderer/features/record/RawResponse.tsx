import { ActionIcon, Group, TextInput } from '@mantine/core'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Code, findMatches } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { formatText } from '../jsonEditor/formatText.ts'

/** Shows the service's raw answer, formatted and searchable. Copying copies the original text. */
export function RawResponse({ text }: { text: string }) {
  const [searchText, setSearchText] = useState('')
  const formatted = useMemo(() => formatText(text), [text])
  const body = useRef<HTMLDivElement>(null)
  return (
    <Fold title="The service’s answer as JSON">
      <Search text={formatted} {...{ searchText, setSearchText }} body={body} />
      <div ref={body}>
        <Code text={formatted} label="Raw answer" tall searchText={searchText} />
      </div>
      <CopyButton text={text} label="Copy the answer" variant="default" size="xs" />
    </Fold>
  )
}

interface SearchProps {
  text: string
  searchText: string
  setSearchText: (searchText: string) => void
  body: React.RefObject<HTMLDivElement | null>
}

function Search({ text, searchText, setSearchText, body }: SearchProps) {
  const [matchIndex, setMatchIndex] = useState(-1)
  const count = useMemo(() => findMatches(text, searchText).length, [text, searchText])
  const step = (by: number) => {
    if (count === 0) return
    const next = (matchIndex + by + count) % count
    setMatchIndex(next)
    body.current?.querySelectorAll('mark').forEach((mark, index) => {
      mark.toggleAttribute('data-current', index === next)
      if (index === next) mark.scrollIntoView({ block: 'nearest' })
    })
  }
  const search = (text: string) => {
    setSearchText(text)
    setMatchIndex(-1)
    body.current?.querySelector('mark[data-current]')?.removeAttribute('data-current')
  }
  return (
    <Group gap="xs" wrap="nowrap" w="100%" c="dimmed" fz="sm" role="search">
      <TextInput
        flex={1}
        size="xs"
        aria-label="Search in the answer"
        placeholder="Search in the answer"
        autoComplete="off"
        spellCheck={false}
        value={searchText}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
        }}
      />
      {searchText !== '' && (
        <span>
          <span role="status">
            {count === 0 ? 'No matches' : `${matchIndex < 0 ? '' : `${matchIndex + 1} of `}${count}`}
          </span>
          <ActionIcon aria-label="Previous match" disabled={count === 0} onClick={() => step(-1)}>
            <ChevronUp size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="Next match" disabled={count === 0} onClick={() => step(1)}>
            <ChevronDown size={15} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </Group>
  )
}
