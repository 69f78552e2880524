import { Group, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { formatJson } from '../jsonEditor/formatJson.ts'
import { QuietText } from '../../ui/variants.ts'

/** Shows the service's raw answer, formatted and searchable. Copying copies the original text. */
export function RawResponse({ text }: { text: string }) {
  const formatted = useMemo(() => formatJson(text), [text])
  const body = useRef<HTMLDivElement>(null)
  return (
    <Fold title="The service’s answer as JSON">
      <Search body={body} />
      <div ref={body}>
        <Code text={formatted} label="Raw answer" tall />
      </div>
      <CopyButton text={text} label="Copy the answer" variant="default" size="xs" />
    </Fold>
  )
}

/** The name of the marks in `global.css`. */
const highlightName = 'answer-matches'

/** Marks what is typed. Enter scrolls from one match to the next. */
function Search({ body }: { body: RefObject<HTMLElement | null> }) {
  const [count, setCount] = useState<number | null>(null)
  const matches = useRef<Range[]>([])
  useEffect(() => () => void CSS.highlights.delete(highlightName), [])
  const search = (typed: string) => {
    const found = body.current && typed !== '' ? findRanges(body.current, typed) : []
    matches.current = found
    setCount(typed === '' ? null : found.length)
    CSS.highlights.set(highlightName, new Highlight(...found))
  }
  const goToNext = () => {
    const next = matches.current.shift()
    if (!next) return
    matches.current.push(next)
    next.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Group gap="xs" wrap="nowrap" w="100%" role="search">
      <TextInput
        flex={1}
        size="xs"
        aria-label="Search in the answer"
        placeholder="Search in the answer"
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && goToNext()}
      />
      <QuietText span role="status">
        {count !== null && (count === 0 ? 'No matches' : count)}
      </QuietText>
    </Group>
  )
}

/** Returns where a text is within the lines of an element, ignoring case. */
function findRanges(element: Node, text: string): Range[] {
  const pattern = new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'gi')
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  while (walker.nextNode()) {
    const line = walker.currentNode
    for (const { index } of (line.textContent ?? '').matchAll(pattern)) {
      const range = new Range()
      range.setStart(line, index)
      range.setEnd(line, index + text.length)
      ranges.push(range)
    }
  }
  return ranges
}
