import { Table as MantineTable, type TableProps as MantineTableProps, type TableTdProps } from '@mantine/core'
import type { Key, ReactNode } from 'react'

export interface TableColumn<T> {
  /** Heading; `null` for a column without one, such as a column of buttons. */
  head: string | null
  cell: (row: T) => ReactNode
  /** Whether its cells are the headers of their rows. */
  isRowHeader?: boolean
  /** Whether its cells are short numbers, aligned right and never wrapped. */
  isNumber?: boolean
  /** Whether its cells can have long words, which break anywhere. Those of row headers always do. */
  hasLongWords?: boolean
  /** Width of the column, look of its texts, and the smallest window that has room for it. */
  look?: Pick<TableTdProps, 'w' | 'c' | 'fz' | 'visibleFrom'>
  className?: string | undefined
}

interface TableProps<T> extends Omit<MantineTableProps, 'children' | 'data'> {
  columns: readonly TableColumn<T>[]
  rows: readonly T[]
  getKey: (row: T) => Key
  caption?: string
}

/** Shows rows in columns. With `highlightOnHover`, a `RowLink` in a row makes the whole row clickable. */
export function Table<T>({ columns, rows, getKey, caption, ...table }: TableProps<T>) {
  return (
    <MantineTable {...table}>
      {caption !== undefined && <caption>{caption}</caption>}
      <MantineTable.Thead>
        <MantineTable.Tr>
          {columns.map((column, index) => (
            <Head key={index} {...column} />
          ))}
        </MantineTable.Tr>
      </MantineTable.Thead>
      <MantineTable.Tbody>
        {rows.map((row) => (
          <MantineTable.Tr key={getKey(row)}>
            {columns.map((column, index) => (
              <Cell key={index} column={column} row={row} />
            ))}
          </MantineTable.Tr>
        ))}
      </MantineTable.Tbody>
    </MantineTable>
  )
}

function Head<T>({ head, isNumber, look: { w, visibleFrom } = {} }: TableColumn<T>) {
  const props = {
    'data-number': isNumber,
    ...(w !== undefined && { w }),
    ...(visibleFrom && { visibleFrom }),
  }
  if (head === null) return <MantineTable.Td {...props} />
  return (
    <MantineTable.Th scope="col" {...props}>
      {head}
    </MantineTable.Th>
  )
}

function Cell<T>({ column, row }: { column: TableColumn<T>; row: T }) {
  const { cell, isRowHeader, isNumber, hasLongWords = isRowHeader, look, className } = column
  const props = { className, 'data-number': isNumber, 'data-long': hasLongWords, ...look }
  if (!isRowHeader) return <MantineTable.Td {...props}>{cell(row)}</MantineTable.Td>
  return (
    <MantineTable.Th scope="row" {...props}>
      {cell(row)}
    </MantineTable.Th>
  )
}
