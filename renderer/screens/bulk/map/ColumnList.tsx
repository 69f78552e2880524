import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { guessMapping } from '../../../../contract/runs/guess.ts'
import type { ColumnUse, Mapping } from '../../../../contract/runs/mapping.ts'
import type { Run, RunRow } from '../../../../contract/runs/run.ts'
import { counted } from '../../../ui/counted.ts'
import { ColumnRow } from './ColumnRow.tsx'
import styles from './map.module.css'

interface ColumnListProps {
  run: Run
  rows: readonly RunRow[]
  mapping: Mapping
  change: (mapping: Mapping) => void
}

/** So many columns are drawn at first, and with every press so many more. */
const atOnce = 40
const samplesShown = 3

/** The columns of the table, each with what it becomes. */
export function ColumnList({ run: { header }, rows, mapping, change }: ColumnListProps) {
  const [shown, setShown] = useState(atOnce)
  const guess = useMemo(
    () =>
      guessMapping(
        header,
        rows.map(({ cells }) => cells),
      ),
    [header, rows],
  )
  const rest = header.length - shown
  const changeAt = (at: number) => (use: ColumnUse) =>
    change({
      ...mapping,
      columns: header.map((_, place) => (place === at ? use : (mapping.columns[place] ?? nothing))),
    })
  return (
    <section className={styles['part']} aria-labelledby="bulk-columns">
      <h3 id="bulk-columns">
        {header.length === 1 ? 'The column of your table' : 'The columns of your table'}
      </h3>
      <ul className={styles['columns']}>
        {header.slice(0, shown).map((name, at) => {
          const use = mapping.columns[at] ?? nothing
          return (
            <ColumnRow
              key={at}
              name={name || `Column ${String(at + 1)}`}
              samples={samplesOf(rows, at)}
              use={use}
              guessed={use.to !== 'nothing' && JSON.stringify(guess.columns[at]) === JSON.stringify(use)}
              change={changeAt(at)}
            />
          )
        })}
      </ul>
      {rest > 0 && (
        <Button size="xs" variant="default" onClick={() => setShown(shown + atOnce)}>
          Show {counted(Math.min(rest, atOnce), 'more column', 'more columns')} of {rest.toLocaleString()}
        </Button>
      )}
    </section>
  )
}

const nothing: ColumnUse = { to: 'nothing' }

function samplesOf(rows: readonly RunRow[], column: number): string[] {
  const texts = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((text) => text !== '')
  return [...new Set(texts)].slice(0, samplesShown)
}
