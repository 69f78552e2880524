import { Fragment, memo } from 'react'
import styles from './ui.module.css'

interface CodeProps {
  text: string
  label: string
  tall?: boolean
  /** Text to highlight, ignoring case; empty for none. */
  searchText?: string
}

/**
 * Shows monospaced text that wraps and can be scrolled by keyboard. Each line is its own block, so the browser lays out
 * only changed lines: one line can have 32 KiB.
 */
export function Code({ text, label, tall = false, searchText = '' }: CodeProps) {
  return (
    // A scrollable region must be focusable, so that the keyboard can scroll it.
    <pre
      className={styles['code']}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-tall={tall || undefined}
    >
      <code>
        {text.split('\n').map((line, index) => (
          <Line key={index} line={line} searchText={searchText} />
        ))}
      </code>
    </pre>
  )
}

const Line = memo(function Line({ line, searchText }: { line: string; searchText: string }) {
  const matches = searchText === '' ? [] : findMatches(line, searchText)
  if (matches.length === 0)
    return (
      <span className={styles['codeLine']}>
        <Pieces text={`${line}\n`} />
      </span>
    )
  const ends = [0, ...matches.map((start) => start + searchText.length)]
  return (
    <span className={styles['codeLine']}>
      {matches.map((start, index) => (
        <Fragment key={start}>
          <Pieces text={line.slice(ends[index], start)} />
          <mark>{line.slice(start, start + searchText.length)}</mark>
        </Fragment>
      ))}
      <Pieces text={`${line.slice(ends.at(-1))}\n`} />
    </span>
  )
})

/** Shows a text in pieces, because the browser takes seconds to break thousands of Hebrew letters or accents at once. */
function Pieces({ text }: { text: string }) {
  const pieces = text.length > maxPieceLength ? text.match(/[^]{1,500}/gu) : null
  return pieces ? pieces.map((piece, index) => <span key={index}>{piece}</span>) : text
}

/** Maximum number of characters that are laid out at once. */
const maxPieceLength = 500

/** Returns the offsets of a text within another, ignoring case, without overlaps. */
export function findMatches(text: string, searchText: string): number[] {
  const matches: number[] = []
  if (searchText === '') return matches
  // Lower-cased per character: lower-casing the whole text can change its length and shift offsets.
  const [lowerText, lowerSearchText] = [toLowerCase(text), toLowerCase(searchText)]
  for (
    let position = lowerText.indexOf(lowerSearchText);
    position >= 0;
    position = lowerText.indexOf(lowerSearchText, position + lowerSearchText.length)
  )
    matches.push(position)
  return matches
}

function toLowerCase(text: string): string {
  return text.replace(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  )
}
