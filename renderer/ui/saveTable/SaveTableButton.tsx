import { Menu, type ButtonProps } from '@mantine/core'
import { ChevronDown, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionMenu } from '../ActionMenu.tsx'
import type { TableFormat } from './saveTable.ts'

interface SaveTableButtonProps {
  label: string
  size: NonNullable<ButtonProps['size']>
  loading?: boolean
  save: (format: TableFormat) => void
  /** Additional menu items. */
  children?: ReactNode
}

/** Downloads a table for spreadsheets. Excel comes first: its cells are typed as text, so no program converts them. */
export function SaveTableButton({ save, children, ...button }: SaveTableButtonProps) {
  return (
    <ActionMenu icon={Download} rightSection={<ChevronDown size={14} />} {...button}>
      <Menu.Item onClick={() => save('xlsx')}>Excel</Menu.Item>
      <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
      {children}
    </ActionMenu>
  )
}
