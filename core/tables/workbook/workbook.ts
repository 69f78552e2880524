import type { WorkSheet } from '@e965/xlsx'

export interface Workbook {
  kind: 'xlsx' | 'ods'
  sheets: readonly { name: string; isHidden: boolean }[]
  /** Whether days are counted from 1904. */
  is1904: boolean
  /** Returns a sheet; `null` if there is none with this index. */
  read: (index: number) => Promise<WorkSheet | null>
}
