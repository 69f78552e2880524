import { Button } from '@mantine/core'
import { useState } from 'react'
import { Row } from './Row.tsx'
import { keyOf, spellingAt } from './rowsState.ts'
import type { RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'
import { nodeAt } from './tree.ts'
import type { Path } from './tree.ts'
import styles from './data.module.css'

/** How many rows of one group are drawn at once: a form of thousands helps nobody. */
const shownAtOnce = 100

interface RowListProps {
  state: RowsState
  path: Path
  edit: RowsStore['edit']
}

/** The rows of one group or list. */
export function RowList({ state, path, edit }: RowListProps) {
  const [limit, setLimit] = useState(shownAtOnce)
  const { entries } = nodeAt(state.tree, path)
  const hidden = entries.length - limit
  if (entries.length === 0) return null
  return (
    <ul className={styles['list']}>
      {entries.slice(0, limit).map((_, place) => {
        const at = [...path, place]
        return <Row key={keyOf(at)} state={state} path={at} source={spellingAt(state, at)} edit={edit} />
      })}
      {hidden > 0 && (
        <li>
          <Button size="xs" variant="subtle" onClick={() => setLimit(limit + shownAtOnce)}>
            Show more rows ({hidden.toLocaleString('en')} left)
          </Button>
        </li>
      )}
    </ul>
  )
}
