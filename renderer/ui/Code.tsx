import { memo } from 'react'
import styles from './ui.module.css'

interface CodeProps {
  text: string
  label: string
  tall?: boolean
}

/**
 * Shows monospaced text that wraps and can be scrolled by keyboard. Each line is its own block, so the browser lays out
 * only changed lines: one line can have 32 KiB.
 */
export function Code({ text, label, tall = false }: CodeProps) {
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
          <Line key={index} line={line} />
        ))}
      </code>
    </pre>
  )
}

/** Shows a line in pieces, because the browser takes seconds to break thousands of Hebrew letters or accents at once. */
const Line = memo(function Line({ line }: { line: string }) {
  const text = `${line}\n`
  const pieces = text.length > maxPieceLength ? text.match(/[^]{1,500}/gu) : null
  return (
    <span className={styles['codeLine']}>
      {pieces ? pieces.map((piece, index) => <span key={index}>{piece}</span>) : text}
    </span>
  )
})

/** Maximum number of characters that are laid out at once. */
const maxPieceLength = 500
