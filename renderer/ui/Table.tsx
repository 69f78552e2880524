import type { ComponentProps, Key, ReactNode } from 'react'

/** A column of a table. */
export interface TableColumn<T> {
  /** Heading; `null` for a column without one, such as a column of buttons. */
  head: string | null
  cell: (row: T) => ReactNode
  /** Whether its cells are the headers of their rows. */
  isRowHeader?: boolean
  /** Class of its cells. */
  className?: string | undefined
}

interface TableProps<T> extends Omit<ComponentProps<'table'>, 'children'> {
  columns: readonly TableColumn<T>[]
  rows: readonly T[]
  getKey: (row: T) => Key
  caption?: string
}

/** Shows rows in columns. The caller's class styles it. */
export function Table<T>({ columns, rows, getKey, caption, ...table }: TableProps<T>) {
  return (
    <table {...table}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ head }, index) =>
            head === null ? <td key={index} /> : <Head key={index}>{head}</Head>,
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)}>
            {columns.map((column, index) => (
              <Cell key={index} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ children }: { children: string }) {
  return <th scope="col">{children}</th>
}

function Cell<T>({ column: { cell, isRowHeader, className }, row }: { column: TableColumn<T>; row: T }) {
  if (!isRowHeader) return <td className={className}>{cell(row)}</td>
  return (
    <th scope="row" className={className}>
      {cell(row)}
    </th>
  )
}
