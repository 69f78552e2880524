import { Fragment, memo } from 'react'
import styles from './ui.module.css'

interface CodeProps {
  text: string
  label: string
  tall?: boolean
  /** What is looked for in it: marked wherever it stands, in capitals or not. Nothing when it is empty. */
  searchText?: string
}

/**
 * Text as a machine reads it. Long lines wrap, and the block can be reached and scrolled by keyboard. Every line is a block
 * of its own, so that the browser lays out only those that change: one of them may hold 32 KiB.
 */
export function Code({ text, label, tall = false, searchText = '' }: CodeProps) {
  return (
    // A region that scrolls must take the focus, or a keyboard cannot read its end.
    <pre
      className={styles['code']}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-tall={tall || undefined}
    >
      <code>
        {text.split('\n').map((line, at) => (
          <Line key={at} line={line} searchText={searchText} />
        ))}
      </code>
    </pre>
  )
}

const Line = memo(function Line({ line, searchText }: { line: string; searchText: string }) {
  const places = searchText === '' ? [] : findMatches(line, searchText)
  if (places.length === 0) return <span className={styles['codeLine']}>{`${line}\n`}</span>
  const ends = [0, ...places.map((start) => start + searchText.length)]
  return (
    <span className={styles['codeLine']}>
      {places.map((start, at) => (
        <Fragment key={start}>
          {line.slice(ends[at], start)}
          <mark>{line.slice(start, start + searchText.length)}</mark>
        </Fragment>
      ))}
      {`${line.slice(ends.at(-1))}\n`}
    </span>
  )
})

/** Where a text stands in another, in capitals or not; no two places overlap. */
export function findMatches(text: string, sought: string): number[] {
  const places: number[] = []
  if (sought === '') return places
  // Character by character: in capitals a text may have another length, and every place would be a wrong one.
  const [inside, wanted] = [toLowerCase(text), toLowerCase(sought)]
  for (let at = inside.indexOf(wanted); at >= 0; at = inside.indexOf(wanted, at + wanted.length))
    places.push(at)
  return places
}

function toLowerCase(text: string): string {
  return text.replace(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  )
}
