import { LongText } from '../../ui/LongText.tsx'
import { Table } from '../../ui/Table.tsx'
import styles from './linkForm.module.css'

/** Maximum length of a value, in characters, before it is shortened. */
const maxValueLength = 120

/** A field with the two values that are compared. An empty one is shown as *Nothing*. */
export interface ComparedField {
  name: string
  before: string
  after: string
  /** Whether both sides changed it. */
  isBoth?: boolean
}

interface FieldTableProps {
  /** Headings of the two values. */
  heads: readonly [before: string, after: string]
  rows: readonly ComparedField[]
}

/** Compares two sets of values, field by field. */
export function FieldTable({ heads: [before, after], rows }: FieldTableProps) {
  const column = (head: string, side: 'before' | 'after') => ({
    head,
    cell: ({ [side]: text, isBoth = false }: ComparedField) => (
      <span data-both={isBoth || undefined}>
        <LongText text={text || 'Nothing'} max={maxValueLength} />
      </span>
    ),
  })
  return (
    <Table
      className={styles['fieldTable']}
      layout="fixed"
      verticalSpacing={4}
      columns={[
        { head: 'Field', cell: ({ name }) => name, isRowHeader: true, look: { w: '30%' } },
        column(before, 'before'),
        column(after, 'after'),
      ]}
      rows={rows}
      getKey={({ name }) => name}
    />
  )
}
