import { Text } from '@mantine/core'
import { LongText } from './LongText.tsx'
import { Table } from './Table.tsx'

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
      <Text span inherit {...(isBoth && { fw: 600 })}>
        <LongText text={text || 'Nothing'} max={maxValueLength} />
      </Text>
    ),
  })
  return (
    <Table
      fz="sm"
      style={{ overflowWrap: 'anywhere' }}
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
