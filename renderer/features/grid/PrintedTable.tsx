import { Table, type TableColumn } from '../../ui/Table.tsx'
import styles from './print.module.css'

interface PrintedTableProps<Row> {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  getKey: (row: Row) => string
}

/**
 * Renders rows as a plain table for printing. It replaces its siblings, because the list on screen renders only the
 * visible rows.
 */
export function PrintedTable<Row>({ rows, ...table }: PrintedTableProps<Row>) {
  if (rows.length === 0) return null
  return <Table className={styles['printed']} withRowBorders={false} data-printed rows={rows} {...table} />
}
